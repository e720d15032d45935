/** Terms that a generated document states, and where. */
export interface Stated {
  field: string
  /** As the document writes it. */
  value: string
  /** Index of the page. */
  page: number
}

export interface Paper {
  pages: string[]
  stated: Stated[]
}

/** Numbers that are the same in each run. */
export function seeded(seed: number): <Item>(of: readonly Item[]) => Item {
  let state = seed * 2_654_435_761
  return (of) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return of[state % of.length] as never
  }
}

export interface PpaTerms {
  seller: string
  buyer: string
  price: string
  escalator: string
  years: string
  cod: string
  point: string
  security: string
  instrument: string
}

export const ppaTerms = (seed: number): PpaTerms => {
  const pick = seeded(seed)
  return {
    seller: pick([
      'Juniper Flats Solar, LLC',
      'Red Mesa Energy LLC',
      'Blue Heron Solar Holdings, Inc.',
      'Cottonwood Storage I LP',
    ]),
    buyer: pick([
      'Public Service Company of Oklahoma',
      'City of Lubbock',
      'Tri-County Electric Cooperative, Inc.',
      'Great Lakes Power Authority',
      'Nucor Corporation',
    ]),
    price: pick(['28.40', '31.75', '36.10', '42.95']),
    escalator: pick(['1.5', '2', '2.25', '3']),
    years: pick(['12', '15', '20', '25']),
    cod: pick(['June 30, 2027', 'December 1, 2026', 'March 15, 2028']),
    point: pick(['ERCOT West Hub', 'PJM Western Hub', 'SP15', 'Palo Verde 500 kV Switchyard']),
    security: pick(['4,500,000', '6,250,000', '12,000,000']),
    instrument: pick(['letter of credit', 'performance bond', 'parent guaranty']),
  }
}

export interface CoverTerms {
  insured: string
  insurer: string
  other: string
  policy: string
  excess: string
  from: string
  to: string
  occurrence: string
  aggregate: string
}

export const coverTerms = (seed: number): CoverTerms => {
  const pick = seeded(seed)
  const [from, to] = pick([
    ['January 1, 2026', 'January 1, 2027'],
    ['April 1, 2026', 'April 1, 2027'],
    ['October 15, 2025', 'October 15, 2026'],
  ] as const)
  return {
    insured: pick(['Prairie Sun II LLC', 'Red Mesa Energy LLC', 'Harlan Solar Partners LP']),
    insurer: pick([
      'Zurich American Insurance Company',
      'Starr Indemnity & Liability Company',
      'Great Plains Mutual Insurance Company',
    ]),
    other: pick(['Ironshore Specialty Insurance Company', 'Lexington Insurance Company']),
    policy: pick(['GLO-4471902-03', 'CPP 0098812-26', 'SL7712340']),
    excess: pick(['UMB-2201877', 'XS 5560012-01']),
    from,
    to,
    occurrence: pick(['1,000,000', '2,000,000']),
    aggregate: pick(['4,000,000', '5,000,000', '10,000,000']),
  }
}

export interface DamTerms {
  name: string
  hazard: string
  day: string
  next: string
  findings: readonly [string, string]
  actions: readonly [string, string]
}

export const damTerms = (seed: number): DamTerms => {
  const pick = seeded(seed)
  return {
    name: pick(['Willow Creek Dam', 'Upper Basin Dam No. 2', 'Miller Reservoir Dam']),
    hazard: pick(['High', 'Significant', 'Low']),
    day: pick(['May 14, 2025', 'September 3, 2025', 'October 21, 2024']),
    next: pick(['May 2026', 'September 1, 2027', 'October 2026']),
    findings: pick([
      ['Wet area of about 40 square feet at the right abutment', 'Woody vegetation on the downstream slope'],
      ['Displaced riprap along the waterline at station 4+00', 'Animal burrows near the crest'],
    ] as const),
    actions: pick([
      ['Remove woody vegetation within twelve months', 'Install a weir to measure seepage'],
      ['Replace the displaced riprap before winter', 'Backfill the burrows with compacted clay'],
    ] as const),
  }
}

/** With a few pages of the kind that say nothing of it, as real documents have them. */
export const GENERAL = `ARTICLE 14. MISCELLANEOUS

14.1 Notices. Notices are given in writing and take effect three Business Days after they were sent.
14.2 Records. Each Party keeps its records for seven (7) years.
14.3 Late Payment. Amounts not paid when due bear interest at two percent (2%) over the prime rate.
14.4 Limitation of Liability. Neither Party's liability exceeds $25,000,000 in the aggregate.`
