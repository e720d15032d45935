import { afterAll, expect, test } from 'vitest'
import type { Fact, Page, SummaryKind } from '../../server/modules/copilot/extract/facts.ts'
import { extractFacts } from '../../server/modules/copilot/extract/index.ts'
import { createTextReader } from '../../server/platform/documentText/index.ts'
import { PROJECTS } from '../content/portfolios.ts'
import { damInspection } from './documents/dam.ts'
import { insuranceCertificate } from './documents/insurance.ts'
import { ownerParty } from './documents/parties.ts'
import { powerPurchaseAgreement } from './documents/ppa.ts'
import { longDay, shortDay } from './format.ts'
import type { Paper } from './paper.ts'
import { pdf } from './pdf/write.ts'

// The papers of the demo were written for people to look at, and go the whole way here: PDF, pages of text, facts.

const reader = createTextReader()
afterAll(() => reader.close())

async function factsOf(kind: SummaryKind, paper: Paper): Promise<{ facts: Fact[]; pages: readonly Page[] }> {
  const bytes = await pdf(paper)
  const read = await reader.read({
    kind: 'pdf',
    size: bytes.length,
    source: async (write) => write(bytes),
  })
  if (!read.pages) throw new Error('The paper has no text.')
  return { facts: extractFacts(kind, read.pages), pages: read.pages }
}
const valuesOf = (facts: readonly Fact[], field: string): string[] =>
  facts.filter((fact) => fact.field === field).map(({ value }) => value)
/** Of each fact the words stand on the page that it names. */
const expectPages = (facts: readonly Fact[], pages: readonly Page[]) => {
  const plain = (text: string): string => text.replace(/\s+/g, ' ')
  for (const { field, value, page } of facts) {
    const two = `${plain(pages[page]?.text ?? '')} ${plain(pages[page + 1]?.text ?? '')}`
    expect(two, field).toContain(plain(value))
  }
}

const sites = PROJECTS.filter(({ ppa }) => ppa !== null).slice(0, 32)

test('COP-10 of each contract of the demo the parties, price, escalator, term, COD, delivery point and security are found', async () => {
  expect(sites.length).toBeGreaterThan(29)
  for (const site of sites) {
    const { facts, pages } = await factsOf('PPA_ANALYSIS', powerPurchaseAgreement(site))
    const one = (field: string): string | undefined => valuesOf(facts, field)[0]
    expect.soft(one('seller'), site.name).toBe(ownerParty(site).name)
    expect.soft(one('buyer'), site.name).toBe(site.offtaker.name)
    expect.soft(one('price'), site.name).toBe(`$${site.ppa?.rate}/kWh`)
    expect.soft(one('escalator'), site.name).toBe(`${site.ppa?.escalator.toFixed(1)}%`)
    expect.soft(one('term'), site.name).toBe(`${site.ppa?.termYears} Contract Years`)
    expect.soft(one('cod'), site.name).toBe(longDay(site.cod))
    expect
      .soft(one('settlement'), site.name)
      .toContain(`${site.kilovolts} kV bus of the ${site.substation} substation`)
    expect.soft(valuesOf(facts, 'security'), site.name).toHaveLength(2)
    expectPages(facts, pages)
  }
})

test('COP-10 of a contract with its prices blacked out no price is invented', async () => {
  for (const site of sites.slice(0, 4)) {
    const { facts } = await factsOf('PPA_ANALYSIS', powerPurchaseAgreement(site, 'redacted'))
    expect.soft(valuesOf(facts, 'price'), site.name).toEqual([])
    expect.soft(valuesOf(facts, 'seller'), site.name).toEqual([ownerParty(site).name])
  }
})

test('COP-10 of a certificate of the demo insurers, policies, insured, period and limits are found, and no deductible', async () => {
  for (const site of sites.slice(0, 4)) {
    const { facts, pages } = await factsOf('INSURANCE', insuranceCertificate(site, 'A lender', '2026-03-01'))
    expect.soft(valuesOf(facts, 'insurer'), site.name).toHaveLength(2)
    expect.soft(valuesOf(facts, 'policy'), site.name).toHaveLength(6)
    expect.soft(valuesOf(facts, 'insured')[0], site.name).toContain(site.company)
    expect.soft(valuesOf(facts, 'effective'), site.name).toEqual([shortDay('2026-03-01')])
    expect.soft(valuesOf(facts, 'expiration'), site.name).toEqual([shortDay('2027-03-01')])
    expect
      .soft(valuesOf(facts, 'limit'), site.name)
      .toEqual(expect.arrayContaining(['$1,000,000', '$5,000,000', '$10,000,000']))
    expect.soft(valuesOf(facts, 'limit'), site.name).not.toContain('$250,000')
    expectPages(facts, pages)
  }
})

test('COP-10 of an inspection of the demo the class, findings and recommendations are found', async () => {
  for (const site of sites.slice(0, 4)) {
    const { facts, pages } = await factsOf('DAM_INSPECTION', damInspection(site, '2026-11-05'))
    expect.soft(valuesOf(facts, 'hazard'), site.name).toEqual(['Significant'])
    expect.soft(valuesOf(facts, 'inspected'), site.name).toEqual([longDay('2026-11-05')])
    expect.soft(valuesOf(facts, 'finding'), site.name).toHaveLength(6)
    expect.soft(valuesOf(facts, 'recommendation'), site.name).toHaveLength(4)
    expect.soft(facts.length, site.name).toBeLessThan(16)
    expectPages(facts, pages)
  }
})
