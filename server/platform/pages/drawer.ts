import type { DrawnKind } from '../../../shared/pagedFiles.ts'
import { createOpener, type Opener, type Source } from '../confined/index.ts'
import { isWebp } from '../thumbnails/webp.ts'
import {
  type AskedMarkedPdf,
  type AskedPage,
  type AskedPicture,
  type AskedPlaces,
  type AskedWords,
  askedHead,
  type DrawnMark,
  type PagePlace,
  type PageSize,
  type SizesRefusal,
} from './asked.ts'
import { isKeptPage } from './keptForms.ts'
import { MARKED_PDF_PROCESS, PAGE_PROCESS, PAGES_PER_MARKING_PROCESS } from './limits.ts'
import { MAY_PASS, REASONS } from './reasons.ts'
import { SET_KINDS, type SetKind } from './setKinds.ts'

export interface Content {
  /** Bytes. */
  size: number
  source: Source
}

/** A file as it is stored. */
export interface PagedFile extends Content {
  kind: DrawnKind
}

/** The sizes of a file's pages; or none, why in words for a person, and whether a later attempt may do better. */
export type PageSizes = { sizes: readonly PageSize[] } | { sizes: null; reason: string; mayPass: boolean }

export type MarkedPdf = { pdf: Buffer } | { pdf: null; reason: string }

export interface PageDrawer extends Pick<Opener, 'close'> {
  /** @throws OpenerClosed, OpenerBroken, and the error of the source, as all three */
  sizes(file: PagedFile): Promise<PageSizes>
  /** A page without marks, to be kept and never given out; null for one that can't be drawn. */
  draw(file: PagedFile, page: AskedPage): Promise<Buffer | null>
  /** Where a text stands in its pages; nowhere in one without words, or that can't be read. */
  places(file: PagedFile, asked: AskedPlaces): Promise<readonly PagePlace[]>
  /** The words of some of its pages; none of one without words, or that can't be read. */
  words(file: PagedFile, asked: AskedWords): Promise<readonly string[]>
  /** A kept page as it goes out: as WebP, with a mark in its pixels, or without, often as it is; null for what is no page. */
  picture(page: Buffer, mark: DrawnMark | null): Promise<Buffer | null>
  /** The file as a PDF with a mark on each page; or none, and why in words for a person. */
  markedPdf(file: PagedFile, asked: Omit<AskedMarkedPdf, 'kind'>): Promise<MarkedPdf>
  /** A sample page with a mark, as PNG. @throws where none can be drawn */
  sample(mark: DrawnMark): Promise<Buffer>
}

/** Processes that make what goes out: each page takes one of them a tenth of a second. */
const MARKING = 2

export const PDF_HEAD = Buffer.from('%PDF-')

/**
 * Draws pages of files and the marks on them, each in processes of their own kind: a mark never waits for a page that takes
 * long. Pages are opened where a decoder can do no harm, kept ones too.
 */
export function createPageDrawer(limits = PAGE_PROCESS): PageDrawer {
  const pages = createOpener(limits)
  const pdfs = createOpener(MARKED_PDF_PROCESS)
  const marking = { ...limits, filesPerProcess: PAGES_PER_MARKING_PROCESS }
  const marks = Array.from({ length: MARKING }, () => ({ opener: createOpener(marking), tasks: 0 }))
  return {
    async sizes({ kind, size, source }) {
      const opened = await pages.open(
        isSet(kind)
          ? { task: 'setSizes', ...headed({ kind }, { size, source }) }
          : { task: kind === 'pdf' ? 'pdfSizes' : 'pictureSizes', size, source },
      )
      if (opened.answer === null) {
        return { sizes: null, reason: REASONS[opened.reason], mayPass: MAY_PASS.has(opened.reason) }
      }
      const answer = JSON.parse(opened.answer.toString('utf8')) as
        | { sizes: PageSize[] }
        | { refused: SizesRefusal }
      return 'refused' in answer
        ? { sizes: null, reason: REASONS[answer.refused], mayPass: false }
        : { sizes: answer.sizes }
    },
    draw({ kind, size, source }, page) {
      if (isSet(kind)) return keptPage(pages, 'setPage', headed({ kind, ...page }, { size, source }))
      return keptPage(pages, kind === 'pdf' ? 'pdfPage' : 'picturePage', headed(page, { size, source }))
    },
    places: (file, asked) => listed<PagePlace>(pages, 'pagePlaces', file, asked),
    words: (file, asked) => listed<string>(pages, 'pageWords', file, asked),
    async picture(page, mark) {
      if (!mark && isWebp(page)) return page
      const asked: AskedPicture = { mark }
      const content = headed(asked, { size: page.length, source: (write) => write(page) })
      const free = marks.reduce((best, each) => (each.tasks < best.tasks ? each : best))
      free.tasks += 1
      try {
        const { answer } = await free.opener.open({ task: 'pageWebp', ...content })
        return answer && isWebp(answer) ? answer : null
      } finally {
        free.tasks -= 1
      }
    },
    async markedPdf({ kind, size, source }, asked) {
      const opened = await pdfs.open({ task: 'markedPdf', ...headed({ kind, ...asked }, { size, source }) })
      if (opened.answer === null) return { pdf: null, reason: REASONS[opened.reason] }
      const isPdf = opened.answer.subarray(0, PDF_HEAD.length).equals(PDF_HEAD)
      return isPdf ? { pdf: opened.answer } : { pdf: null, reason: REASONS.UNREADABLE }
    },
    async sample(mark) {
      const bytes = askedHead(mark)
      const [first] = marks
      const drawn = await first?.opener.open({
        task: 'markSample',
        size: bytes.length,
        source: (write) => write(bytes),
      })
      if (!drawn?.answer) throw new Error('The sample of a mark could not be drawn.')
      return drawn.answer
    },
    close() {
      pages.close()
      pdfs.close()
      for (const { opener } of marks) opener.close()
    },
  }
}

const isSet = (kind: DrawnKind): kind is SetKind => SET_KINDS.some((each) => each === kind)

/** A file with what is asked of it before its bytes. */
export function headed(asked: object, { size, source }: Content): Content {
  const head = askedHead(asked)
  return {
    size: head.length + size,
    source: async (write) => {
      await write(head)
      await source(write)
    },
  }
}

/** What a task finds in a file with words. */
async function listed<Entry>(
  opener: Opener,
  task: 'pagePlaces' | 'pageWords',
  { kind, ...content }: PagedFile,
  asked: object,
): Promise<readonly Entry[]> {
  if (kind === 'picture') return []
  const { answer } = await opener.open({ task, ...headed({ kind, ...asked }, content) })
  return answer === null ? [] : (JSON.parse(answer.toString('utf8')) as Entry[])
}

async function keptPage(
  opener: Opener,
  task: 'pdfPage' | 'picturePage' | 'setPage',
  content: Content,
): Promise<Buffer | null> {
  const { answer } = await opener.open({ task, ...content })
  return answer && isKeptPage(answer) ? answer : null
}
