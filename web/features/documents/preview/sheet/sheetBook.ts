import { decodeText, isBinary } from '../reading/decodeText.ts'
import { PreviewFailure } from '../reading/failure.ts'
import { openOffice } from '../reading/officeFile.ts'
import { readCsv } from './csv.ts'
import type { SheetTable } from './sheetTable.ts'
import { openWorkbook } from './workbook.ts'
import { readWorksheet } from './worksheet.ts'

/** A file of sheets; each is read when it is asked for. */
export interface SheetBook {
  readonly names: readonly string[]
  /** @throws PreviewFailure */
  read(index: number): SheetTable
}

/** What files of sheets are written in. */
export type SheetFormat = 'excel' | 'csv'

/**
 * @param isCut the file is longer than `bytes`
 * @throws PreviewFailure for what is damaged, protected or something else under that name
 */
export function openBook(bytes: Uint8Array, format: SheetFormat, isCut: boolean): SheetBook {
  if (format === 'csv') {
    const text = decodeText(bytes, isCut)
    if (isBinary(text)) throw new PreviewFailure('This is not a text file, although its name says so.')
    return { names: ['Sheet'], read: () => readCsv(text, isCut) }
  }
  const workbook = openWorkbook(openOffice(bytes, 'an Excel workbook'))
  return {
    names: workbook.sheets.map(({ name }) => name),
    read: (index) => {
      const sheet = workbook.sheets[index]
      if (!sheet) throw new RangeError(`There is no sheet ${index}.`)
      return readWorksheet(sheet, workbook)
    },
  }
}
