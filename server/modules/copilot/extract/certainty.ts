/** Words after which something else holds than what stands before them. */
const TURNS =
  /\b(?:(?:superseded|replaced)[^.;]{0,40}?\b(?:by|with)|(?:amended|changed|revised|reduced|increased|lowered|raised|extended|shortened)\b[^.;]{0,40}?\bto(?: read)?|now|but|instead(?! of)|in effect)\b/gi
/** What stands after one of these held once. */
const FORMER =
  /\b(?:supersed(?:es|ing)|replac(?:es|ing)|in (?:lieu|place|stead) of|instead of|rather than|former(?:ly)?|previous(?:ly)?|prior(?! to)|original(?:ly)?|initially|expired|until then|historical(?:ly)?|(?:amended|changed|revised|reduced|increased|lowered|raised) from)\b[^.;]{0,70}$/i
/** A figure of which these words follow held once. */
const OVERTAKEN =
  /^[^.;]{0,70}?\b(?:superseded|deleted|cancel+ed|withdrawn|revoked|voided|no longer|null and void|struck|replaced(?= (?:by|with|in))|(?:amended|changed|revised|reduced|increased|lowered|raised) to (?:[$€£]|USD|\d|read))/i
const NEGATED =
  /\b(?:not|no|never|none|without|neither|nor|excludes?|excluding|exclusive of|except(?:ing|ed)?|other than|omits?|waive[sd]?|declin\w+|reject(?:s|ed)?)\b[^.;,]{0,60}$/i
/** Negations that say how much or when, and numbers. */
const NO_NEGATION =
  /\bnot\s+(?:be\s+)?(?:less|more|later|lower|greater|fewer|earlier|to\s+exceed|exceed(?:ing|s)?|only|yet due)\b|\bno\s+(?:less|more|later|fewer|earlier|greater|lower)\b|\bnos?\.\s*:?\s*|\bnos?\b\s*[:#]\s*|\b(?:policy|certificate|contract|form|dam|docket|project|unit|account|reference) nos?\b|\bexcept as\b[^,]*,/gi
const REFUSED =
  /^[^.;,]{0,50}?\b(?:(?:shall|does|do|will|is|are|has|have|was|were|may|can) not\b(?! (?:be )?(?:less|more|later|exceed|limited))|not applicable|excluded|n\/a|not (?:taken up|accepted|purchased|bought|bound)|(?:was|were|(?:has|have) been) (?:declined|refused|rejected))/i
const TENTATIVE =
  /\b(?:draft|proposed|proposes|proposal|indicative|preliminary|tentative(?:ly)?|assum(?:ed|es|ing)|illustrative|for example|e\.g\.|hypothetical|specimen|to be (?:determined|agreed|confirmed|negotiated)|tbd|tba|subject to (?:negotiation|change|confirmation|board approval)|under (?:negotiation|discussion)|not yet (?:agreed|signed|bound|confirmed)|unconfirmed|would (?:be|have)|might be|could be|counter-?offer)\b/i
/** Another figure beside the one, of which either can be meant. */
const ALTERNATIVE_AFTER = /^\s*(?:or|\/)\s+(?:[$€£]\s?)?(?:\d|(?:ten|twelve|fifteen|twenty|thirty)\b)/i
const ALTERNATIVE_BEFORE =
  /\d[\d.,%]*(?:\s?(?:%|years?|months?))?\s+or\s+$|\bbetween\s+(?:[$€£]?\s?\d[^.;]{0,30})?$/i

/** Words that stand apart on a page say that nothing on it holds yet, or any more. */
const STAMP =
  /^\W*(?:(?:preliminary\s+|working\s+|final\s+|revised\s+|initial\s+)?draft|specimen|sample|example only|for discussion(?: purposes)?(?: only)?|not for execution|indicative(?: terms)?(?: only)?|non-?binding|(?:form|template) only)\b[^.]{0,50}$/i
const VOID = /^\W*(?:superseded|void(?:ed)?|cancel+ed|withdrawn|replaced|obsolete|expired copy)\b[^.]{0,50}$/i

const hasLine = (text: string, line: RegExp): boolean =>
  text.split('\n').some((one) => one.length < 80 && !/\t/.test(one) && line.test(one.trim()))
/** Whether a page is a draft or a form. */
export const isDraft = (text: string): boolean => hasLine(text, STAMP)
/** Whether a page was replaced by another. */
export const isVoid = (text: string): boolean => hasLine(text, VOID)

/** Titles of papers that have a term, a price and security of their own, and sell no power. */
const OTHER_TITLE =
  /\b(?:interconnection|lease|easement|operations? and maintenance|o&m|engineering,? procurement|construction|loan|credit|operating|management)\b[^.\n]{0,40}\bagreement\b|\b(?:certificate|evidence) of [^.\n]{0,40}insurance\b|\b(?:inspection|evaluation) report\b/i
const SELLS =
  /\b(?:power|energy|electricity|solar|storage|capacity|tolling|services?|renewable)\b[^.\n]{0,40}\b(?:purchase|sale|sales|supply|services?|storage|tolling|off-?take)\b|\bPPA\b/i
/** Whether the first lines of a paper call it something other than a sale of power. */
export function isOfAnotherKind(text: string): boolean {
  const title = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 5)
    .map((line) => line.slice(0, 120))
    .join('\n')
  return OTHER_TITLE.test(title) && !SELLS.test(title)
}

interface Passage {
  quotation: string
  value: string
  /** Where the value begins, if it may stand there more than once. */
  offset?: number
}

/** Whether the words around a value say that it held once, doesn't hold, or may hold. */
export function isDoubtful({ quotation, value, offset }: Passage): boolean {
  const at = offset ?? quotation.indexOf(value)
  // A statement that is its own quotation, as a finding, says itself what it says.
  if (at < 0 || value.length > quotation.length * 0.8) return false
  const sentence = quotation.slice(0, at)
  const turn = [...sentence.matchAll(TURNS)].at(-1)
  const before = turn ? sentence.slice(turn.index + turn[0].length) : sentence
  const after = quotation.slice(at + value.length)
  const isFigure = /^[$€£\d]|^(?:USD|US)/.test(value)
  return (
    (!turn && FORMER.test(before)) ||
    NEGATED.test(before.replace(/\([^)]*\)/g, ' ').replace(NO_NEGATION, ' ')) ||
    OVERTAKEN.test(after) ||
    REFUSED.test(after) ||
    TENTATIVE.test(`${before.slice(-80)} | ${after.slice(0, 80)}`) ||
    (isFigure && (ALTERNATIVE_AFTER.test(after) || ALTERNATIVE_BEFORE.test(before)))
  )
}
