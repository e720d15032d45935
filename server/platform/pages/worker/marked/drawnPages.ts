import type { PDFContext, PDFDict, PDFDocument, PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import type { DrawnKind } from '../../../../../shared/pagedFiles.ts'
import { MAX_FILE_PAGES } from '../../limits.ts'
import { asPdf } from '../set/index.ts'
import { numbersOf, shownAnnotations } from './annotations.ts'
import { createCopier } from './copied.ts'
import { layersOf } from './layers.ts'
import type { PageBox } from './markOfPdf.ts'
import { name, pdf } from './pdfLib.ts'
import { picturesOf } from './pictures.ts'
import { rewritten } from './rewritten.ts'

/** A page of the file as it goes into the other one: its drawings by name, and what draws them. */
export interface DrawnPage {
  box: PageBox
  drawings: Readonly<Record<string, PDFRef>>
  operators: string
}

/**
 * The pages of a file in another document: of all that it holds only what is to be seen.
 * @throws for what has no pages
 */
export const drawnPages = (target: PDFDocument, kind: DrawnKind, file: Buffer): Promise<DrawnPage[]> =>
  kind === 'picture' ? picturePages(target, file) : filePages(target, kind, file)

/** What a page is besides its content, as its dictionary says it. */
export const pageEntries = ({ left, bottom, right, top, turn, unit }: PageBox, parent: PDFRef) => ({
  Type: 'Page',
  Parent: parent,
  MediaBox: [left, bottom, right, top],
  ...(turn === 0 ? {} : { Rotate: turn }),
  ...(unit === 1 ? {} : { UserUnit: unit }),
})

/** The root of a document's tree of pages. */
export function treeOfPages(target: PDFDocument): PDFRef {
  const root = target.catalog.get(name('Pages'))
  if (!(root instanceof pdf.PDFRef)) throw new Error('A PDF has a tree of pages.')
  return root
}

/** Pages of a PDF, or of what is set as one. */
async function filePages(
  target: PDFDocument,
  kind: Exclude<DrawnKind, 'picture'>,
  file: Buffer,
): Promise<DrawnPage[]> {
  const bytes = kind === 'pdf' ? await rewritten(file) : await asPdf(kind, file)
  const source = await pdf.PDFDocument.load(bytes, {
    updateMetadata: false,
    parseSpeed: pdf.ParseSpeeds.Fastest,
  })
  if (source.getPageCount() > MAX_FILE_PAGES) throw new Error('It has too many pages.')
  const layers = layersOf(source.catalog)
  const copier = createCopier(source.context, target.context, layers)
  return source.getPages().map(({ node }): DrawnPage => {
    const box = boxOf(node, (key) => node.getInheritableAttribute(name(key)))
    const inherited = source.context.lookup(node.getInheritableAttribute(name('Resources')))
    const resources = inherited instanceof pdf.PDFDict ? inherited : source.context.obj({})
    const group = node.get(name('Group'))
    const page = copier.form(contentOf(source.context, node), {
      box: [box.left, box.bottom, box.right, box.top],
      resources,
      ...(group && { group }),
    })
    const annotations = node.lookup(name('Annots'))
    const shown = annotations instanceof pdf.PDFArray ? shownAnnotations(annotations, layers) : []
    const drawn = shown.flatMap(({ drawing, matrix }, at) => {
      const copy = copier.drawing(drawing, undefined)
      return copy instanceof pdf.PDFRef ? [{ key: `A${at}`, copy, matrix }] : []
    })
    return {
      box,
      drawings: { P: page, ...Object.fromEntries(drawn.map(({ key, copy }) => [key, copy])) },
      operators: [
        '/P Do',
        ...drawn.map(
          ({ key, matrix }) => `q ${matrix.map((value) => value.toFixed(5)).join(' ')} cm /${key} Do Q`,
        ),
      ].join('\n'),
    }
  })
}

/** The content of a page; its parts belong together, wherever one ends. */
function contentOf(context: PDFContext, node: PDFDict): Uint8Array | PDFRawStream {
  const content = node.lookup(name('Contents'))
  if (content instanceof pdf.PDFRawStream) return content
  if (!(content instanceof pdf.PDFArray)) return Buffer.alloc(0)
  const parts = content.asArray().map((part) => context.lookup(part))
  return Buffer.concat(
    parts.flatMap((part) =>
      part instanceof pdf.PDFRawStream ? [pdf.decodePDFRawStream(part).decode(), Buffer.from('\n')] : [],
    ),
  )
}

/** Points of a page of letter paper, for one that says nothing. */
const LETTER = [0, 0, 612, 792]

/** What is shown of a page. */
function boxOf(node: PDFDict, inherited: (key: string) => PDFObject | undefined): PageBox {
  const { context } = node
  const box = (key: string): [number, number, number, number] | null => {
    const found = numbersOf(context.lookup(inherited(key)), 4)
    if (!found) return null
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = found
    return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  }
  const whole = box('MediaBox') ?? LETTER
  const [l = 0, b = 0, r = 0, t = 0] = whole
  const [left, bottom, right, top] = box('CropBox') ?? whole
  const cut = [
    Math.max(l, left ?? l),
    Math.max(b, bottom ?? b),
    Math.min(r, right ?? r),
    Math.min(t, top ?? t),
  ]
  const [x1 = l, y1 = b, x2 = r, y2 = t] =
    (cut[2] ?? 0) > (cut[0] ?? 0) && (cut[3] ?? 0) > (cut[1] ?? 0) ? cut : whole
  const [turn, unit] = [context.lookup(inherited('Rotate')), node.lookup(name('UserUnit'))]
  const degrees = turn instanceof pdf.PDFNumber ? turn.asNumber() : 0
  return {
    left: x1,
    bottom: y1,
    right: x2,
    top: y2,
    turn: degrees % 90 === 0 ? ((degrees % 360) + 360) % 360 : 0,
    unit: unit instanceof pdf.PDFNumber && unit.asNumber() > 0 ? unit.asNumber() : 1,
  }
}

/** Pictures, each a page of its own size. */
async function picturePages(target: PDFDocument, file: Buffer): Promise<DrawnPage[]> {
  const pages: DrawnPage[] = []
  for await (const { size, jpeg } of picturesOf(file)) {
    const image = await target.embedJpg(jpeg)
    pages.push({
      box: { left: 0, bottom: 0, right: size.width, top: size.height, turn: 0, unit: 1 },
      drawings: { P: image.ref },
      operators: `q ${size.width} 0 0 ${size.height} 0 0 cm /P Do Q`,
    })
  }
  return pages
}
