import { answerCalls } from '../reading/workerCall.ts'
import { cellsOfPassage, cellsWith } from './findCells.ts'
import { openBook, type SheetBook } from './sheetBook.ts'
import type { SheetQuestion } from './sheetSource.ts'
import type { SheetTable } from './sheetTable.ts'

let book: SheetBook | undefined
/** Only one sheet is kept: the one that is looked at. */
let open: { index: number; table: SheetTable } | undefined

function sheet(index: number): SheetTable {
  if (!book) throw new Error('No file is open.')
  if (open?.index !== index) {
    open = undefined
    open = { index, table: book.read(index) }
  }
  return open.table
}

/** A sheet that is searched; the one that is looked at stays. */
function searched(index: number): SheetTable {
  if (open?.index === index) return open.table
  if (!book) throw new Error('No file is open.')
  return book.read(index)
}

answerCalls((question: SheetQuestion) => {
  switch (question.kind) {
    case 'open':
      book = openBook(new Uint8Array(question.bytes), question.format, question.isCut)
      return book.names
    case 'sheet':
      return sheet(question.index).facts()
    case 'rows':
      return sheet(question.index).rows(question.from, question.to)
    case 'find':
      return cellsWith(searched(question.index), question.text)
    case 'passage':
      return cellsOfPassage(searched(question.index), question.text)
  }
})
