import { atLabel, best, bySentence, type Candidate, each } from './candidates.ts'
import { isLimitName, limits } from './limits.ts'
import { partyAtLabel } from './parties.ts'
import { datesOfRows, type PolicyRow, policiesOfRows, policyRows } from './policyRows.ts'
import type { Segments } from './segments.ts'
import { anyCase, DATE_TEXT, dates, type Found } from './values.ts'

const INSURER_WORD = "(?:[A-Z][\\w'’&.-]*|of|and|&|the)"
/** Names by which insurers are known as such. */
const INSURER_NAME = `[A-Z][\\w'’&.-]*(?:\\s+${INSURER_WORD}){0,6}?\\s+(?:Insurance|Assurance|Indemnity|Casualty|Surety|Reinsurance|Underwriters|Underwriting|Mutual|Specialty|Syndicate)(?:\\s+(?:&|and|of|Insurance|Casualty|Surety|Liability|Company|Co\\.?|Corporation|Corp\\.?|Limited|Ltd\\.?|Inc\\.?|LLC|SE|plc|Group|Exchange|America|London|Europe|[A-Z]{2,4}|\\d{3,4}))*`
const AT_INSURER =
  /(?:insurers?|insurance carriers?|carrier|insurance company|underwriter|underwritten by|issuing company|company affording coverage|insurer\(s\) affording coverage)(?:\s+[A-F](?![a-z]))?(?:\s+name)?/
/** "INSURER A :" before a name, by which the rows of a certificate refer to it. */
const LETTER = /^insurers?\s+[A-F]\s*:?\s+/i
const NO_INSURER = /^insurer\(s\) affording coverage$|naic|letter/i

const insurerAtLabel = (text: string): Found[] => {
  const [party] = partyAtLabel(text)
  const known = new RegExp(INSURER_NAME).exec(text)
  // A name can say more than the word by which insurers are known.
  if (party && (!known || (party.start <= known.index && party.value.length > known[0].length)))
    return [party]
  return known ? [{ value: known[0], start: known.index, end: known.index + known[0].length }] : []
}
/** Only a name by which insurers are known as such. */
const knownInsurer = (text: string): Found[] => {
  const known = new RegExp(`^(?:the )?(?<value>${INSURER_NAME})`).exec(text)?.groups?.value
  return known ? [{ value: known, start: text.indexOf(known), end: text.indexOf(known) + known.length }] : []
}
/** An insurer's name that stands alone over its paper. */
const letterheads = ({ lines }: Segments): Candidate[] =>
  lines
    .slice(0, 4)
    .filter(({ text }) => knownInsurer(text).some(({ value }) => value === text))
    .map((line) => ({ value: line.text, detail: null, quotation: line.text, page: line.pageAt(0), score: 2 }))
/** Below "COMPANY NAME AND ADDRESS" beside the producer, as evidence of property insurance has it. */
const besideProducer = ({ lines }: Segments): Candidate[] =>
  lines.flatMap(({ cells }, index) => {
    const column = cells.findIndex((cell) => /^(?:issuing )?company(?: name)?(?: and address)?$/i.test(cell))
    const next = lines[index + 1]
    const [found] = knownInsurer(next?.cells[column] ?? '')
    if (!next || !found || !cells.some((cell) => /^(?:producer|agency)/i.test(cell))) return []
    const quotation = next.text.replaceAll('\t', ' ')
    return [{ value: found.value, detail: null, quotation, page: next.pageAt(0), score: 5 }]
  })
const trimmedName = (found: Candidate): Candidate => ({
  ...found,
  value: found.value
    // The letter of a neighbour in the list of insurers is no part of a name.
    .replace(/\s+insurers?\s+[A-H]\b.*$/i, '')
    .replace(/^(?:insurers?\s+)?[A-H]\s*[:.)-]\s+/i, '')
    .replace(/\s+[A-H](?:\s*[:.)-].*)?$/, '')
    .replace(/(?:\s+(?:and|of|the|&))+$/i, '')
    .replace(/\s+NAIC.*$/, '')
    // The share of one of several insurers.
    .replace(/\s+\d{1,2}$/, ''),
})
/** What a company is known by; words of a form in capitals are no name. */
const COMPANY =
  /\b(?:insurance|assurance|indemnity|casualty|surety|reinsurance|underwriters?|mutual|specialty|syndicate|lloyd['’]?s|fund|company|co|corp(?:oration)?|inc|llc|ltd|limited|plc|se|ag|group|exchange)\b/i
const isCompany = (value: string): boolean =>
  !isLimitName(value) &&
  !/^(?:if yes|n\/a|none|ded)\b|\b(?:number|date|address|premises|liability)$/i.test(value) &&
  (COMPANY.test(value) || /[a-z]/.test(value))
const insurers = (segments: Segments): Candidate[] => {
  const all = [
    ...atLabel(segments, AT_INSURER, insurerAtLabel, { not: NO_INSURER }),
    ...atLabel(segments, /(?:company|issuer|issued by|placed with|security)/, knownInsurer),
    ...letterheads(segments),
    ...besideProducer(segments),
    ...columnOf(
      segments,
      /^(?:insurers?|(?:insurance )?carriers?|(?:insurance )?company|underwriters?)\b/i,
      (text) => insurerAtLabel(text.replace(LETTER, '')),
    ),
    ...bySentence(
      segments,
      new RegExp(
        `${anyCase('\\b(?:issued|underwritten|insured|provided|placed|written|covered|carried|afforded|bound)(?: \\w+){0,3} (?:by|with|through)|insurer is|carrier is|coverage (?:is )?with')} (?:the )?(?<value>${INSURER_NAME})`,
      ),
      4,
    ),
    ...bySentence(segments, new RegExp(`\\b(?:by|with|through|from) (?:the )?(?<value>${INSURER_NAME})`), 3),
    ...bySentence(
      segments,
      new RegExp(
        `(?<value>${INSURER_NAME})(?:,[^,]{0,60},)?\\s+(?:\\((?:the )?["“]?Insurer|${anyCase('certifies|hereby certifies|confirms|has issued|insures|provides|agrees to|as insurer|will indemnify')})`,
      ),
      4,
    ),
  ].map(trimmedName)
  return each(
    all.filter(
      ({ value }) =>
        // The letter of an insurer refers to its name.
        value.length > 2 &&
        isCompany(value) &&
        !/\b(?:Certificate|Agency|Brokers?|Brokerage|Services)\b|^(?:(?:commercial|general|auto\w*|umbrella|excess)\s+)+liability|^(?:polic(?:y|ies)|limits?|number|coverage|premium)\b/i.test(
          value,
        ),
    ),
  )
}

const NUMBER =
  '(?=[A-Z0-9 ./-]*\\d{2})(?:[A-Z]{1,5}[ -])?[A-Z0-9][A-Z0-9./-]{3,}(?:[ ][A-Z0-9][A-Z0-9./-]*\\d[A-Z0-9./-]*){0,3}'
const POLICY_LABEL =
  '(?:[a-z]+\\s+){0,3}policy\\s*(?:number|numbers|no\\.?|nos\\.?|#|ref(?:erence)?\\.?)|contract of insurance no\\.?|certificate of (?:cover|property) no\\.?'
const policyNumbers = (text: string): Found[] =>
  [...text.matchAll(new RegExp(`(?<![\\w/])${NUMBER}(?![\\w])`, 'g'))]
    .map((match) => ({
      value: match[0].replace(/[.,/-]+$/, ''),
      start: match.index,
      end: match.index + match[0].length,
    }))
    .filter(
      ({ value }) =>
        !/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$|^\d{4}-\d{2}-\d{2}$|^\d{1,3}(?:,\d{3})*$/.test(value),
    )
const policies = (segments: Segments, rows: readonly PolicyRow[]): Candidate[] =>
  each([
    ...policiesOfRows(rows),
    ...atLabel(segments, new RegExp(POLICY_LABEL), policyNumbers, { most: 10 }),
    ...atLabel(segments, /policies/, policyNumbers, { most: 10 }),
    ...bySentence(
      segments,
      new RegExp(
        `${anyCase('policy(?:\\s+(?:bearing|with|under))?(?:\\s+(?:the\\s+)?|,\\s+)?(?:number|numbers|numbered|,\\s+numbered|no\\.?|nos\\.?|#|reference)?\\s*(?::|is|of|under)?')}\\s+(?<value>${NUMBER})(?![\\w])`,
      ),
      3,
    ).filter(({ value }) => !/^(?:\d{4}|\d{1,2}[/.-].*|\d{4}-\d\d-\d\d)$/.test(value)),
    ...columnOf(segments, /policy\s*(?:number|no\.?|#)/i, policyNumbers),
  ]).map((found) => ({ ...found, value: found.value.replace(/[.,]+$/, '') }))

const INSURED_LABEL =
  /(?:first\s+|primary\s+)?(?:named\s+)?(?:insured|assured|policy\s?holder)s?(?:\s*\(s\))?(?:['’]s)?(?:\s+(?:full\s+)?name)?(?:\s+(?:and|&)\s+(?:[a-z]+\s+)?address)?/

/** Who stands after the first insured at their label, apart by a semicolon. */
const furtherInsureds = (segments: Segments): Candidate[] =>
  atLabel(
    segments,
    INSURED_LABEL,
    (text) =>
      text
        .split(';')
        .slice(1)
        .flatMap((part) =>
          partyAtLabel(part.trim()).map(({ value }) => ({
            value,
            start: text.indexOf(value),
            end: text.indexOf(value) + value.length,
          })),
        ),
    { not: /additional/i, most: 10 },
  )
const insured = (segments: Segments): Candidate[] =>
  each([...firstInsured(segments), ...furtherInsureds(segments)])
/** Below "INSURED" beside the list of insurers, as the usual certificate has it. */
const besideInsurers = ({ lines }: Segments): Candidate[] =>
  lines.flatMap(({ cells }, index) => {
    const column = cells.findIndex((cell) => /^insured:?$/i.test(cell))
    const next = lines[index + 1]
    const [found] = partyAtLabel(next?.cells[column] ?? '')
    if (!next || !found || !cells.some((cell) => /^insurer/i.test(cell))) return []
    const quotation = next.text.replaceAll('\t', ' ')
    return [{ value: found.value, detail: null, quotation, page: next.pageAt(0), score: 5 }]
  })
const firstInsured = (segments: Segments): Candidate[] =>
  best(
    [
      ...besideInsurers(segments),
      ...atLabel(segments, INSURED_LABEL, partyAtLabel, {
        not: /additional/i,
      }),
      ...bySentence(
        segments,
        /(?<value>[A-Z][\w'’&.-]*(?:\s+(?:[A-Z0-9][\w'’&.-]*|of|and|&)){0,8}(?:,\s+(?:LLC|LP|Inc\.?|L\.P\.))?)(?:,\s+an?\s[^()]{0,120})?,?\s+(?:\(\s*)?(?:hereinafter\s+)?(?:the\s+|as\s+(?:the\s+)?)?["“']?(?:first\s+)?(?:[Nn]amed\s+)?(?:[Ii]nsured|[Aa]ssured|[Pp]olicyholder)\b/,
        3,
      ),
      ...bySentence(
        segments,
        /\b(?:issued to|insures|insured party is|named insured is|in the name of|on behalf of|arranged for|brokers? (?:for|to|of)|cover(?:age|s)? (?:is )?(?:provided )?(?:to|for)|certifies that|confirm(?:s)? that)\s+(?:the\s+)?(?<value>[A-Z][\w'’&.-]*(?:\s+(?:[A-Z0-9][\w'’&.-]*|of|and|&)){1,8}(?:,\s+(?:LLC|LP|Inc\.?|L\.P\.))?)/,
        2,
      ),
    ].filter(
      ({ value }) =>
        !/insurance|assurance|certificate|policy|policies|^(?:the|this|additional)$/i.test(value) &&
        // A number of a policy is nobody's name.
        /[a-z]{2}|[A-Z]{3}/.test(value) &&
        !/^[A-Z]{2,4}[ -]?\d/.test(value),
    ),
  )

const EFFECTIVE =
  /(?:(?:policy|cover(?:age)?|insurance|endorsement)\s+)?(?:effective(?:\s+date)?|inception(?:\s+date)?|eff\.?(?:\s+date)?|starts?(?:\s+date)?|commencement(?:\s+date)?|(?:coverage\s+)?begins|valid from|from)/
const EXPIRES =
  /(?:(?:policy|cover(?:age)?|insurance|endorsement)\s+)?(?:expir(?:ation|y|es)(?:\s+date)?|exp\.?(?:\s+date)?|end(?:\s+date)?|termination date|valid (?:to|until)|(?:coverage\s+)?(?:ends|expires)|to|until)/
const PERIOD =
  /(?:policy|coverage|insurance)\s+(?:period|term)|period of (?:insurance|cover(?:age)?)|\bperiod\b/
const pairOf = (text: string): Found[] => dates(text).slice(0, 2)
/** Two dates with nothing between them but what joins a period. */
function period({ sentences, lines }: Segments, which: 0 | 1): Candidate[] {
  return [...sentences, ...lines].flatMap((segment) => {
    const found = dates(segment.text)
    return found.flatMap((from, index) => {
      const to = found[index + 1]
      if (!to) return []
      const between = segment.text.slice(from.end, to.start)
      if (
        !/^[\s,]*(?:\(?12:01[^)]{0,30}\)?)?[\s,]*(?:to|until|through|thru|and|till|[-–—]|\t)(?:\s+(?:and including|the|expiring(?: on)?|ending(?: on)?))?\s*$/i.test(
          between,
        )
      )
        return []
      const isCover =
        /period|polic|cover|insur|effective|from|incept|eff/i.test(segment.text.slice(0, from.start)) ||
        PERIOD.test(segment.heading)
      if (!isCover) return []
      const value = [from, to][which] ?? from
      return [
        {
          value: value.value,
          detail: null,
          quotation: segment.text.slice(0, 400).replaceAll('\t', ' '),
          page: segment.pageAt(value.start),
          score: 3,
        },
      ]
    })
  })
}
/** The dates in the rows of policies, or else the clearest one. */
const ofRowsOr = (
  rows: readonly PolicyRow[],
  which: 'effective' | 'expiration',
  others: readonly Candidate[],
): Candidate[] => {
  const found = datesOfRows(rows, which)
  return found.length > 0 ? found : best(others)
}
const effective = (segments: Segments, rows: readonly PolicyRow[]): Candidate[] =>
  ofRowsOr(rows, 'effective', [
    ...atLabel(segments, EFFECTIVE, dates),
    ...atLabel(segments, PERIOD, (text) => pairOf(text).slice(0, 1)),
    ...period(segments, 0),
    ...columnOf(segments, /eff(?:ective|\.)?\b|inception|\bfrom\b|\bterm\b|period/i, dates),
    ...bySentence(
      segments,
      new RegExp(
        `\\b(?:effective|incept\\w*|commenc\\w*|begin\\w*|attach\\w*|start(?:s|ing|ed)?|in force from)(?: date)?(?:,| is| on| as of| from)*\\s+(?<value>${DATE_TEXT})`,
        'i',
      ),
      3,
    ),
  ])
const expiration = (segments: Segments, rows: readonly PolicyRow[]): Candidate[] =>
  ofRowsOr(rows, 'expiration', [
    ...atLabel(segments, EXPIRES, dates),
    ...atLabel(segments, PERIOD, (text) => pairOf(text).slice(1)),
    ...period(segments, 1),
    ...columnOf(segments, /exp(?:iration|iry|\.)?\b|\bto\b/i, dates),
    ...columnOf(segments, /\bterm\b|period/i, dates, 1),
    ...bySentence(
      segments,
      new RegExp(
        `\\b(?:expir\\w*|ends?|ending|terminat\\w*|until|through)(?: date)?(?:,| is| on| as of)*\\s+(?<value>${DATE_TEXT})`,
        'i',
      ),
      3,
    ),
  ])

/** Values below a head of a table; what is left of a row may go on in lines with fewer columns. */
function columnOf(
  { lines }: Segments,
  head: RegExp,
  find: (text: string) => Found[],
  which = 0,
): Candidate[] {
  return lines.flatMap((line, index) => {
    const column =
      line.cells.length > 2
        ? line.cells.findIndex((cell) => head.test(cell) && cell.length < 40 && !/\d/.test(cell))
        : -1
    if (column < 0) return []
    const found: Candidate[] = []
    for (let at = index + 1; at < Math.min(lines.length, index + 41); at += 1) {
      const row = lines[at]
      if (!row || row.heading !== line.heading) break
      if (row.cells.length !== line.cells.length) continue
      const next = lines[at + 1]
      const goesOn =
        next && next.heading === line.heading && next.cells.length < line.cells.length ? next.text : ''
      const text = which === 0 ? (row.cells[column] ?? '') : `${row.cells[column] ?? ''} ${goesOn}`
      const value = find(text)[which]
      if (value) {
        const quotation = `${row.text} ${which === 0 ? '' : goesOn}`
          .trim()
          .replaceAll('\t', ' ')
          .slice(0, 400)
        found.push({ value: value.value, detail: null, quotation, page: row.pageAt(0), score: 4 })
      }
    }
    return found
  })
}

/** What an insurance certificate states, by field. */
export function insuranceFacts(segments: Segments): Record<string, Candidate[]> {
  const rows = policyRows(segments)
  const begins = effective(segments, rows)
  return {
    insurer: insurers(segments),
    policy: policies(segments, rows),
    insured: insured(segments),
    effective: begins,
    // Nothing ends on the day on which it begins.
    expiration: expiration(segments, rows).filter(({ value }) =>
      begins.every((begin) => begin.value !== value),
    ),
    limit: limits(segments, (text) => policyNumbers(text)[0]?.value ?? null),
  }
}
