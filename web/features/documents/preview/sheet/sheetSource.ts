import { readFirst, readWhole } from '../reading/readFile.ts'
import type { Read } from '../reading/useReading.ts'
import { callWorker } from '../reading/workerCall.ts'
import type { FoundCell } from './findCells.ts'
import type { SheetFormat } from './sheetBook.ts'
import type { SheetFacts, SheetRow } from './sheetTable.ts'

/** What the worker that holds a file is asked. */
export type SheetQuestion =
  | { kind: 'open'; bytes: ArrayBuffer; format: SheetFormat; isCut: boolean }
  | { kind: 'sheet'; index: number }
  | { kind: 'rows'; index: number; from: number; to: number }
  | { kind: 'find' | 'passage'; index: number; text: string }

/** The sheets of a file, read in a worker as they are looked at. */
export interface SheetSource {
  readonly names: readonly string[]
  /** @throws PreviewFailure */
  facts(index: number): Promise<SheetFacts>
  /** Rows from an index up to, not including, another. */
  rows(index: number, from: number, to: number): Promise<SheetRow[]>
  /** Cells that hold a text. */
  find(index: number, text: string): Promise<FoundCell[]>
  /** Cells in which the words of a passage stand. */
  findPassage(index: number, words: string): Promise<FoundCell[]>
}

const MEBIBYTE = 1_048_576
/** Bytes of a workbook at most. */
const LARGEST_BOOK = 25 * MEBIBYTE
/** Bytes of separated values that are shown; of larger files the beginning. */
const CSV_PART = 16 * MEBIBYTE
/** ms in which a file opens, or a sheet of it. */
const TIME_LIMIT = 20_000

const readSheets =
  (format: SheetFormat): Read<SheetSource> =>
  async (url, renew, signal) => {
    const { bytes, total } =
      format === 'csv'
        ? await readFirst(url, renew, signal, CSV_PART)
        : await readWhole(url, renew, signal, LARGEST_BOOK).then((whole) => ({
            bytes: whole,
            total: whole.length,
          }))
    signal.throwIfAborted()
    const worker = new Worker(new URL('./sheetWorker.ts', import.meta.url), { type: 'module' })
    const calls = callWorker(worker, signal)
    const ask = <Value>(question: SheetQuestion, transfer: Transferable[] = []) =>
      calls.ask<Value>(question, TIME_LIMIT, transfer)
    try {
      const isCut = total > bytes.length
      const names = await ask<string[]>({ kind: 'open', bytes: bytes.buffer, format, isCut }, [bytes.buffer])
      return {
        names,
        facts: (index) => ask({ kind: 'sheet', index }),
        rows: (index, from, to) => ask({ kind: 'rows', index, from, to }),
        find: (index, text) => ask({ kind: 'find', index, text }),
        findPassage: (index, text) => ask({ kind: 'passage', index, text }),
      }
    } catch (error) {
      calls.close()
      throw error
    }
  }

/** Readers for `useReading`. */
export const READ_SHEETS: Readonly<Record<SheetFormat, Read<SheetSource>>> = {
  excel: readSheets('excel'),
  csv: readSheets('csv'),
}
