import { searchTaskOf } from '../kinds.ts'
import { answerOf, Collector, type OpenedMail, type ReadFile } from './collect.ts'
import { indexed } from './indexed.ts'

/** The readers of files, each loaded with the first file of its kind. */
const READERS: Readonly<Record<NonNullable<ReturnType<typeof searchTaskOf>>, () => Promise<ReadFile>>> = {
  searchPdf: async () => (await import('./pdf.ts')).readPdf,
  searchWord: async () => (await import('./office.ts')).readWord,
  searchWorkbook: async () => (await import('./workbook.ts')).readWorkbook,
  searchSlides: async () => (await import('./office.ts')).readSlides,
  searchOpenText: async () => (await import('./open.ts')).readOpenText,
  searchOpenSheets: async () => (await import('./open.ts')).readOpenSheets,
  searchOpenSlides: async () => (await import('./open.ts')).readOpenSlides,
  searchText: async () => (await import('./text.ts')).readText,
  searchHtml: async () => (await import('./text.ts')).readHtml,
  searchMail: async () => withAttached((await import('./mail.ts')).openMail),
  searchOutlook: async () => withAttached((await import('./outlook.ts')).openOutlook),
}

export const readerOf = (task: keyof typeof READERS): Promise<ReadFile> => READERS[task]()

/** Reads a file by one of them. */
export const searchIn =
  (task: keyof typeof READERS) =>
  (bytes: Buffer): Promise<Buffer> =>
    answerOf(async (into) => (await readerOf(task))(into, bytes))

/** What the parts of a file are found by, of texts that were read some other way. */
export async function keysOfTexts(texts: Buffer): Promise<Buffer> {
  const parts = (JSON.parse(texts.toString('utf8')) as string[]).map((text) => ({ text }))
  return Buffer.from(JSON.stringify(indexed(parts)))
}

/** Attachments of a mail, and mails in mails, that are read. */
const MAX_ATTACHED = 50
const MAX_DEPTH = 3

let depth = 0

/** Reads a mail with the texts of what is attached; of what can't be read there is the name. */
const withAttached =
  (open: (bytes: Buffer) => OpenedMail | Promise<OpenedMail>): ReadFile =>
  async (into, mail) => {
    const { text, attached } = await open(mail)
    if (!into.addLong(text)) return
    if (attached.length > MAX_ATTACHED) into.cut()
    depth += 1
    try {
      for (const { name, bytes } of attached.slice(0, MAX_ATTACHED)) {
        if (!into.addLong(`${name}\n${depth > MAX_DEPTH ? '' : await textOf(name, bytes)}`)) return
      }
    } finally {
      depth -= 1
    }
  }

/** The pages of an attachment are none of the mail's, so they are one text. */
async function textOf(name: string, bytes: Buffer): Promise<string> {
  const task = searchTaskOf(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
  if (!task) return ''
  const own = new Collector()
  try {
    await (await readerOf(task))(own, bytes)
  } catch {
    return ''
  }
  return own.texts.join('\n\n')
}
