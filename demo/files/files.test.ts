import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOf, projectsIn } from '../content/portfolios.ts'
import { officeText, openPdf, partsOfZip } from '../reading.ts'
import { bidLetter, organisationChart, processLetter } from './documents/corporate.ts'
import { damInspection } from './documents/dam.ts'
import { landTitleSurvey, singleLine } from './documents/drawings.ts'
import { energyOf, energyOfAll, monthsFrom } from './documents/energy.ts'
import { engineersReport } from './documents/engineering.ts'
import { phaseOne } from './documents/environment.ts'
import { insuranceCertificate } from './documents/insurance.ts'
import { interconnectionAgreement } from './documents/interconnection.ts'
import { titleCommitment } from './documents/land.ts'
import { financialModel } from './documents/money-sheets.ts'
import { ppaAmendment } from './documents/offtake.ts'
import { monthlyReport, monthsOfQuarter, quarterlyReport } from './documents/operations.ts'
import { powerPurchaseAgreement } from './documents/ppa.ts'
import { priceSchedule } from './documents/sheets.ts'
import { curtailmentLog } from './documents/tables.ts'
import { docx } from './docx.ts'
import { photograph } from './images/photograph.ts'
import { sitePlan } from './images/plan.ts'
import { VIEWS, type View } from './images/views.ts'
import type { Block, Paper } from './paper.ts'
import { roundTop } from './pdf/chart.ts'
import { pdf } from './pdf/write.ts'
import { csv, eml } from './text.ts'
import { xlsx } from './xlsx.ts'

const harlan = projectOf('harlan-county-solar')
const otter = projectOf('otter-creek-solar-storage')
const valley = projectsIn('republican-valley-portfolio')

const paper = (blocks: readonly Block[]): Paper => ({
  title: 'A paper',
  author: 'Someone',
  date: '2026-11-02',
  face: 'report',
  blocks,
})

describe('PDF', () => {
  test('a power purchase agreement opens with its pages, its clauses and the facts of its project', async () => {
    const { pages, text } = await openPdf(await pdf(powerPurchaseAgreement(harlan)))
    expect(pages).toBeGreaterThanOrEqual(6)
    for (const fact of [
      'Harlan County Solar, LLC',
      harlan.offtaker.name,
      'Harlan County, Nebraska',
      '49.9 MW DC',
      'March 12, 2027',
      'Article 13. General',
    ]) {
      expect(text).toContain(fact)
    }
    expect(text).toContain(`$${harlan.ppa?.rate}/kWh`)
    expect(text).toContain(`escalates by ${harlan.ppa?.escalator.toFixed(1)}%`)
    expect(text).toContain(`Page ${pages} of ${pages}`)
  })

  test('a redacted agreement holds no price of any year', async () => {
    const { text } = await openPdf(await pdf(powerPurchaseAgreement(harlan, 'redacted')))
    expect(text).toContain('[PRICE REDACTED]')
    expect(text).not.toContain(String(harlan.ppa?.rate))
    expect(text).not.toMatch(/\d\.\d{5}/)
  })

  test.each([
    ['interconnection agreement', () => pdf(interconnectionAgreement(harlan)), 'Interconnection Customer'],
    ['title commitment', () => pdf(titleCommitment(harlan, 3)), 'Schedule B, Part II'],
    ['certificate of insurance', () => pdf(insuranceCertificate(harlan, 'A lender', '2026-04-01')), 'GL-'],
    ['Phase I assessment', () => pdf(phaseOne(harlan)), 'recognized environmental conditions'],
    ['dam inspection', () => pdf(damInspection(harlan, '2026-11-05')), 'Hazard class'],
    ['single-line diagram', () => singleLine(otter), '34.5 kV COLLECTOR BUS'],
    ['ALTA survey', () => landTitleSurvey(harlan), harlan.parcel],
    ['organization chart', () => pdf(organisationChart('Valley', valley, '2026-09-01')), otter.company],
    ['process letter', () => pdf(processLetter('Valley', valley, '2026-09-14')), 'Final bids'],
  ])('a %s opens and says what it is', async (_, make, words) => {
    const { pages, text } = await openPdf(await make())
    expect(pages).toBeGreaterThanOrEqual(1)
    expect(text).toContain(words)
  })

  test('a monthly report gives the energy of its month, plant by plant and in all', async () => {
    const fleet = projectsIn('prairie-sun-ii')
    const { text } = await openPdf(await pdf(monthlyReport('Prairie Sun II', fleet, '2026-10')))
    const total = energyOfAll(fleet, '2026-10')
    expect(total.actual).toBe(fleet.reduce((sum, project) => sum + energyOf(project, '2026-10').actual, 0))
    expect(text).toContain(`${total.actual.toLocaleString('en-US')} MWh`)
    for (const project of fleet) expect(text).toContain(project.name)
  })

  test('storage in a fleet counts with its availability and its capacity payment, not with energy', async () => {
    const fleet = projectsIn('arkansas-river-solar')
    const storage = projectOf('winfield-storage')
    const { text } = await openPdf(await pdf(monthlyReport('Arkansas River Solar', fleet, '2026-10')))
    expect(text).toMatch(/Winfield Storage +0 +0 +- +\d\d\.\d%/)
    expect(text).not.toMatch(/NaN|Infinity|undefined/)
    expect(energyOf(storage, '2026-10').revenue).toBe(
      Math.round((storage.toll?.capacityRate ?? 0) * storage.acKw),
    )
  })

  test('a quarterly report adds up the months of its quarter', async () => {
    const fleet = projectsIn('prairie-sun-ii')
    const { text } = await openPdf(await pdf(quarterlyReport('The Fund', 'The Manager', fleet, '2026-Q3')))
    expect(monthsOfQuarter('2026-Q3')).toEqual(['2026-07', '2026-08', '2026-09'])
    const total = monthsOfQuarter('2026-Q3').reduce((sum, month) => sum + energyOfAll(fleet, month).actual, 0)
    expect(text).toContain(`${total.toLocaleString('en-US')} MWh in the quarter`)
  })

  test("an engineer's report holds its photographs", async () => {
    const picture = await photograph(harlan, 'pilesOnly', 1, '2026-10-14T15:00:00Z')
    const bytes = await pdf(engineersReport(harlan, '2026-10-30', [picture]))
    expect(bytes.includes(picture)).toBe(true)
    expect((await openPdf(bytes)).text).toContain('Photograph 1.')
  })

  test('a bid adds up to its price', async () => {
    const bid = {
      bidder: 'A',
      place: 'B',
      signer: 'C D',
      signerTitle: 'E',
      price: 61_500_000,
      discount: 8,
      funding: 'F',
    }
    const { text } = await openPdf(await pdf(bidLetter('Valley', bid, valley, '2026-11-09')))
    expect(text).toContain('$61,500,000')
    const parts = valley.map(
      (project) =>
        text.match(new RegExp(`${project.name.replace('+', '\\+')} +[\\d.]+ MW +\\$([\\d,]+)`))?.[1],
    )
    const sum = parts.reduce((total, part) => total + Number(part?.replaceAll(',', '')), 0)
    expect(Math.abs(sum - 61_500_000)).toBeLessThanOrEqual(valley.length)
  })

  test('a long table goes on over pages and repeats its head', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [`row ${index + 1}`, 'x'])
    const columns = [
      { label: 'Head', width: 1 },
      { label: 'Other', width: 1 },
    ]
    const { pages, text } = await openPdf(await pdf(paper([{ kind: 'table', columns, rows }])))
    expect(pages).toBeGreaterThan(2)
    expect(text.match(/Head/g)).toHaveLength(pages)
    expect(text).toContain('row 120')
  })
})

describe('Word and Excel', () => {
  test('a redline has real tracked changes, with what was and what is to be', async () => {
    const bytes = await docx(ppaAmendment(otter, '2026-10-20'))
    const main = partsOfZip(bytes).get('word/document.xml')?.toString('utf8') ?? ''
    expect(main).toMatch(/<w:ins [^>]*w:author="Harrow &amp; Pike LLP"/)
    expect(main).toMatch(/<w:delText[^>]*>September 23, 2027</)
    const ids = [...main.matchAll(/<w:(?:ins|del) w:id="(\d+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    expect(officeText(bytes)).toContain('December 23, 2027')
  })

  test('Word documents refuse blocks that they cannot hold', async () => {
    const chart = { title: 'T', unit: 'u', labels: ['a'], series: [] }
    expect(() => docx(paper([{ kind: 'chart', chart }]))).toThrow('text and tables only')
  })

  test('a price schedule has the rates as numbers, and none when redacted', async () => {
    const rate = String(harlan.ppa?.rate)
    const open = partsOfZip(await xlsx(priceSchedule('Valley', valley, '2026-09-28', 'open')))
    expect([...open.keys()]).toEqual(expect.arrayContaining(['xl/workbook.xml', 'xl/worksheets/sheet1.xml']))
    expect(open.get('xl/worksheets/sheet1.xml')?.toString()).toContain(`<v>${rate}</v>`)
    const redacted = officeText(await xlsx(priceSchedule('Valley', valley, '2026-09-28', 'redacted')))
    expect(redacted).toContain(harlan.offtaker.name)
    expect(redacted).not.toContain(rate)
  })

  test('a financial model balances in each year', () => {
    const [cash] = financialModel('Valley', valley, '2026-09-30')
    for (const row of cash?.rows.slice(0, -1) ?? []) {
      const [, , contracted = 0, merchant = 0, expenses = 0, ebitda = 0, debt = 0, equity = 0] =
        row.map(Number)
      expect(Math.abs(contracted + merchant + expenses - ebitda)).toBeLessThanOrEqual(2)
      expect(Math.abs(ebitda + debt - equity)).toBeLessThanOrEqual(2)
    }
  })
})

describe('Pictures', () => {
  test.each(Object.keys(VIEWS) as View[])('a photograph of %s is a JPEG of 1600 pixels', async (view) => {
    const { format, width, height } = await sharp(
      await photograph(otter, view, 1, '2026-10-14T15:00:00Z'),
    ).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1600, height: 1066 })
  })

  test('photographs of one view differ by number', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map((number) => photograph(otter, 'moduleRows', number, '2026-10-14T15:00:00Z')),
    )
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(false)
  })

  test('a site plan is a PNG', async () => {
    const { format, width } = await sharp(await sitePlan(otter)).metadata()
    expect({ format, width }).toEqual({ format: 'png', width: 1600 })
  })
})

describe('Text', () => {
  test('CSV quotes what needs it and nothing else', async () => {
    expect(
      String(
        await csv(
          ['a', 'b'],
          [
            ['x, y', 'say "so"'],
            [1, 'z'],
          ],
        ),
      ),
    ).toBe('a,b\r\n"x, y","say ""so"""\r\n1,z\r\n')
  })

  test('every line of a curtailment log has the columns of its head, in order of time', async () => {
    const [, ...lines] = String(await curtailmentLog(projectsIn('prairie-sun-ii'), 2025))
      .trim()
      .split('\r\n')
    expect(lines.length).toBeGreaterThan(50)
    for (const line of lines) expect(line.match(/("[^"]*"|[^,]+)(,|$)/g)).toHaveLength(6)
    expect(lines).toEqual(lines.toSorted((one, other) => one.slice(0, 16).localeCompare(other.slice(0, 16))))
  })

  test('a message has headers in ASCII, with accents as encoded words', async () => {
    const bytes = await eml({
      from: 'Tomás Brandt <dealadmin@demo.example>',
      to: ['Maya Okafor <contributor@demo.example>'],
      subject: 'Shortlist',
      at: '2026-09-28T15:04:05.000Z',
      body: 'One\n\nTwo',
    })
    const [head = '', body] = bytes
      .toString('utf8')
      .split('\r\n\r\n', 1)
      .concat(bytes.toString('utf8').split('\r\n\r\n').slice(1).join('|'))
    expect(head).toMatch(/^[\x20-\x7e\r\n]+$/)
    expect(head).toContain('From: =?UTF-8?B?VG9tw6FzIEJyYW5kdA==?= <dealadmin@demo.example>')
    expect(head).toContain('Date: Mon, 28 Sep 2026 15:04:05 +0000')
    expect(body).toBe('One|Two\r\n')
  })
})

describe('The same on each run', () => {
  const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  let twice: readonly (readonly [string, string])[]

  beforeAll(async () => {
    const make = async (): Promise<readonly string[]> => [
      sha256(await pdf(powerPurchaseAgreement(harlan))),
      sha256(await singleLine(otter)),
      sha256(await sitePlan(otter)),
      sha256(await photograph(otter, 'inverterSkid', 1, '2026-10-14T15:00:00Z')),
      officeText(await docx(ppaAmendment(otter, '2026-10-20'))),
      officeText(await xlsx(priceSchedule('Valley', valley, '2026-09-28', 'open'))),
    ]
    const [first, second] = [await make(), await make()]
    twice = first.map((value, index) => [value, second[index] ?? ''])
  })

  test.each([
    [0, 'bytes of a contract'],
    [1, 'bytes of a drawing'],
    [2, 'bytes of a plan'],
    [3, 'bytes of a photograph'],
    [4, 'words of a Word document'],
    [5, 'words and figures of a workbook'],
  ])('%i: %s', (index) => {
    const [first, second] = twice[index] ?? ['', 'nothing']
    expect(first).toBe(second)
  })
})

test('months and chart scales', () => {
  expect(monthsFrom('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect([0, 7, 10, 11, 42_300].map(roundTop)).toEqual([1, 8, 10, 15, 50_000])
})
