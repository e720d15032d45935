import { badInput } from '../access/errors.ts'
import {
  type Cell,
  type FormulaError,
  type Sheet,
  type SheetFile,
  type SheetLimits,
  type SheetReader,
  SheetRefused,
} from '../platform/spreadsheets/read/index.ts'
import type { UploadedFile } from './uploadedFile.ts'

/** What a spreadsheet must be that people send for an import. */
export interface SheetRule {
  /** Extensions, and how a file of each is read. */
  kinds: Readonly<Partial<Record<'xlsx' | 'csv', SheetFile['kind']>>>
  maxBytes: number
  /** The sentence for a larger one. */
  tooLarge: string
  limits: Partial<SheetLimits>
}

/**
 * The sheets of a file that was sent with a request.
 * @param onPart gets the bytes as they are read
 * @throws BAD_USER_INPUT with a sentence for a file that is none of the kinds, too large, or can't be read
 */
export async function readUploadedSheet(
  reader: Pick<SheetReader, 'read'>,
  file: UploadedFile,
  { kinds, maxBytes, tooLarge, limits }: SheetRule,
  onPart: (part: Buffer) => void = () => {},
): Promise<Sheet[]> {
  const extension = /\.(xlsx|csv)$/i.exec(file.filename)?.[1]?.toLowerCase()
  const kind = extension === 'xlsx' || extension === 'csv' ? kinds[extension] : undefined
  if (!kind) {
    const known = Object.keys(kinds).map((each) => `.${each}`)
    throw badInput(`Please choose ${known[0] === '.xlsx' ? 'an' : 'a'} ${known.join(' or ')} file.`)
  }
  if (file.size > maxBytes) throw badInput(tooLarge)
  try {
    return await reader.read(
      {
        kind,
        size: file.size,
        source: async (write) => {
          for await (const part of file.stream()) {
            onPart(part)
            await write(part)
          }
        },
      },
      limits,
    )
  } catch (error) {
    if (error instanceof SheetRefused) throw badInput(error.message)
    throw error
  }
}

/** A cell as a text in one line; a date as YYYY-MM-DD, an empty cell as an empty text. What hides in it stays to be judged. */
export const cellText = (cell: Cell | undefined): string =>
  cell instanceof Date
    ? cell.toISOString().slice(0, 10)
    : String(cell ?? '')
        .toWellFormed()
        .normalize('NFC')
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()

/** What to do about a cell whose formula failed: it must not be taken for an empty one. */
export const formulaErrorText = ({ error }: FormulaError): string =>
  error === null
    ? 'The formula of this cell has no result. Open the file in Excel, save it and upload it again.'
    : `The formula of this cell has the error “${error}”. Correct it, or empty the cell.`

/** Formulas that failed, of rows by their place from 0. */
export const formulaErrorsByRow = (
  { formulaErrors }: Pick<Sheet, 'formulaErrors'>,
  isRead: (column: number) => boolean,
): ReadonlyMap<number, readonly FormulaError[]> =>
  Map.groupBy(
    formulaErrors.filter(({ column }) => isRead(column)),
    ({ row }) => row,
  )
