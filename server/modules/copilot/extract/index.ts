import { asAmended, withoutReplaced } from './amended.ts'
import type { Candidate } from './candidates.ts'
import { isDoubtful, isDraft, isOfAnotherKind, isVoid } from './certainty.ts'
import { damFacts } from './dam.ts'
import { FACT_FIELDS, type Fact, MAX_FACTS, type Page, type SummaryKind } from './facts.ts'
import { insuranceFacts } from './insurance.ts'
import { ppaFacts } from './ppa.ts'
import { type Segments, segmentsOf } from './segments.ts'

export { evidenceOf } from './planted.ts'

const FINDERS: Readonly<Record<SummaryKind, (segments: Segments) => Record<string, Candidate[]>>> = {
  PPA_ANALYSIS: ppaFacts,
  INSURANCE: insuranceFacts,
  DAM_INSPECTION: damFacts,
}

/**
 * What a document states about the fields of a kind of summary, with the words and the page that say so (COP-10). Every
 * value stands in its quotation as the document writes it; where nothing says something clearly there is no fact.
 * @param pages what is evidence of them (`evidenceOf`)
 */
export function extractFacts(kind: SummaryKind, pages: readonly Page[]): Fact[] {
  const drafts = pages.map(({ text }) => isDraft(text))
  const voids = pages.map(({ text }) => isVoid(text))
  // Of a document that was replaced as a whole there is nothing else to show.
  const isAllVoid = voids.every(Boolean)
  const standing = pages.map((page, at) => (voids[at] && !isAllVoid ? { ...page, text: '' } : page))
  const found = FINDERS[kind](segmentsOf(withoutReplaced(standing)))
  const isOther = kind === 'PPA_ANALYSIS' && isOfAnotherKind(pages[0]?.text ?? '')
  const facts = FACT_FIELDS[kind].flatMap(({ key, many }) =>
    (found[key] ?? [])
      .slice(0, many ? MAX_FACTS : 1)
      .map(({ score: _score, isContested, offset: _offset, ...fact }) => ({
        field: key,
        ...fact,
        certain: !(
          isOther ||
          isContested ||
          isDoubtful({ ...fact, offset: _offset }) ||
          drafts[fact.page] ||
          voids[fact.page]
        ),
      })),
  )
  return asAmended(facts, standing)
}
