import { atLabel, best, bySentence, type Candidate, each, inContext, labelled } from './candidates.ts'
import { besideParty, partyOf } from './parties.ts'
import type { Segments } from './segments.ts'
import { amounts, anyCase, capacityRates, dates, durations, type Found, percents, rates } from './values.ts'

const BUYER = '(?:power\\s+|energy\\s+|host\\s+)?(?:buyer|purchaser|off-?taker|customer|subscriber|utility)'
const SELLER =
  '(?:power\\s+|energy\\s+)?(?:seller|provider|supplier|producer|generator|developer|operator|project company|project owner)'

const NO_PRICE =
  /damage|shortfall|penalt|deficien|renewable energy (?:credit|certificate)|\brecs?\b|market price|day[- ]ahead|index price|floor|ceiling|not (?:to )?exceed|\bcap\b|imbalance|test energy|excess (?:energy|output)|replacement|avoided|integration|excess cycle|variable|o&m|incentive|rebate|degradation|(?:above|beyond|in excess of) \d|per mwh of lost/i
/** What is paid for capacity, or for a year, where energy has no price of its own. */
const ofCapacity = (segments: Segments): Candidate[] => [
  ...atLabel(segments, /(?:storage|capacity|monthly capacity) (?:rate|price|payment)/, capacityRates),
  ...inContext(segments, capacityRates, {
    about: /(?:storage|capacity) (?:rate|price|payment)|lump sum payment|fixed (?:monthly|annual) payment/i,
    clearer: /\b(?:is|equals|shall (?:be|pay))\b/i,
    not: /damage|penalt|security|deposit|credit support/i,
    within: 80,
  }),
]
const price = (segments: Segments): Candidate[] =>
  best([
    ...ofCapacity(segments),
    ...atLabel(
      segments,
      /(?:contract|energy|purchase|fixed|power|ppa|solar|delivered energy|unit)?\s*(?:price|rate|tariff|energy payment)(?:\s+(?:in|for)[^:\t]{0,40})?/,
      rates,
      { not: NO_PRICE },
    ),
    ...inContext(segments, rates, {
      about:
        /price|\brate\b|tariff|\bpay(?:s|ment)?\b|\bcharge|consideration|compensat|\bsell|\bpurchase|\bbuy/i,
      clearer:
        /(?:contract|energy|purchase|fixed|ppa|unit|agreed|base)\s+(?:price|rate)|(?:shall|will|agrees to) pay|first contract year|year 1/i,
      not: NO_PRICE,
    }).filter(({ quotation }) => !/shortfall|\bdamages\b/i.test(quotation)),
  ])

const ESCALATES =
  /escalat|(?:increas|ris|adjust|step|grow|index|climb|go(?:es)? up)\w*(?:[^.;]|\.\d){0,60}(?:annual|each|every|per (?:annum|year)|year|anniversary)|(?:annual|each|every|per annum|year|anniversar)(?:[^.;]|\.\d){0,120}(?:increas|rise|adjust|step|grow|index|uplift|climb|go(?:es)? up)/i
const NO_ESCALATOR =
  /degrad|availab|interest|\blate\b|\btax|insuranc|royalt|lease|\brent|discount|capacity|loss(?:es)?\b|deductible|vacan|cost of/i
const FLAT =
  /(?<value>(?:there\s+(?:is|shall be|will be)\s+)?no\s+(?:annual\s+|price\s+)*escalat\w+|without\s+(?:any\s+)?(?:annual\s+|price\s+)*escalat\w+|not\s+(?:be\s+)?(?:subject\s+to\s+(?:any\s+)?(?:annual\s+|price\s+)*escalat\w+|escalated?)|(?:fixed|flat|constant|levelized)\s+(?:price\s+)?(?:for|over|throughout|during)\s+the\s+(?:entire\s+|whole\s+|full\s+)?(?:delivery\s+|contract\s+)?term)/i
const escalator = (segments: Segments): Candidate[] =>
  best([
    ...atLabel(
      segments,
      /(?:annual\s+|price\s+)*escalat(?:or|ion)(?:\s+(?:rate|factor))?|annual (?:price )?(?:increase|adjustment)/,
      (text) => [
        ...percents(text),
        ...(/^(?:none|nil|n\/a|no\b|fixed|flat)/i.test(text)
          ? [{ value: (text.split(/[\t,;.]/)[0] ?? '').trim(), start: 0, end: text.length }]
          : []),
      ],
    ),
    ...inContext(segments, percents, {
      about: ESCALATES,
      clearer: /price|\brate\b|tariff|payment/i,
      not: NO_ESCALATOR,
      within: 120,
    }).filter(({ score, quotation }) => score >= 3 || /escalat/i.test(quotation)),
    ...bySentence(segments, FLAT, 3.2),
  ])

/** "the twentieth (20th) anniversary of …", which is a term as well. */
const anniversaries = (text: string): Found[] =>
  [
    ...text.matchAll(
      /\b(?:[a-z]+(?:-[a-z]+)?\s*\(\d{1,2}(?:st|nd|rd|th)\)|\d{1,2}(?:st|nd|rd|th)|(?:fif|six|seven|eigh|nine)teenth|tenth|twelfth|(?:twent|thirt)ieth|(?:twenty|thirty)-[a-z]+(?:th|st|nd|rd))\s+anniversary/gi,
    ),
  ].map((match) => ({ value: match[0], start: match.index, end: match.index + match[0].length }))
const NO_TERM =
  /renew|exten(?:d|sion)|option|cure|notice|warrant|record|retain|surviv|prior to|confidential|limitation|after (?:the )?(?:expiration|termination)|audit|useful life|design life|construction|extend/i
const term = (segments: Segments): Candidate[] =>
  best([
    ...atLabel(
      segments,
      /(?:initial\s+|delivery\s+|contract\s+|supply\s+|services?\s+|agreement\s+|ppa\s+)?(?:term|tenor|delivery period|duration|contract length)(?:\s+of\s+(?:the\s+)?(?:agreement|contract|ppa))?/,
      durations,
      {
        not: /renew|exten/i,
      },
    ),
    ...inContext(segments, (text) => [...durations(text), ...anniversaries(text)], {
      about:
        /\bterms?\b|delivery period|contract period|in (?:full )?force|remain in effect|continu\w+ (?:for|until)|period of|\bduration\b|\b(?:lasts?|runs?|spans?)\b|\btenor\b/i,
      clearer:
        /(?:delivery|contract|initial|supply|services?|agreement)\s+(?:term|period)|\bterm\b[^.]{0,30}\b(?:is|of|shall|will|means|begins|commences|runs|continues)\b|commercial operation/i,
      not: NO_TERM,
    }).filter(
      ({ value }) => /year|yr|anniversary/i.test(value) || Number(value.match(/\d+/)?.[0] ?? 0) >= 24,
    ),
  ])

const COD =
  '(?:commercial operations?(?: date)?|\\bCOD\\b|in-?\\s?service(?: date)?|placed in service|start of (?:commercial operation|deliver)|commence(?:s|ment of)? (?:commercial operation|deliver|commercial deliver)|deliver\\w* (?:shall|will) (?:commence|begin|start))'
const NO_COD =
  /outside date|long-?\s?stop|terminat|financial clos|notice to proceed|effective date|\bdated\b|\bentered into\b|\bNTP\b|start of construction|construction start|expire/i
const cod = (segments: Segments): Candidate[] =>
  best([
    ...atLabel(
      segments,
      new RegExp(
        `(?:(?:guaranteed|expected|target(?:ed)?|scheduled|anticipated|estimated)\\s+)?${COD}(?:\\s+date)?(?:\\s*\\(COD\\))?`,
      ),
      dates,
      {
        not: /outside|long-?stop|deadline/i,
      },
    ),
    ...inContext(segments, dates, {
      about: new RegExp(COD, 'i'),
      clearer: /guarantee|expect|target|schedul|anticipat|estimat|no later than|on or before|\bby\b|achiev/i,
      not: NO_COD,
      within: 140,
    }),
  ])

const PLACE_WORD = "(?:[A-Z0-9][\\w'’/.&-]*|kV|KV|of|and|the)"
const PLACE = `[A-Z][\\w'’/.&-]*(?:\\s+${PLACE_WORD}){0,8}(?:\\s+(?:hub|node|bus|busbar|substation|switchyard|switching station|zone|load zone|trading hub|point of interconnection))?(?:\\s+\\([A-Z][\\w. -]{1,40}\\))?`
const POINT = anyCase(
  '(?:settlement (?:point|location|node|hub)|delivery point|point of delivery|(?:pricing|settlement) (?:node|hub|point)|point of settlement)',
)
/** What describes a point, where it is more than a name. */
const DESCRIBED =
  '(?:the\\s+)?(?:(?:point|high|low)[\\w -]{0,40}|[\\w-]+\\s+){0,3}(?:[^.;(]|\\.\\d){0,100}?(?:[Bb]us|[Bb]usbar|[Ss]ubstation|[Ss]witchyard|[Ss]witching [Ss]tation|[Ii]nterconnection|[Hh]ub|P?[Nn]ode|[Zz]one|[Mm]eter)(?:\\s+(?:of|at|in)\\s+[^.;,(]{3,100})?'
const placeAtLabel = (text: string): Found[] => {
  const match =
    new RegExp(`^(?:the\\s+)?(?<value>${PLACE})(?=$|[\\s,.;\\t])`).exec(text) ??
    new RegExp(`^(?<value>${DESCRIBED})(?=$|[\\s,.;\\t])`).exec(text)
  const value = match?.groups?.value
  return value ? [{ value, start: text.indexOf(value), end: text.indexOf(value) + value.length }] : []
}
const BY_SHORT_NAME =
  /(?:point of interconnection|interconnection point|poi|hub|p?node|load zone|settlement|delivery|delivered (?:at|to)|settles (?:at|to|against))/i
/** A place at its label, with the lines in which it goes on. */
const placesAtLabel = (segments: Segments): Candidate[] =>
  labelled(segments, new RegExp(POINT)).flatMap(({ text, segment, start }) => {
    const goesOn = segment.rest !== '' && segment.text.endsWith(text)
    const whole = goesOn ? `${text} ${segment.rest}` : text
    return placeAtLabel(whole)
      .slice(0, 1)
      .map(({ value }) => ({
        value,
        detail: null,
        quotation: `${segment.text.slice(0, start)}${whole}`.replaceAll('\t', ' ').slice(0, 400),
        page: segment.pageAt(0),
        score: 5,
      }))
  })
/** Roles, and words that name a place without saying where it is. */
const NO_PLACE =
  /^(?:the (?:delivery|settlement) point|the point of delivery|Buyer|Seller|Purchaser|Provider|Supplier|Producer|Generator|Off-?taker|(?:Host )?Customer|Company|Landlord|Tenant|Lessor|Lessee|Title|Project|Facility(?! P?Node)|Delivery Point|Point of Delivery|Settlement Point|Section|Party|Parties|Energy|Product|Contract|Point of Interconnection)s?\b/i
/** One word in lower case is a place only where nothing follows it in its line. */
const isPlace = ({ value, quotation }: Candidate): boolean =>
  !(NO_PLACE.test(value) && !/^[A-Z][a-z]+['’]s\s/.test(value)) &&
  (/[\s_\d]|[A-Z]{2}/.test(value) || quotation.trim().endsWith(value))
const settlement = (segments: Segments): Candidate[] =>
  best(
    [
      ...placesAtLabel(segments),
      ...bySentence(
        segments,
        new RegExp(`^(?:[\\d.]+\\s+)?["“]?${POINT}["”]?\\.\\s+(?<value>${DESCRIBED})(?=$|[\\s,.;])`),
        3.6,
      ),
      // What an abstract calls by a short word in the same line; its full name, wherever it stands, is clearer.
      ...atLabel(segments, BY_SHORT_NAME, placeAtLabel)
        .filter(({ quotation }) =>
          new RegExp(`^\\W*(?:\\d[\\d.]*\\s+)?(?:the\\s+)?${BY_SHORT_NAME.source}`, 'i').test(quotation),
        )
        .map((found) => ({ ...found, score: 3 })),
      ...bySentence(
        segments,
        new RegExp(
          `["“]?${POINT}["”]?\\s*(?:,?\\s*(?:shall mean|means|shall be|will be|is|are|being|:|at|,)\\s*)+(?:located\\s+)?(?:at\\s+)?(?:the\\s+)?(?<value>${PLACE})`,
        ),
        4,
      ),
      ...bySentence(
        segments,
        new RegExp(
          `["“]?${POINT}["”]?\\s*(?:,?\\s*(?:shall mean|means|shall be|will be|is|are|being|:|,)\\s*)+(?:located\\s+)?(?:at\\s+)?(?<value>${DESCRIBED})(?=$|[\\s,.;])`,
        ),
        3.5,
      ),
      ...bySentence(
        segments,
        new RegExp(
          `${anyCase('\\b(?:settle[sd]?|settlement (?:occurs|takes place)|deliver(?:s|ed|ies|y|ing)?(?: [\\w-]+){0,6})')} (?:financially |physically )?${anyCase('at|to|against')} (?:the )?(?<value>${PLACE})`,
        ),
        2,
      ),
    ]
      .map((found) => ({ ...found, value: found.value.replace(/(?:\s+(?:and|of|the))+$/, '') }))
      .filter(isPlace),
  )

const SECURITY =
  /letters? of credit|performance (?:security|assurance|guarant\w+|bond)|credit support|(?:development|operat(?:ing|ion)|delivery term|completion|construction|seller|buyer|project)['’s]* (?:period )?security|(?:parent|corporate|payment)(?: company)? guarant\w+|guaranty|collateral|surety bond|security (?:deposit|amount)|\bsecurity\b/i
const security = (segments: Segments): Candidate[] =>
  each(
    [
      ...atLabel(
        segments,
        new RegExp(`(?:[a-z'’-]+\\s+){0,3}(?:${SECURITY.source})(?:\\s+amount)?`),
        amounts,
        {
          detail: ({ label }) => label,
        },
      ),
      ...inContext(segments, amounts, {
        about: SECURITY,
        not: /liquidated|insuranc|limit of liabilit|aggregate liabilit|per mwh|net worth|threshold|deductible|price|assets|credit rating|equity|falls? below|rated|termination fee|fee of|interconnection|network upgrade|removal|decommission|landlord|lessor/i,
        within: 170,
        detail: ({ text }, { start }) => nearestOf(text, start, SECURITY),
      }),
    ].toSorted((a, b) => b.score - a.score),
  ).filter(({ value }, index, all) => all.findIndex((other) => other.value === value) === index)

/** The words nearest to a position that an expression finds. */
function nearestOf(text: string, position: number, expression: RegExp): string | null {
  const found = [...text.matchAll(new RegExp(expression.source, 'gi'))].toSorted(
    (a, b) => Math.abs(a.index - position) - Math.abs(b.index - position),
  )
  return found[0]?.[0] ?? null
}

/** Who buys and who sells. A utility calls itself "Company" beside a seller. */
function parties(segments: Segments): { buyer: Candidate[]; seller: Candidate[] } {
  const seller = partyOf(segments, SELLER, /(?:agrees to|shall|will|wishes to|desires to)\s+(?:sell|supply)/)
  const buyer = partyOf(segments, BUYER, /(?:agrees to|shall|will|wishes to|desires to)\s+(?:purchase|buy)/)
  const [known] = [...seller, ...buyer]
  if (!known || (seller.length > 0 && buyer.length > 0)) return { buyer, seller }
  const other = best(
    [
      ...partyOf(segments, 'company', /(?:agrees to|shall|will)\s+(?:purchase|buy)/),
      ...besideParty(segments, known.value),
    ].filter(({ value }) => value !== known.value),
  )
  return buyer.length > 0 ? { buyer, seller: other } : { buyer: other, seller }
}

/** What a power purchase agreement states, by field. */
export const ppaFacts = (segments: Segments): Record<string, Candidate[]> => ({
  ...parties(segments),
  price: price(segments),
  escalator: escalator(segments),
  term: term(segments),
  cod: cod(segments),
  settlement: settlement(segments),
  security: security(segments),
})
