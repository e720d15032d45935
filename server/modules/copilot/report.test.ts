import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { FACT_FIELDS, SUMMARY_KINDS } from './facts.ts'
import { summaryReport } from './report.ts'

/** Points of a character in bold type at the size of the table, in the fonts that stand in for Calibri. */
const CHARACTER = 6.9
/** Points beside the words of a cell. */
const BESIDE = 8

test.each(SUMMARY_KINDS)(
  'COP-04 no name of a field breaks in the report of %s, and its pages are numbered apart from the note',
  async (kind) => {
    const bytes = await summaryReport({
      kind,
      place: 'Northwind',
      made: new Date('2026-01-02T00:00:00Z'),
      by: 'the built-in extractor',
      sources: [
        {
          position: 0,
          documentId: 'd',
          versionId: 'v',
          name: 'a.pdf',
          pageCount: 1,
          emptyPages: null,
          problem: null,
        },
      ],
      facts: [],
      remarks: new Map(),
      leftOut: null,
    })
    const files = unzipSync(new Uint8Array(bytes))
    const xml = strFromU8(files['word/document.xml'] ?? new Uint8Array())
    // In twentieths of a point.
    const room = Number(/<w:gridCol w:w="(\d+)"/.exec(xml)?.[1]) / 20 - BESIDE
    const longest = Math.max(
      ...FACT_FIELDS[kind].flatMap(({ label }) => label.split(' ').map((word) => word.length)),
    )
    expect(longest * CHARACTER).toBeLessThan(room)
    const foot = Object.entries(files).find(([name]) => /^word\/footer/.test(name))?.[1]
    expect(strFromU8(foot ?? new Uint8Array())).toMatch(/rely on it\.<\/w:t>.*<w:tab\/>.*Page /s)
  },
)
