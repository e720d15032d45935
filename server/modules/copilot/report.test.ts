import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { FACT_FIELDS, SUMMARY_KINDS } from './extract/facts.ts'
import { summaryReport } from './report.ts'

/** Points of a character in bold type at the size of the table, in the fonts that stand in for Calibri. */
const CHARACTER = 7.6
/** Points beside the words of a cell. */
const BESIDE = 8

const SOURCE = {
  position: 0,
  documentId: 'd',
  versionId: 'v',
  redactionId: null,
  name: 'a.pdf',
  pageCount: 1,
  emptyPages: null,
  problem: null,
  remarks: [] as string[],
}

test.each(SUMMARY_KINDS)(
  'COP-04 no name of a field breaks in the report of %s, and its pages are numbered apart from the note',
  async (kind) => {
    const bytes = await summaryReport({
      kind,
      place: 'Northwind',
      made: new Date('2026-01-02T00:00:00Z'),
      by: 'the built-in extractor',
      sources: [{ ...SOURCE, remarks: ['1 request'] }],
      facts: [],
      leftOut: [],
    })
    const files = unzipSync(new Uint8Array(bytes))
    const xml = strFromU8(files['word/document.xml'] ?? new Uint8Array())
    // In twentieths of a point.
    const room = Number(/<w:gridCol w:w="(\d+)"/.exec(xml)?.[1]) / 20 - BESIDE
    const longest = Math.max(
      ...FACT_FIELDS[kind].flatMap(({ label }) => label.split(' ').map((word) => word.length)),
    )
    expect(longest * CHARACTER).toBeLessThan(room)
    expect(xml).toMatch(/<w:spacing [^>]*w:before="80"[^>]*\/>(?:(?!<w:p>).)*1 request/)
    const foot = Object.entries(files).find(([name]) => /^word\/footer/.test(name))?.[1]
    expect(strFromU8(foot ?? new Uint8Array())).toMatch(/rely on it\.<\/w:t>.*<w:tab\/>.*Page /s)
  },
)

test('COP-04 what is its own quotation, as a finding, has the room of both columns', async () => {
  const fact = {
    source: 0,
    pageLabel: 'page 1',
    field: 'finding',
    detail: null,
    verified: true,
    certain: true,
  }
  const bytes = await summaryReport({
    kind: 'DAM_INSPECTION',
    place: 'Northwind',
    made: new Date('2026-01-02T00:00:00Z'),
    by: 'the built-in extractor',
    sources: [SOURCE],
    facts: [
      { ...fact, value: 'Seepage at the toe.', quotation: 'Seepage at the toe.' },
      { ...fact, field: 'hazard', value: 'High', quotation: 'Hazard class: High' },
    ],
    leftOut: [],
  })
  const xml = strFromU8(unzipSync(new Uint8Array(bytes))['word/document.xml'] ?? new Uint8Array())
  const rows = xml.split('<w:tr>').filter((row) => /Seepage|Hazard class:/.test(row))
  expect(rows.map((row) => /<w:gridSpan w:val="2"/.test(row))).toEqual([false, true])
  expect(xml.match(/Seepage at the toe\./g)).toHaveLength(1)
})

test('COP-10 what is not certain has its passage and its page, and no value', async () => {
  const bytes = await summaryReport({
    kind: 'PPA_ANALYSIS',
    place: 'Northwind',
    made: new Date('2026-01-02T00:00:00Z'),
    by: 'the built-in extractor',
    sources: [SOURCE],
    facts: [
      {
        source: 0,
        pageLabel: 'page 7',
        field: 'price',
        detail: null,
        verified: true,
        certain: false,
        value: '$41.10 per MWh',
        quotation: 'The price of $41.10 per MWh was withdrawn.',
      },
    ],
    leftOut: [],
  })
  const xml = strFromU8(unzipSync(new Uint8Array(bytes))['word/document.xml'] ?? new Uint8Array())
  const [row = ''] = xml.split('<w:tr>').filter((each) => each.includes('withdrawn'))
  const words = [...row.matchAll(/<w:t(?: [^>]*)?>([^<]*)</g)].map((match) => match[1])
  expect(words).toEqual([
    'Price',
    'Not stated with certainty',
    '“The price of $41.10 per MWh was withdrawn.”',
    'page 7',
  ])
})
