import { createHash } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import {
  AnnotationMode,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf } from '../../confined/openPdf.ts'
import { type AskedPage, type PageSize, readAsked } from '../asked.ts'
import { MAX_FILE_PAGES, pageScale } from '../limits.ts'
import { keptPage } from './kept.ts'
import { refused } from './refused.ts'

/** The file that was opened last: its pages come one after the other, and to parse it takes longer than to draw one. */
let last: { digest: string; opening: PDFDocumentLoadingTask } | undefined

/** @throws for what is no PDF, or has a password */
export async function openedPdf(file: Buffer): Promise<PDFDocumentProxy> {
  const digest = createHash('sha256').update(file).digest('hex')
  if (last?.digest !== digest) {
    await close()
    last = { digest, opening: openPdf(new Uint8Array(file), { isDrawn: true }) }
  }
  try {
    return await last.opening.promise
  } catch (error) {
    await close()
    throw error
  }
}

async function close(): Promise<void> {
  const former = last
  last = undefined
  await former?.opening.destroy()
}

/** The sizes of all pages, as JSON; of a file with too many or with a password, why there are none. */
export async function sizesOfPdf(file: Buffer): Promise<Buffer> {
  try {
    const document = await openedPdf(file)
    if (document.numPages > MAX_FILE_PAGES) return refused('PAGES')
    const sizes: PageSize[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      sizes.push({ width, height })
      page.cleanup()
    }
    return Buffer.from(JSON.stringify({ sizes }))
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') return refused('PROTECTED')
    throw error
  }
}

/**
 * A page of a PDF as it is kept, with what its annotations show. Nothing in it runs, nothing is fetched.
 * @throws for what can't be drawn
 */
export function drawPdfPage(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedPage>(bytes)
  return drawPdf(file, asked)
}

/** The same of a file and what is asked of it. @throws for what can't be drawn */
export async function drawPdf(file: Buffer, asked: AskedPage): Promise<Buffer> {
  const document = await openedPdf(file)
  const page = await document.getPage(asked.number)
  try {
    const viewport = page.getViewport({ scale: pageScale(page.getViewport({ scale: 1 }), asked.width) })
    const canvas = createCanvas(
      Math.max(1, Math.floor(viewport.width)),
      Math.max(1, Math.floor(viewport.height)),
    )
    const context = canvas.getContext('2d')
    await page.render({
      canvas,
      canvasContext: context,
      viewport,
      background: '#ffffff',
      annotationMode: AnnotationMode.ENABLE,
    }).promise
    const { width, height } = canvas
    return await keptPage(canvas.data(), { width, height, channels: 4 })
  } finally {
    page.cleanup()
  }
}
