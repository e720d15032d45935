import { atLabel, best, bySentence, type Candidate } from './candidates.ts'
import type { Segments } from './segments.ts'
import { anyCase, type Found } from './values.ts'

const LEGAL =
  '(?:LLC|L\\.L\\.C\\.|LP|L\\.P\\.|LLP|Inc\\.?|Incorporated|Corp\\.?|Corporation|Co\\.|Company|Ltd\\.?|Limited|plc|PLC|N\\.A\\.|SE|AG|GmbH|S\\.A\\.)'
const WORD = "(?:[A-Z0-9][\\w'’&.+/-]*|&|of|the|and|for|de)"
/** A name in capitals, with what it is in law after a comma. */
const NAME = `[A-Z][\\w'’&.+/-]*(?:\\s+${WORD}){0,9}(?:,\\s+${LEGAL})?`
/** "…, a Delaware limited liability company" */
const NATURE = '(?:,\\s+(?:an?|the|organi[sz]ed|duly)\\s[^()“"]{0,180}?)?'
/** Words in capitals that begin a sentence or a title and belong to no name. */
const NO_NAME =
  /^(?:(?:this|that|the|between|by|and|whereas|among|agreement|with|from|of|for|its|party|parties|dated|date|as|in|on|under|power purchase agreement|today)\b[\s,]*)+/i

/** The name without what a sentence puts around it; null where nothing is left of it. */
function nameIn(text: string): string | null {
  // Of "A LLC and B" a role in brackets is about B.
  const last = text.split(new RegExp(`(?<=\\b${LEGAL}),?\\s+and\\s+(?=[A-Z])`)).at(-1) ?? text
  const name = last
    .replace(NO_NAME, '')
    .replace(/(?:[\s,]+(?:and|of|the|for|de|a|an))+$/, '')
    .replace(/^["“'(]+|["”',;:]+$/g, '')
    .trim()
  if (name.length < 3 || !/[A-Z]/.test(name) || !/[a-z]{2}|[A-Z]{3}/.test(name)) return null
  // What a form or a contract is called is nobody's name.
  if (
    /\b(?:agreement|contract|form|exhibit|schedule|annex|appendix|confirmation|template|term sheet|certificate|memorandum|amendment|terms and conditions)\b/i.test(
      name,
    )
  )
    return null
  return /^(?:agreement|contract|section|article|exhibit|seller|buyer|purchaser|provider|supplier|producer|generator|off-?taker|customer|project|project company)$/i.test(
    name,
  )
    ? null
    : name
}

const cleaned = (candidate: Candidate): Candidate[] => {
  const value = nameIn(candidate.value)
  return value === null ? [] : [{ ...candidate, value }]
}

/** A name that stands alone at a label, without address and nature. */
export function partyAtLabel(text: string): Found[] {
  const match = new RegExp(NAME).exec(text.split('\t')[0] ?? '')
  if (!match || match.index > 6) return []
  return [{ value: match[0], start: match.index, end: match.index + match[0].length }]
}

/** "is between X ("Seller") and Y ("CBPC")": who stands beside a party of a known role has the other one. */
export const besideParty = (segments: Segments, name: string): Candidate[] =>
  bySentence(
    segments,
    new RegExp(
      `\\b(?:between|among)\\s+(?:${escaped(name)}[^“"]{0,180}[“"][^“"]{3,40}[”"]\\)?,?\\s+and\\s+(?:the\\s+)?(?<value>${NAME})${NATURE},?\\s*\\(|(?:the\\s+)?(?<value>${NAME})${NATURE},?\\s*\\([^)]{3,60}\\),?\\s+and\\s+(?:the\\s+)?${escaped(name)})`,
    ),
    2,
  ).flatMap(cleaned)
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A name alone in its line, and in the next its role alone: '(as "Seller")', as a title page has it. */
function aboveRole({ lines }: Segments, role: string): Candidate[] {
  const alone = new RegExp(`^\\(?\\s*(?:as\\s+)?(?:the\\s+)?["“]?${role}["”]?\\s*\\)?[,;]?$`, 'i')
  return lines.flatMap((line, index) => {
    const name = lines[index - 1]
    if (!name || !alone.test(line.text) || /\t/.test(name.text)) return []
    return [
      {
        value: name.text,
        detail: null,
        quotation: `${name.text} ${line.text}`,
        page: name.pageAt(0),
        score: 4,
      },
    ]
  })
}

/**
 * Who has a role in a contract, however it introduces them: at a label, as a defined term before or after the name, by
 * "as Buyer", or by what they do.
 * @param role words for the role, any case
 * @param does what such a party does, after its name
 */
export function partyOf(segments: Segments, role: string, does: RegExp): Candidate[] {
  const as = anyCase(role)
  const sentences = (expression: string, score: number) => bySentence(segments, new RegExp(expression), score)
  return best(
    [
      ...atLabel(segments, new RegExp(`${role}(?:\\s+(?:name|party|entity|company))?`), partyAtLabel),
      ...sentences(
        `(?<value>${NAME})${NATURE},?\\s*\\(\\s*(?:(?:hereinafter|together with|referred to|in this agreement)[^"“)]{0,60})?(?:as\\s+)?(?:the\\s+)?["“'‘]?(?:the\\s+)?${as}["”'’]?[^)]{0,60}\\)`,
        4.5,
      ),
      ...sentences(
        `["“](?:the\\s+)?${as}["”]\\s+(?:means|is|shall mean|refers to)\\s+(?:the\\s+)?(?<value>${NAME})`,
        5,
      ),
      ...sentences(
        `(?<value>${NAME})${NATURE},?\\s+(?:acting\\s+|hereinafter\\s+|\\()?as\\s+(?:the\\s+)?["“]?${as}\\b`,
        4,
      ),
      ...sentences(
        `(?<value>${NAME})${NATURE},?\\s+(?:is|acts as|will be|serves as)\\s+(?:the\\s+)?${as}\\b`,
        4,
      ),
      ...aboveRole(segments, role),
      ...sentences(`\\b[Aa]s\\s+(?:the\\s+)?${as},\\s+(?<value>${NAME})`, 3),
      ...sentences(`\\b(?:[Tt]he\\s+)?${as}\\s+(?:is|will be|shall be)\\s+(?:the\\s+)?(?<value>${NAME})`, 4),
      ...sentences(`(?<value>${NAME})${NATURE}(?:,?\\s*\\([^)]{0,60}\\))?,?\\s+(?:${does.source})`, 1.5),
    ].flatMap(cleaned),
  )
}
