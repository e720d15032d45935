import { FACT_FIELDS, type Fact, MAX_FACTS, type Page, type SummaryKind } from '../facts.ts'
import type { Candidate } from './candidates.ts'
import { damFacts } from './dam.ts'
import { insuranceFacts } from './insurance.ts'
import { ppaFacts } from './ppa.ts'
import { type Segments, segmentsOf } from './segments.ts'

const FINDERS: Readonly<Record<SummaryKind, (segments: Segments) => Record<string, Candidate[]>>> = {
  PPA_ANALYSIS: ppaFacts,
  INSURANCE: insuranceFacts,
  DAM_INSPECTION: damFacts,
}

/**
 * What a document states about the fields of a kind of summary, with the words and the page that say so (COP-10). Every
 * value stands in its quotation as the document writes it; where nothing says something clearly there is no fact.
 */
export function extractFacts(kind: SummaryKind, pages: readonly Page[]): Fact[] {
  const found = FINDERS[kind](segmentsOf(pages))
  return FACT_FIELDS[kind].flatMap(({ key, many }) =>
    (found[key] ?? [])
      .slice(0, many ? MAX_FACTS : 1)
      .map(({ score: _score, ...fact }) => ({ field: key, ...fact })),
  )
}
