import { createHash } from 'node:crypto'
import { type AskedPage, type AskedPlaces, type AskedWords, readAsked } from '../../asked.ts'
import type { AskedKind, SetKind, WordsKind } from '../../setKinds.ts'
import { drawPdf, sizesOfPdf } from '../pdf.ts'
import { refused } from '../refused.ts'
import { placesInPdf, wordsOfPdf } from '../words.ts'
import { TooManyPages } from './paper.ts'

/** What sets files as PDFs, each loaded with the first file of its kind. */
const SETTERS: Readonly<Record<SetKind, () => Promise<(bytes: Buffer) => Promise<Buffer>>>> = {
  text: async () => (await import('./text.ts')).setText,
  table: async () => (await import('./table.ts')).setTable,
  mail: async () => (await import('./mail.ts')).setMail,
  outlook: async () => (await import('./mail.ts')).setOutlook,
}

/** The file that was set last: its pages are drawn one after the other. */
let last: { digest: string; pdf: Buffer } | undefined

/** A file as a PDF. @throws for what is no such file, TooManyPages */
export async function asPdf(kind: SetKind, file: Buffer): Promise<Buffer> {
  const digest = `${kind} ${createHash('sha256').update(file).digest('hex')}`
  if (last?.digest !== digest) {
    last = undefined
    last = { digest, pdf: await (await SETTERS[kind]())(file) }
  }
  return last.pdf
}

/** As pdfPageSizes, of a file that is set as pages. @throws for what is no such file */
export async function setPageSizes(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedKind>(bytes)
  try {
    return await sizesOfPdf(await asPdf(asked.kind, file))
  } catch (error) {
    if (error instanceof TooManyPages) return refused('PAGES')
    throw error
  }
}

/** A page of it as it is kept. @throws for what can't be drawn */
export async function drawSetPage(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedKind & AskedPage>(bytes)
  return drawPdf(await asPdf(asked.kind, file), asked)
}

/** A file with words as a PDF. @throws as asPdf */
export const pdfOf = async (kind: WordsKind, file: Buffer): Promise<Buffer> =>
  kind === 'pdf' ? file : asPdf(kind, file)

/** Where a text stands in the pages of a file, as JSON. @throws for what can't be read */
export async function findPlaces(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedPlaces & { kind: WordsKind }>(bytes)
  return placesInPdf(await pdfOf(asked.kind, file), asked)
}

/** The words of some pages of a file, as JSON. @throws for what can't be read */
export async function readWords(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedWords & { kind: WordsKind }>(bytes)
  return wordsOfPdf(await pdfOf(asked.kind, file), asked)
}
