import type { Opened } from '../../confined/index.ts'
import type { Refusal } from './answer.ts'
import type { SheetLimits } from './limits.ts'

export type Reason = Refusal | Extract<Opened, { answer: null }>['reason']

const TOO_MUCH = 'The file takes too long to read. Split it into smaller files and upload them one by one.'
const DAMAGED = 'The file is damaged. Save it again and upload the new one.'

const sentences = ({ rows, cells }: SheetLimits): Readonly<Record<Reason, string>> => ({
  PROTECTED: 'The file is protected by a password. Save it without one and upload it again.',
  OLD: 'The file is of an old Excel format. Save it as .xlsx and upload it again.',
  NO_WORKBOOK:
    'The file is not an Excel workbook, although its name says so. Save it as .xlsx and upload it again.',
  NO_TEXT: 'The file is not a CSV file, although its name says so. Save it as .csv and upload it again.',
  DAMAGED,
  UNREADABLE: DAMAGED,
  EMPTY: 'The file is empty. Choose one with rows in it.',
  ROWS: `The file has more than ${rows.toLocaleString('en-US')} rows. Split it into smaller files and upload them one by one.`,
  CELLS: `The file has more than ${cells.toLocaleString('en-US')} cells. Leave out what is not needed and upload it again.`,
  SHEETS: 'The workbook has too many sheets. Leave out those that are not needed and upload it again.',
  LONG: 'A cell holds more text than a spreadsheet can. Shorten it and upload the file again.',
  LARGE: 'The file is too large to be read. Split it into smaller files and upload them one by one.',
  ENTITIES:
    'The file refers to others outside of it, which no spreadsheet needs. Save it again in Excel and upload the new one.',
  TIME: TOO_MUCH,
  MEMORY: TOO_MUCH,
  CRASH: TOO_MUCH,
})

/** A spreadsheet that is not read; its message is one sentence for the person that says what to do. */
export class SheetRefused extends Error {
  override name = 'SheetRefused'
  readonly reason: Reason

  constructor(reason: Reason, limits: SheetLimits) {
    super(sentences(limits)[reason])
    this.reason = reason
  }
}
