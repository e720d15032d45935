import { expect, test } from 'vitest'
import type { Fact, SummaryKind } from '../../server/modules/copilot/extract/facts.ts'
import { extractFacts } from '../../server/modules/copilot/extract/index.ts'
import { builtInSummariser } from '../../server/modules/copilot/summariser.ts'
import { CERTIFICATE_COLUMNS } from './certificateColumns.ts'
import { CERTIFICATES_UNSEEN } from './certificatesUnseen.ts'
import { CONFIRMATIONS_AND_SCHEDULES } from './confirmationsAndSchedules.ts'
import { CONTRACTS_UNSEEN } from './contractsUnseen.ts'
import { COVER_SHEETS_AND_MEMORANDA } from './coverSheetsAndMemoranda.ts'
import { DAM_REPORTS_UNSEEN } from './damReportsUnseen.ts'
import { KEPT_APART } from './keptApart.ts'
import { LETTERS_AND_DECLARATIONS } from './lettersAndDeclarations.ts'
import { PAPERS_KEPT_APART } from './papersKeptApart.ts'
import { PLAIN_FORMS } from './plainForms.ts'
import { PLANTED_PAPERS } from './plantedPapers.ts'
import { REALISTIC_PAPERS, type RealisticPaper } from './realisticPapers.ts'
import { SECOND_MEETING } from './secondMeeting.ts'
import { TARIFF_FORMS_AND_MINUTES } from './tariffFormsAndMinutes.ts'
import { TERM_SHEETS_AND_BINDERS } from './termSheetsAndBinders.ts'
import type { Paper, Stated } from './terms.ts'
import { THIRD_MEETING } from './thirdMeeting.ts'

const SEEDS = [1, 2, 3, 4, 5, 6]
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$%.]+/gu, ' ')
    .trim()
const says = (fact: Fact, { field, value, page }: Stated): boolean =>
  fact.field === field &&
  fact.page === page &&
  (plain(fact.value).includes(plain(value)) || plain(value).includes(plain(fact.value)))

function measured(wordings: Readonly<Record<SummaryKind, readonly ((seed: number) => Paper)[]>>) {
  const missed: string[] = []
  const invented: string[] = []
  let papers = 0
  let stated = 0
  for (const [kind, makers] of Object.entries(wordings) as [
    SummaryKind,
    readonly ((seed: number) => Paper)[],
  ][]) {
    for (const [number, make] of makers.entries()) {
      for (const seed of SEEDS) {
        const paper = make(seed)
        const facts = extractFacts(
          kind,
          paper.pages.map((text, index) => ({ label: `page ${index + 1}`, text })),
        )
        papers += 1
        stated += paper.stated.length
        for (const each of paper.stated) {
          if (!facts.some((fact) => says(fact, each))) {
            const instead = facts
              .filter(({ field }) => field === each.field)
              .map(({ value, page }) => `${value} (${page})`)
            missed.push(
              `${kind} ${number}: ${each.field} ${each.value} (${each.page}), found ${instead.join('; ') || 'nothing'}`,
            )
          }
        }
        for (const fact of facts) {
          if (!paper.stated.some((each) => says(fact, each)))
            invented.push(`${kind} ${number}: ${fact.field} ${fact.value} (${fact.page})`)
        }
      }
    }
  }
  return { papers, stated, missed, invented }
}

test('COP-10 of contracts, certificates and reports in forty-five wordings each stated term is found with its page, and nothing else', () => {
  const all = [
    PLAIN_FORMS,
    LETTERS_AND_DECLARATIONS,
    CONFIRMATIONS_AND_SCHEDULES,
    COVER_SHEETS_AND_MEMORANDA,
    TERM_SHEETS_AND_BINDERS,
    TARIFF_FORMS_AND_MINUTES,
  ].map(measured)
  expect(all.reduce((sum, { papers }) => sum + papers, 0)).toBe(45 * SEEDS.length)
  expect(all.flatMap(({ missed, invented }) => [...missed, ...invented])).toEqual([])
})

test('COP-10 of contracts, certificates and reports in nine wordings that were kept apart 95 % of the terms are found with their page, and none is invented', () => {
  const { papers, stated, missed, invented } = measured(KEPT_APART)
  expect(papers).toBe(9 * SEEDS.length)
  expect(1 - missed.length / stated, missed.join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(invented).toEqual([])
})

test('COP-10 of the usual certificate in columns each insurer, policy, date and limit is found, and of a list of contracts nothing', () => {
  const { missed, invented } = measured(CERTIFICATE_COLUMNS)
  expect([...missed, ...invented]).toEqual([])
  const [paper] = CERTIFICATE_COLUMNS.INSURANCE.map((make) => make(1))
  const facts = extractFacts('INSURANCE', [{ label: 'page 1', text: paper?.pages[0] ?? '' }])
  const details = facts.filter(({ field }) => field === 'limit' || field === 'effective')
  expect(details.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^Policy /),
    'Policy WC 0097734',
    'Each occurrence',
    'Med exp (any one person)',
    'General aggregate',
    'E.L. each accident',
  ])
})

/** What is stated as a fact, and what of it, and of what is there, is right. */
async function measuredPapers(papers: readonly RealisticPaper[]) {
  const wrong: string[] = []
  const missed: string[] = []
  let stated = 0
  let there = 0
  for (const { name, kind, pages, stated: terms } of papers) {
    const { facts } = await summarised(kind, pages)
    const certain = facts.filter((fact) => fact.certain && fact.verified)
    stated += certain.length
    there += terms.length
    for (const fact of certain) {
      if (!terms.some((each) => says(fact, each))) wrong.push(`${name}: ${fact.field} ${fact.value}`)
      // The passage says it, so that a person can check it.
      expect(fact.quotation, name).toContain(fact.value)
    }
    for (const each of terms) {
      if (!certain.some((fact) => says(fact, each))) missed.push(`${name}: ${each.field} ${each.value}`)
    }
  }
  return { wrong, missed, stated, there }
}
const summarised = (kind: SummaryKind, pages: readonly string[]) =>
  builtInSummariser.summarise(
    kind,
    pages.map((text, index) => ({ label: `page ${index + 1}`, text })),
    new AbortController().signal,
  )

// At the first meeting it was right in 105 of the 129 values that it stated of CONTRACTS_, CERTIFICATES_ and DAM_REPORTS_UNSEEN
// (81.4 %) and found 97 of 135 terms (71.9 %). Corrected by these, it was right in 79 of 82 of SECOND_MEETING (96.3 %) and found
// 74 of 89; corrected once more, in 69 of 69 of THIRD_MEETING, of whose 81 terms it found 69 (85.2 %).
test.each([
  ['that it was improved by', REALISTIC_PAPERS],
  ['that were kept apart', PAPERS_KEPT_APART],
  ['that it was corrected by', [...CONTRACTS_UNSEEN, ...CERTIFICATES_UNSEEN, ...DAM_REPORTS_UNSEEN]],
  ['that it met second', SECOND_MEETING],
  ['that it met last', THIRD_MEETING],
] as const)(
  'COP-10 of papers as they lie in deal rooms %s nothing is invented, and four of five terms are found',
  async (_title, papers) => {
    expect(papers.length).toBeGreaterThanOrEqual(10)
    const { wrong, missed, stated, there } = await measuredPapers(papers)
    expect(wrong).toEqual([])
    expect(stated).toBeGreaterThan(60)
    expect(1 - missed.length / there, missed.join('\n')).toBeGreaterThanOrEqual(0.8)
  },
)

test('COP-10 what is superseded, excluded, proposed or a draft is no fact: its passage is shown as not certain', async () => {
  for (const [kind, text, field] of [
    ['PPA_ANALYSIS', 'The Contract Price of $41.10 per MWh is superseded.', 'price'],
    ['PPA_ANALYSIS', 'The former Contract Price was $41.10 per MWh.', 'price'],
    ['PPA_ANALYSIS', 'The Contract Price excludes any annual escalator of 2%.', 'escalator'],
    ['PPA_ANALYSIS', 'The Contract Price would be $30 or $32 per MWh.', 'price'],
    ['PPA_ANALYSIS', 'DRAFT\n\nContract Price: $41.10 per MWh', 'price'],
    ['PPA_ANALYSIS', 'Contract Price: $41.10 per MWh\n\nContract Price: $38.00 per MWh', 'price'],
    ['INSURANCE', 'The limit of liability of $5,000,000 was declined.', 'limit'],
    ['DAM_INSPECTION', 'The dam is not classified as having a high hazard potential.', 'hazard'],
  ] as const) {
    const { facts } = await summarised(kind, [text])
    expect([text, facts.filter((fact) => fact.field === field).map(({ certain }) => certain)]).toEqual([
      text,
      [false],
    ])
  }
})

test('COP-10 a figure keeps its unit, an end is no start, and limits of one name have their policies', async () => {
  const of = async (kind: SummaryKind, text: string, field: string) =>
    (await summarised(kind, [text])).facts
      .filter((fact) => fact.field === field)
      .map(({ value, detail }) => (field === 'limit' ? `${detail}: ${value}` : value))
  expect(
    await of('PPA_ANALYSIS', 'Development Security shall be $75 per kW of Guaranteed Capacity.', 'security'),
  ).toEqual(['$75 per kW'])
  expect(await of('INSURANCE', 'Coverage starts 04/01/2026 and has no fixed end.', 'expiration')).toEqual([])
  expect(
    await of('PPA_ANALYSIS', 'Delivery Point: high side of the Palo Verde\n500 kV Switchyard', 'settlement'),
  ).toEqual(['high side of the Palo Verde 500 kV Switchyard'])
  expect(await of('INSURANCE', 'EACH OCCURRENCE $1,000,000 GENERAL AGGREGATE $2,000,000', 'limit')).toEqual([
    'Each occurrence: $1,000,000',
    'General aggregate: $2,000,000',
  ])
  const rows = `Type\tPolicy number\tFrom\tTo\tLimit
Liability\tGL 100200\t01/01/2026\t01/01/2027\tEach occurrence $1,000,000
Excess\tXS 100201\t01/01/2026\t01/01/2027\tEach occurrence $9,000,000`
  expect(await of('INSURANCE', rows, 'limit')).toEqual([
    'Each occurrence, policy GL 100200: $1,000,000',
    'Each occurrence, policy XS 100201: $9,000,000',
  ])
})

test.each(PLANTED_PAPERS)(
  'COP-10 words planted for a reader don’t steer a summary: $name',
  async ({ kind, pages, stated, planted }) => {
    const { facts, remarks } = await summarised(kind, pages)
    for (const each of stated)
      expect(
        facts.some((fact) => says(fact, each)),
        each.value,
      ).toBe(true)
    const said = facts.map(({ value, quotation }) => `${value} ${quotation}`).join('\n')
    for (const words of planted) expect(said).not.toContain(words)
    expect(remarks).toEqual([expect.stringMatching(/^Not used: words that address a reader .*\(page \d/)])
  },
)

test('a contract of 300 pages is read within seconds, and its terms are found among them', () => {
  const paper = PLAIN_FORMS.PPA_ANALYSIS[0](1)
  const filling = Array.from({ length: 149 }, () => (paper.pages.at(-1) ?? '').repeat(8))
  const pages = [...filling, ...paper.pages, ...filling].map((text, index) => ({
    label: `page ${index + 1}`,
    text,
  }))
  const began = performance.now()
  const facts = extractFacts('PPA_ANALYSIS', pages)
  expect(performance.now() - began).toBeLessThan(20_000)
  for (const each of paper.stated) {
    expect(
      facts.some((fact) => says(fact, { ...each, page: each.page + 149 })),
      each.field,
    ).toBe(true)
  }
})
