import type { PDFContext, PDFRef } from '@cantoo/pdf-lib'
import { pdf } from '../marked/pdfLib.ts'
import type { Bookmark } from './reading.ts'

/** Those of the bookmarks that stay; what lies below one that goes takes its place (REDACT-14). */
export const keptBookmarks = (
  bookmarks: readonly Bookmark[],
  isRemoved: (title: string) => boolean,
): Bookmark[] =>
  bookmarks.flatMap(({ title, page, children }) => {
    const below = keptBookmarks(children, isRemoved)
    return isRemoved(title) ? below : [{ title, page, children: below }]
  })

/** Bookmarks as a document names them. */
export function writeOutlines(
  context: PDFContext,
  bookmarks: readonly Bookmark[],
  pages: readonly PDFRef[],
): PDFRef {
  const root = context.nextRef()
  const ends = writeBelow(context, root, bookmarks, pages)
  context.assign(root, context.obj({ Type: 'Outlines', Count: bookmarks.length, ...ends }))
  return root
}

function writeBelow(
  context: PDFContext,
  parent: PDFRef,
  bookmarks: readonly Bookmark[],
  pages: readonly PDFRef[],
): Readonly<Record<string, PDFRef>> {
  const refs = bookmarks.map(() => context.nextRef())
  for (const [at, { title, page, children }] of bookmarks.entries()) {
    const ref = refs[at]
    const [previous, next, to] = [refs[at - 1], refs[at + 1], pages[page]]
    if (!ref) continue
    const below = writeBelow(context, ref, children, pages)
    context.assign(
      ref,
      context.obj({
        Title: pdf.PDFHexString.fromText(title),
        Parent: parent,
        ...(previous && { Prev: previous }),
        ...(next && { Next: next }),
        ...(to && { Dest: [to, 'Fit'] }),
        ...below,
        // Closed: what lies below is not counted as shown.
        ...(children.length > 0 && { Count: -children.length }),
      }),
    )
  }
  const [first, last] = [refs[0], refs.at(-1)]
  return first && last ? { First: first, Last: last } : {}
}
