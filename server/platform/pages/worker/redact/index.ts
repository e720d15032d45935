import type { PDFDict, PDFDocument, PDFRef } from '@cantoo/pdf-lib'
import { type AskedRedaction, askedHead, type RedactionAnswer, readAsked } from '../../asked.ts'
import { type DrawnPage, drawnPages, pageEntries, treeOfPages } from '../marked/drawnPages.ts'
import { name, pdf } from '../marked/pdfLib.ts'
import { rewritten } from '../marked/rewritten.ts'
import { withPdfium } from '../pdfium.ts'
import { placesInPdf } from '../words.ts'
import { areasOf, holdsRedacted, type PageMark, textsIn } from './areas.ts'
import { FIRST_STATE } from './drawing.ts'
import { createAreaPen, LABEL_FONT } from './filled.ts'
import { areaOf, type Rect, shownArea } from './geometry.ts'
import { createImageCovers } from './images.ts'
import { keptBookmarks, writeOutlines } from './outlines.ts'
import { picturedEntries, picturedPage } from './pictured.ts'
import {
  type Bookmark,
  bookmarksOf,
  lettersOf,
  liesBeyond,
  mayReachBeyond,
  type ReadLetter,
} from './reading.ts'
import { createRewriter } from './rewriter.ts'
import { pagesWithRest } from './secondReading.ts'
import { NotRedacted } from './uncertain.ts'
import { deleteUnused, dropLetterLists, dropWordsOfLetters, stringsIn } from './unused.ts'

/** A page of the new document. */
interface NewPage extends DrawnPage {
  ref: PDFRef
  marks: PageMark[]
  /** What draws it by then. */
  drawn: { operators: Uint8Array; resources: PDFDict } | null
  isPicture: boolean
  inkAt: (at: { x: number; y: number }) => Rect | null
  /** Whether letters stand beyond what is shown of it, where nobody can mark them. */
  reachesBeyond: boolean
  /** What stood in its areas. */
  redacted: string[]
}

/**
 * A file as a PDF without what lies in areas (REDACT-10 to REDACT-17): what was made, as it stands before its bytes; or why
 * nothing was, and no bytes.
 * @throws for what has no pages
 */
export async function redact(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedRedaction>(bytes)
  try {
    const { made, remarks } = await redacted(asked, file)
    return Buffer.concat([askedHead({ failure: null, remarks } satisfies RedactionAnswer), made])
  } catch (error) {
    if (!(error instanceof NotRedacted)) throw error
    return askedHead({ failure: error.message, remarks: [] } satisfies RedactionAnswer)
  }
}

const areasIn = ({ marks }: Pick<NewPage, 'marks'>): Rect[] => marks.flatMap(({ areas }) => areas)

const isCut = ({ marks, reachesBeyond }: NewPage): boolean => marks.length > 0 || reachesBeyond

async function redacted(asked: AskedRedaction, file: Buffer): Promise<{ made: Buffer; remarks: string[] }> {
  const target = await pdf.PDFDocument.create({ updateMetadata: false })
  const { context } = target
  const found = await drawnPages(target, asked.kind, file)
  const bookmarks = asked.kind === 'pdf' ? await readBookmarks(file) : []
  const parent = treeOfPages(target)
  const pages = found.map((page): NewPage => {
    const plain = { ...pageEntries(page.box, parent), Resources: { XObject: page.drawings } }
    const contents = context.register(context.flateStream(page.operators))
    const ref = context.register(context.obj({ ...plain, Contents: contents }))
    return {
      ...page,
      ref,
      marks: [],
      drawn: null,
      isPicture: false,
      inkAt: () => null,
      reachesBeyond: false,
      redacted: [],
    }
  })
  context.assign(
    parent,
    context.obj({ Type: 'Pages', Kids: pages.map(({ ref }) => ref), Count: pages.length }),
  )
  // Of all that the file holds this has what is to be seen, and is read before anything is removed.
  const whole = await saved(target)
  await withPdfium(whole, (pdfium, document) => {
    for (const [at, page] of pages.entries()) {
      const marks = asked.marks.filter((mark) => mark.page === at + 1)
      if (marks.length === 0 && !mayReachBeyond(pdfium, document, at, page.box)) continue
      const letters = lettersOf(pdfium, document, at)
      page.reachesBeyond = letters.some((letter) => liesBeyond(letter, page.box))
      page.inkAt = inkOf(letters)
      page.marks = marks.map((mark) => ({ reason: mark.reason, areas: areasOf(mark, page.box, letters) }))
      page.redacted = [
        ...textsIn(areasIn(page), letters),
        ...marks.flatMap(({ words }) => (words === null ? [] : [words])),
      ]
    }
  })

  await rewrite(target, pages)
  for (const [at, page] of pages.entries()) {
    if (page.drawn === null) await makePicture(target, page, at, whole)
    else setContent(target, page, page.drawn.operators, page.drawn.resources)
  }
  const isLeft = async (): Promise<number[]> => {
    deleteUnused(context)
    const checked = pages.flatMap((page, at) => (isCut(page) ? [{ ...page, at, areas: areasIn(page) }] : []))
    return [...(await pagesWithRest(await saved(target), checked))]
  }
  for (const at of await isLeft()) {
    const page = pages[at]
    if (page && !page.isPicture) await makePicture(target, page, at, whole)
  }
  const [still] = await isLeft()
  if (still !== undefined) throw wordsRemain(still + 1)

  const isRedacted = holdsRedacted(pages.flatMap((page) => page.redacted))
  const kept = keptBookmarks(bookmarks, isRedacted)
  if (kept.length > 0) {
    const refs = pages.map(({ ref }) => ref)
    target.catalog.set(name('Outlines'), writeOutlines(context, kept, refs))
  }
  dropLetterLists(context)
  dropWordsOfLetters(context, isRedacted)
  const inObjects = stringsIn(context).find(isRedacted)
  if (inObjects !== undefined) throw wordsRemain(pages.findIndex(({ marks }) => marks.length > 0) + 1)
  await fillAreas(target, pages)
  target.setProducer(asked.producer)
  target.setCreationDate(new Date(asked.at))
  target.setModificationDate(new Date(asked.at))
  deleteUnused(context)
  const made = await saved(target)
  return { made, remarks: await remarksOn(made, pages, asked) }
}

const wordsRemain = (page: number): NotRedacted =>
  new NotRedacted(`Words remain on page ${page}. Nothing was made.`)

const saved = async (target: PDFDocument): Promise<Buffer> =>
  Buffer.from(await target.save({ addDefaultPage: false, objectsPerTick: Number.POSITIVE_INFINITY }))

const readBookmarks = async (file: Buffer): Promise<Bookmark[]> =>
  withPdfium(await rewritten(file), (pdfium, document) => bookmarksOf(pdfium, document))

/** Points within which a letter begins where another reader says it does. */
const SAME_PLACE = 0.35

/** What is to be seen of the letter that begins somewhere. */
function inkOf(letters: readonly ReadLetter[]): NewPage['inkAt'] {
  const cells = Map.groupBy(letters, ({ origin }) => `${Math.round(origin.x)} ${Math.round(origin.y)}`)
  return ({ x, y }) => {
    let nearest: { distance: number; ink: Rect } | undefined
    for (const dx of [0, -1, 1]) {
      for (const dy of [0, -1, 1]) {
        const near = cells.get(`${Math.round(x) + dx} ${Math.round(y) + dy}`)
        for (const letter of near ?? []) {
          const distance = Math.max(Math.abs(letter.origin.x - x), Math.abs(letter.origin.y - y))
          if (distance < (nearest?.distance ?? SAME_PLACE)) nearest = { distance, ink: letter.ink }
        }
      }
    }
    return nearest?.ink ?? null
  }
}

/** Takes all pages apart; what can't be is left without content. */
async function rewrite(target: PDFDocument, pages: readonly NewPage[]): Promise<void> {
  const { context } = target
  const images = createImageCovers(context)
  const rewriter = createRewriter(context, images)
  for (const [at, page] of pages.entries()) {
    try {
      const task = { areas: areasIn(page), page: isCut(page) ? page.box : null, inkAt: page.inkAt }
      const own = context.obj({ XObject: page.drawings })
      const { content, resources } = rewriter.rewrite(Buffer.from(page.operators), own, {
        state: FIRST_STATE,
        page: at,
        task,
      })
      page.drawn = { operators: content, resources }
    } catch (error) {
      // What nobody can take apart, damaged parts included, is drawn.
      if (error instanceof NotRedacted) throw error
    }
  }
  rewriter.finish()
  for (const at of await images.finish()) {
    const page = pages[at]
    if (page) page.drawn = null
  }
}

function setContent(
  { context }: PDFDocument,
  { ref }: NewPage,
  operators: Uint8Array | string,
  resources: PDFDict,
): void {
  const page = context.lookup(ref, pdf.PDFDict)
  page.set(name('Resources'), resources)
  page.set(name('Contents'), context.obj([context.register(context.flateStream(operators))]))
}

async function makePicture(target: PDFDocument, page: NewPage, at: number, whole: Buffer): Promise<void> {
  const { context } = target
  const pictured = await picturedPage(whole, at, page.box, areasIn(page))
  const { image, operators } = await picturedEntries(target, pictured)
  await target.flush()
  page.marks = page.marks.map(({ reason, areas }) => ({
    reason,
    areas: areas.map((area) => areaOf(pictured.box, shownArea(page.box, area))),
  }))
  page.box = pictured.box
  page.isPicture = true
  context.assign(page.ref, context.obj(pageEntries(page.box, treeOfPages(target))))
  setContent(target, page, operators, context.obj({ XObject: { P: image } }))
}

async function fillAreas(target: PDFDocument, pages: readonly NewPage[]): Promise<void> {
  const { context } = target
  const marked = pages.filter(({ marks }) => marks.length > 0)
  if (marked.length === 0) return
  const pen = await createAreaPen(target)
  for (const { ref, box, marks } of marked) {
    const page = context.lookup(ref, pdf.PDFDict)
    const content = page.lookup(name('Contents'), pdf.PDFArray).asArray()
    const [before, after] = ['q', 'Q'].map((text) => context.register(context.flateStream(text)))
    if (!before || !after) continue
    page.set(name('Contents'), context.obj([before, ...content, after, pen.on(box, marks)]))
    const resources = page.lookup(name('Resources'), pdf.PDFDict).clone(context)
    resources.set(name('Font'), context.obj({ [LABEL_FONT]: pen.font }))
    page.set(name('Resources'), resources)
  }
}

/** Words of which is said where else they stand. */
const MAX_WORDS = 50
const MAX_PLACES = 500

/** What those who apply it should know (REDACT-16). */
async function remarksOn(made: Buffer, pages: readonly NewPage[], asked: AskedRedaction): Promise<string[]> {
  const pictures = pages.flatMap(({ isPicture }, at) =>
    isPicture ? [`Page ${at + 1} became a picture.`] : [],
  )
  const words = new Map(
    asked.marks.flatMap(({ words: those }) =>
      those === null ? [] : [[those.toLowerCase(), those] as const],
    ),
  )
  const elsewhere: string[] = []
  for (const text of [...words.values()].slice(0, MAX_WORDS)) {
    const places = JSON.parse(
      (await placesInPdf(made, { text, most: MAX_PLACES })).toString('utf8'),
    ) as unknown[]
    if (places.length === 0) continue
    const count = places.length === 1 ? '1 place that is' : `${places.length} places that are`
    elsewhere.push(`'${text}' also stands on ${count} not covered.`)
  }
  return [...pictures, ...elsewhere]
}
