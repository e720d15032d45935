import { expect, test } from 'vitest'
import { extractFacts } from '../extract/index.ts'
import type { Fact, SummaryKind } from '../facts.ts'
import { BROADER } from './broader.ts'
import { COLUMNS } from './columns.ts'
import { FORMER } from './former.ts'
import { FURTHER } from './further.ts'
import { KNOWN } from './known.ts'
import { LATER } from './later.ts'
import { RECENT } from './recent.ts'
import type { Paper, Stated } from './terms.ts'
import { UNSEEN } from './unseen.ts'

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

test('COP-10 of contracts and certificates in forty-five known wordings each stated term is found with its page, and nothing else', () => {
  const all = [KNOWN, FORMER, LATER, BROADER, FURTHER, RECENT].map(measured)
  expect(all.reduce((sum, { papers }) => sum + papers, 0)).toBe(45 * SEEDS.length)
  expect(all.flatMap(({ missed, invented }) => [...missed, ...invented])).toEqual([])
})

test('COP-10 of contracts and certificates in nine wordings that the extractor was not written against 95 % of the terms are found with their page, and none is invented', () => {
  const { papers, stated, missed, invented } = measured(UNSEEN)
  expect(papers).toBe(9 * SEEDS.length)
  expect(1 - missed.length / stated, missed.join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(invented).toEqual([])
})

test('COP-10 of the usual certificate in columns each insurer, policy, date and limit is found, and of a list of contracts nothing', () => {
  const { missed, invented } = measured(COLUMNS)
  expect([...missed, ...invented]).toEqual([])
  const [paper] = COLUMNS.INSURANCE.map((make) => make(1))
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

test('a contract of 300 pages is read within seconds, and its terms are found among them', () => {
  const paper = KNOWN.PPA_ANALYSIS[0](1)
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
}, 60_000)
