import { atLabel, best, bySentence, type Candidate, each, inContext, wholeText } from './candidates.ts'
import { formActions, formFindings } from './damForms.ts'
import type { Segment, Segments } from './segments.ts'
import { anyCase, dates } from './values.ts'

const DAM_NAME =
  "[A-Z][\\w'’.-]*(?:\\s+(?:[A-Z0-9][\\w'’.-]*|No\\.|of)){0,5}?\\s+(?:Dam|Dike|Dyke|Embankment|Reservoir|Levee|Spillway|Impoundment|Weir|Basin|Pond|Powerhouse|DAM|RESERVOIR|DIKE)\\b(?:\\s+(?:Dam|Dike|Embankment|Spillway|DAM))*(?:\\s+(?:No\\.?\\s*\\d+|[A-Z]\\b|\\d+\\b))?"
const GENERIC =
  /^(?:The|This|Existing|Main|National|State|Emergency|Principal|Auxiliary|Upper|Lower|Concrete|Earth(?:en|fill)?|High|Low|Significant|Annual|Federal)\s+(?:Dam|Dike|Embankment|Reservoir|Spillway|Hazard\s+Dam|Inspection\s+Dam|Powerhouse)$/i

const structure = (segments: Segments): Candidate[] => {
  const named = bySentence(segments, new RegExp(`(?<value>${DAM_NAME})`), 1).filter(
    ({ value }) => !GENERIC.test(value),
  )
  const counts = Map.groupBy(named, ({ value }) => value.toLowerCase())
  return best([
    ...atLabel(
      segments,
      /(?:name of (?:the )?(?:dam|structure|facility)|dam(?: name)?|structure(?: name| inspected)?|facility(?: name)?|project(?: name)?)/,
      wholeText(90),
      {
        not: /^(?:type|height|owner|number|id)|\bbuilt\b|^(?:earth|concrete|rock|zoned|homogeneous|masonry|roller|gravity)/i,
      },
    ),
    ...bySentence(
      segments,
      /\b(?<value>(?:[Dd]etention structure|[Dd]etention basin),\s+[A-Z][\w'’.-]*(?:\s+[A-Z0-9][\w'’.-]*){0,5})/,
      2.5,
    ),
    ...bySentence(
      segments,
      new RegExp(
        `${anyCase('inspect(?:ed|ion)(?: report)?(?: of| at| for|:)?|assessment of|evaluation of|condition of')} (?:the )?(?<value>${DAM_NAME})`,
      ),
      3,
    ),
    ...named.map((found) => ({
      ...found,
      score: 1 + Math.min(1, (counts.get(found.value.toLowerCase())?.length ?? 0) / 10),
    })),
  ]).map((found) => ({ ...found, value: found.value.replace(/^(?:The|This|Of|At|For)\s+/i, '') }))
}

const CLASS =
  '(?:(?:high|significant|low|moderate)(?:\\s+\\(class\\s+(?:I{1,3}|[ABC123])\\))?|(?:class|category|type)\\s+(?:[ABC]|I{1,3}|[123])|[ABC]|I{1,3})'
const BOX = /\[\s*(x|✓|✔)?\s*\]|([☒☑■✔])|[☐□]/gi
/** The class whose box is ticked, where a form has a box for each. */
const tickedHazards = ({ lines }: Segments): Candidate[] =>
  lines.flatMap((line) => {
    const boxes = [...line.text.matchAll(BOX)]
    if (boxes.length < 2 || !/hazard/i.test(line.text)) return []
    const ticked = boxes.filter(([, inside, whole]) => inside ?? whole)
    const [box] = ticked
    const first = boxes[0]
    if (ticked.length !== 1 || !box || !first) return []
    // Boxes stand before their words where nothing but the label stands before the first.
    const isBefore = !new RegExp(`(?:${CLASS})\\s*$`, 'i').test(line.text.slice(0, first.index).trim())
    const words = isBefore ? line.text.slice(box.index + box[0].length) : line.text.slice(0, box.index)
    const value = new RegExp(isBefore ? `^\\s*(${CLASS})\\b` : `\\b(${CLASS})\\s*$`, 'i').exec(words)?.[1]
    const quotation = line.text.replaceAll('\t', ' ')
    return value ? [{ value, detail: null, quotation, page: line.pageAt(0), score: 6 }] : []
  })
const hazard = (segments: Segments): Candidate[] => {
  const ticked = tickedHazards(segments)
  return ticked.length > 0 ? best(ticked) : statedHazard(segments)
}
const statedHazard = (segments: Segments): Candidate[] =>
  best([
    ...atLabel(
      segments,
      /(?:downstream\s+)?hazard(?:[\s-]+potential)?(?:\s+(?:class(?:ification)?|rating|category|designation))?/,
      (text) => {
        const match = new RegExp(`^(?:${CLASS})\\b(?:\\s+hazard(?:\\s+potential)?)?`, 'i').exec(text)
        return match ? [{ value: match[0], start: 0, end: match[0].length }] : []
      },
    ),
    ...bySentence(
      segments,
      new RegExp(
        `\\bhazard(?:[\\s-]+potential)?(?:\\s+(?:class(?:ification)?|rating|category|designation))?(?:\\s+(?:of|for)\\s+(?:the|this|it)[\\w\\s'’-]{0,40}?)?\\s+(?:(?:is|of|remains|was|as|has been (?:assigned|rated|classified) as)\\s+)?(?:(?:rated|classified|designated)\\s+)?(?:as\\s+)?["“]?(?<value>${CLASS})\\b`,
        'i',
      ),
      4,
    ),
    ...bySentence(
      segments,
      /(?:classified|rated|categori[sz]ed|designated|listed|regulated|considered)\s+(?:as\s+)?(?:an?\s+)?["“]?(?:(?:small|intermediate|large)[\s-]+size[sd]?,?\s+)?(?<value>(?:(?:high|significant|low|moderate)(?:\s+\(class\s+(?:I{1,3}|[ABC])\))?|class\s+(?:[ABC]|I{1,3}))(?:[\s-]+hazard)?(?:[\s-]+potential)?)(?=["”\s.,;-])/i,
      3,
    ).filter(({ quotation }) => /hazard/i.test(quotation)),
    ...bySentence(
      segments,
      /\b(?<value>(?:high|significant|low)(?:\s+\(class\s+I{1,3}\))?[\s-]+hazard(?:[\s-]+potential)?)\b/i,
      1.5,
    ),
  ])

const inspected = (segments: Segments): Candidate[] =>
  best([
    ...atLabel(
      segments,
      /(?:date(?:\(s\)|s)? of (?:the )?(?:site |field )?(?:inspection|visit)|(?:site |field )?inspection dates?|inspected on|inspected|date inspected|site visit)/,
      dates,
      {
        not: /next|previous|last/i,
      },
    ),
    ...inContext(segments, dates, {
      about: /inspect(?:ed|ion)|site visit|visited|walkdown|walk-?down|examined/i,
      clearer:
        /(?:was|were) (?:inspected|performed|conducted|carried out|made|visited)|inspect(?:ed|ion) (?:was|on|of)|(?:conducted|performed|carried out) (?:on|an? )|we inspected|visited/i,
      not: /next|due|\bagain\b|will be (?:re-?)?inspected|previous|last inspect|prior|built|constructed|report date|dated|schedul|no later than|follow-up|before|subsequent|complet\w+ (?:by|before)/i,
      within: 120,
    }),
  ])
const nextInspection = (segments: Segments): Candidate[] =>
  best([
    ...atLabel(
      segments,
      /(?:next (?:[\w-]+ ){0,3}(?:inspection|examination|site visit)(?: (?:due|date|due date))?|(?:re-?inspection|follow-up inspection)(?: (?:due|date))?)/,
      (text) => {
        const [date] = dates(text)
        if (date) return [date]
        return /^(?:within|in|by|every|annual|before|no later)/i.test(text) ? wholeText(120)(text) : []
      },
    ),
    ...inContext(segments, dates, {
      about:
        /next (?:[a-z]+ ){0,3}(?:inspection|examination|site visit)|re-?inspect(?:ed|ion)?|follow-up inspection|inspect(?:ed|ion|s)? (?:[\w-]+ ){0,4}again|revisit|return (?:for|to)|subsequent inspection/i,
      clearer: /due|schedul|no later than|by\b|before|plan/i,
      within: 120,
    }),
  ])

const FINDINGS =
  /finding|observation|observed|deficienc|defects?\b|\bnoted\b|\bproblems?\b|condition assessment|conditions? (?:noted|found|observed)|inspection results|what (?:was|were|we|i|the (?:team|engineer|inspectors?)) (?:have )?(?:seen|saw|found|observed|noted)|noted conditions/i
const RECOMMENDATIONS =
  /recommend|corrective action|remedial (?:action|measure|work)|required to take|required action|action items?|follow-up action|(?:maintenance|repairs?|work|actions?) (?:items? )?(?:needed|required|due)|following (?:actions?|measures?|repairs?|work)|directed to|ordered to|to be done|must be (?:done|taken|made)|repairs? required|proposed (?:action|measure|repair)/i
const OBSERVED =
  /\b(?:(?:was|were|is|are) (?:also )?(?:observed|noted|found|seen|evident|visible|recorded|identified|present|detected)|we (?:observed|noted|found|saw)|(?:inspect(?:ors?|ion)|team|engineer) (?:observed|noted|found|identified|saw|revealed))\b|\boverall condition (?:of [^.;]{3,60} )?(?:is|was)\b/i
const RECOMMENDED =
  /\b(?:(?:is|are|it is|we|also) (?:strongly )?recommend(?:ed|s)?\b|recommend(?:s|ed)? that|(?:owner|operator|licensee) (?:should|must|shall)|should be (?:repaired|removed|monitored|cleared|replaced|installed|filled|sealed|inspected|restored|regraded|surveyed|updated|re-?established|addressed|completed|tested|exercised|performed|mowed|cut))\b/i
const IMPERATIVE =
  /^(?:(?:immediately|promptly|annually|also|continue to)\s+)?(?:add|address|adopt|apply|arrange|assess|backfill|calibrate|check|clean|clear|commission|complete|conduct|continue|control|correct|cut|develop|document|engage|ensure|establish|evaluate|excavate|exercise|extend|fence|file|fill|flush|grade|grout|hire|hydroseed|implement|improve|increase|inspect|install|investigate|keep|lower|lubricate|maintain|measure|monitor|mow|notify|obtain|overseed|paint|patch|perform|place|plug|prepare|prevent|provide|raise|re-?[a-z]+|reduce|remove|repair|replace|report|restore|retain|revise|schedule|seal|seed|stabili[sz]e|submit|survey|test|treat|trim|update|upgrade|verify)\b/i
const LISTS_ACTIONS =
  /items? requiring action|recommends? that the following|(?:the )?following (?:actions?|measures?|work|repairs?)\b.*\b(?:required|recommended|undertaken)/i
const HEADING_END = /:$/

const ITEM = /^(?:[•▪●◦*–—-]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?)\s+/
/** Heads of a table: short words without figures. */
const isHeads = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.split(/\s+/).length <= 4 && !/\d|\.$/.test(cell)) &&
  cells.some((cell) =>
    /^(?:part|condition|finding|observation|priority|feature|item|component|location|recommendation|action|no\.?|rating|element|area|deadline|due|owner)/i.test(
      cell,
    ),
  )

/** Sentences, items and rows that stand under a heading, or say by themselves what they are. */
function statements(segments: Segments, under: RegExp, says: RegExp, not: RegExp): Candidate[] {
  const stands = ({ text, heading, cells }: Segment): boolean => {
    if (text.length < 18 || HEADING_END.test(text) || not.test(text)) return false
    if (text.replace(ITEM, '').toLowerCase().startsWith(heading) && text.length < heading.length + 12)
      return false
    if (!/[a-z]/.test(text)) return false
    if (cells.length > 1) {
      if (!under.test(heading) || cells.length < 3 || isHeads(cells)) return false
      return under === FINDINGS || cells.some((cell) => IMPERATIVE.test(cell) || says.test(cell))
    }
    if (says.test(text)) return true
    if (!under.test(heading) || not.test(heading) || text.split(/\s+/).length < 4) return false
    return (
      ITEM.test(text) || IMPERATIVE.test(text.replace(ITEM, '')) || (under === FINDINGS && /[.;]$/.test(text))
    )
  }
  return each(
    segments.sentences.filter(stands).map((segment) => ({
      value: segment.text.replace(ITEM, '').slice(0, 400),
      detail: null,
      quotation: segment.text.slice(0, 400),
      page: segment.pageAt(0),
      score: 2,
    })),
  )
}

/** Sentences that a list of a report's recommendations may have between its heads. */
const LIST_REACH = 40
/** Items that tell somebody to do something, under heads of their own within the recommendations. */
function listedActions({ sentences }: Segments): Candidate[] {
  let since = Number.POSITIVE_INFINITY
  let over = ''
  return sentences.flatMap((segment): Candidate[] => {
    since += 1
    if (segment.heading !== over) {
      over = segment.heading
      if (LISTS_ACTIONS.test(over)) since = 0
      else if (FINDINGS.test(over)) since = Number.POSITIVE_INFINITY
    }
    if (LISTS_ACTIONS.test(segment.text) && segment.text.length < 200) since = 0
    const value = segment.text.replace(ITEM, '')
    if (since > LIST_REACH || value === segment.text || !IMPERATIVE.test(value)) return []
    return [
      {
        value: value.slice(0, 400),
        detail: null,
        quotation: segment.text.slice(0, 400),
        page: segment.pageAt(0),
        score: 2,
      },
    ]
  })
}

/** What the report of a dam's inspection states, by field. */
export const damFacts = (segments: Segments): Record<string, Candidate[]> => ({
  structure: structure(segments),
  hazard: hazard(segments),
  inspected: inspected(segments),
  next: nextInspection(segments),
  finding: each([
    ...statements(
      segments,
      FINDINGS,
      OBSERVED,
      /recommend|\bshould be\b|hazard (?:potential|class)|^(?:the )?(?:following|these)\b.*\bwere\b.*:?$/i,
    ),
    ...formFindings(segments),
  ]),
  recommendation: each([
    ...statements(
      segments,
      RECOMMENDATIONS,
      RECOMMENDED,
      /^(?:the )?following|no recommendations|\b(?:has|have) (?:already )?been (?:completed|implemented|addressed|carried out)|next (?:[\w-]+ ){0,3}inspection/i,
    ),
    ...formActions(segments),
    ...listedActions(segments),
  ]),
})
