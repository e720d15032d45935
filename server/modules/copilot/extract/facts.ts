/** The kinds of summary (COP-03, COP-07), as the API names them. */
export const SUMMARY_KINDS = ['PPA_ANALYSIS', 'INSURANCE', 'DAM_INSPECTION'] as const
export type SummaryKind = (typeof SUMMARY_KINDS)[number]

/** How people know the kinds of summary (COP-03). */
export const KIND_NAMES: Readonly<Record<SummaryKind, string>> = {
  PPA_ANALYSIS: 'PPA analysis',
  INSURANCE: 'Insurance summary',
  DAM_INSPECTION: 'Dam inspection',
}

/** What a summary looks for in documents of its kind (design.md: facts found with their page). */
export interface FactField {
  /** Stands in the database. */
  key: string
  /** As the report names it. */
  label: string
  /** For a summariser that understands language: what to look for. */
  meaning: string
  /** Whether a document can state several, as limits; of the others the clearest one is kept. */
  many: boolean
}

const field = (key: string, label: string, meaning: string, many = false): FactField => ({
  key,
  label,
  meaning,
  many,
})

/** The fields of each kind of summary, in the order of the report. */
export const FACT_FIELDS: Readonly<Record<SummaryKind, readonly FactField[]>> = {
  PPA_ANALYSIS: [
    field('buyer', 'Buyer', 'who buys the energy (offtaker, purchaser)'),
    field('seller', 'Seller', 'who sells the energy (provider, project company)'),
    field('price', 'Price', 'the price of energy, with its unit'),
    field('escalator', 'Escalator', 'by how much the price rises each year, or that it does not'),
    field('term', 'Term', 'how long energy is delivered under the agreement'),
    field('cod', 'COD', 'the expected or guaranteed commercial operation date'),
    field('settlement', 'Settlement point', 'where energy is delivered or settled'),
    field('security', 'Security', 'amounts of credit support of either party', true),
  ],
  INSURANCE: [
    field('insurer', 'Insurer', 'companies that insure', true),
    field('policy', 'Policy number', 'numbers of the policies', true),
    field('insured', 'Insured', 'who is insured; no additional insureds', true),
    field('effective', 'Effective date', 'when cover begins; where policies differ, of each', true),
    field('expiration', 'Expiration date', 'when cover ends; where policies differ, of each', true),
    field('limit', 'Limit', 'limits of cover, each with what it is for; no deductibles', true),
  ],
  DAM_INSPECTION: [
    field('structure', 'Structure', 'the dam or structure that was inspected'),
    field('hazard', 'Hazard class', 'its hazard potential classification'),
    field('inspected', 'Date of inspection', 'when it was inspected'),
    field('next', 'Next inspection', 'when it is due to be inspected again'),
    field('finding', 'Finding', 'what was observed', true),
    field('recommendation', 'Recommendation', 'what is to be done', true),
  ],
}

/** The place in a document that a person can turn to. */
export interface Page {
  /** As the report names it: "page 12", or "sheet Terms" of a workbook. */
  label: string
  /** Lines end in a line feed, columns are apart by a tab, paragraphs by an empty line. */
  text: string
}

/** Something that a document states. */
export interface Fact {
  /** Key of its field. */
  field: string
  /** As the document writes it. */
  value: string
  /** What a value of many is about, as of a limit "Each occurrence"; null where the field says it. */
  detail: string | null
  /** The words of the document that say so, in one line. */
  quotation: string
  /** Index into the pages of the document. */
  page: number
  /** Whether the passage says so without a doubt; otherwise only the passage is shown. */
  certain: boolean
}

/** At most so many facts of one field are kept of one document. */
export const MAX_FACTS = 25
