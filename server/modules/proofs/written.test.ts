import { expect, test } from 'vitest'
import { collectGarbage } from '../../platform/collecting.ts'
import type { Section } from './sections.ts'
import { writePdf, writeSheets } from './written.ts'

const ROWS = { few: 2000, many: 20_000 }
const PORTION = 200
const MIB = 1024 * 1024

/** Lines as certificates have them, and what is called with each portion of them. */
function linesOf(count: number): Section {
  return {
    title: 'Documents',
    columns: ['Number', 'Path', 'Version', 'Bytes', 'SHA-256', 'Uploaded', 'First published'].map(
      (header) => ({
        header,
        width: 20,
        share: 14,
      }),
    ),
    none: 'There were no documents.',
    rows: async function* () {
      for (let from = 0; from < count; from += PORTION) {
        yield Array.from({ length: PORTION }, (_, at) => [
          `1.${from + at}`,
          `Site ${from % 100}/Work package 2/Monthly production report ${from + at}.pdf`,
          1,
          from * 977,
          `${from + at}`.padStart(64, 'a'),
          new Date(1_700_000_000_000 + at),
          new Date(1_700_000_000_000 + from),
        ])
      }
    },
  }
}

const CERTIFIED = {
  room: 'Atlas Fund',
  organisation: 'Atlas',
  group: null,
  from: new Date(0),
  to: new Date(1_800_000_000_000),
  covers: ['DOCUMENTS'] as const,
  product: 'Helioroom 1',
  issued: new Date(1_800_000_000_000),
  checkpoint: {
    id: 1,
    organisation: '00000000-0000-0000-0000-000000000000',
    treeSize: 1,
    root: Buffer.alloc(32),
    at: new Date(1_800_000_000_000),
    keyId: 'a'.repeat(32),
    signature: Buffer.alloc(64),
    timeStamp: null,
  },
}

/**
 * Writes a file of so many lines. @returns bytes that are kept at its last line, most bytes of buffers on the way, and
 * microseconds of the processor for a line
 */
async function costsOf(
  writer: typeof writePdf,
  lines: number,
): Promise<{ kept: number; buffers: number; time: number }> {
  const before = process.cpuUsage()
  const { arrayBuffers } = process.memoryUsage()
  let [done, kept, buffers] = [0, 0, 0]
  await writer(
    CERTIFIED,
    [linesOf(lines)],
    async (count) => {
      done += count
      buffers = Math.max(buffers, process.memoryUsage().arrayBuffers - arrayBuffers)
      if (done < lines) return
      await collectGarbage()
      const { heapUsed, external } = process.memoryUsage()
      kept = heapUsed + external
    },
    async () => {},
  )
  const { user, system } = process.cpuUsage(before)
  return { kept, buffers, time: (user + system) / lines }
}

test('PROOF-09 neither file keeps any of its lines, and a line costs no more in a file of twenty thousand than in one of two', async () => {
  for (const writer of [writePdf, writeSheets]) {
    // What is done only once is done.
    await costsOf(writer, ROWS.few)
    const few = await costsOf(writer, ROWS.few)
    const many = await costsOf(writer, ROWS.many)
    // Places of pages alone, some dozen bytes for a line, and what else goes on here; the cells of a line would take a thousand.
    expect((many.kept - few.kept) / (ROWS.many - ROWS.few)).toBeLessThan(400)
    // What is garbage already counts as well until it is collected.
    expect(many.buffers).toBeLessThan(24 * MIB)
    // The seconds for a million lines are a figure of the bench; what grows with the file would show here as ten times as much.
    const again = await costsOf(writer, ROWS.few)
    expect(many.time).toBeLessThan(2 * Math.max(few.time, again.time))
  }
})
