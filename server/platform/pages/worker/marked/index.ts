import { randomBytes } from 'node:crypto'
import type { PDFDocument } from '@cantoo/pdf-lib'
import { type AskedMarkedPdf, readAsked } from '../../asked.ts'
import { drawnPages, pageEntries, treeOfPages } from './drawnPages.ts'
import { createMarkPen, MARK_FONT, MARK_STATE } from './markOfPdf.ts'
import { pdf } from './pdfLib.ts'

/**
 * A file as a PDF with a mark in each page's own content and of all else only what is to be seen (MARK-24 to MARK-27).
 * @throws for what has no pages
 */
export async function markedPdf(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedMarkedPdf>(bytes)
  const target = await pdf.PDFDocument.create({ updateMetadata: false })
  const pages = await drawnPages(target, asked.kind, file)
  const { context } = target
  const pen = await createMarkPen(target, asked.mark)
  const parent = treeOfPages(target)
  const kids = pages.map(({ box, drawings, operators }, at) =>
    context.register(
      context.obj({
        ...pageEntries(box, parent),
        Resources: {
          XObject: drawings,
          Font: { [MARK_FONT]: pen.font },
          ExtGState: { [MARK_STATE]: pen.state },
        },
        Contents: [context.register(context.flateStream(operators)), pen.on(box, at + 1, pages.length)],
      }),
    ),
  )
  context.assign(parent, context.obj({ Type: 'Pages', Kids: kids, Count: kids.length }))
  describe(target, asked)
  return Buffer.from(await target.save({ addDefaultPage: false, objectsPerTick: Number.POSITIVE_INFINITY }))
}

/** What is said of it (MARK-26), and how it opens (MARK-27). */
function describe(
  target: PDFDocument,
  { title, producer, at, password, isRestricted }: AskedMarkedPdf,
): void {
  const moment = new Date(at)
  target.setTitle(title)
  target.setProducer(producer)
  target.setCreationDate(moment)
  target.setModificationDate(moment)
  if (password === null && !isRestricted) return
  target.encrypt({
    userPassword: password ?? '',
    // Nobody knows it: what is asked of readers can't be taken back by a password.
    ownerPassword: randomBytes(24).toString('base64url'),
    permissions: {
      printing: 'highResolution',
      modifying: !isRestricted,
      copying: !isRestricted,
      annotating: !isRestricted,
      fillingForms: !isRestricted,
      documentAssembly: !isRestricted,
      // Screen readers are no copies.
      contentAccessibility: true,
    },
  })
}
