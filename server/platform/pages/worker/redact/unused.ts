import type { PDFContext, PDFObject } from '@cantoo/pdf-lib'
import { name, pdf } from '../marked/pdfLib.ts'

/** Deletes every object that nothing in the document leads to (REDACT-14). */
export function deleteUnused(context: PDFContext): void {
  const reached = new Set<PDFObject>()
  const open: (PDFObject | undefined)[] = [context.trailerInfo.Root, context.trailerInfo.Info]
  while (open.length > 0) {
    const object = open.pop()
    if (!object || reached.has(object)) continue
    reached.add(object)
    if (object instanceof pdf.PDFRef) open.push(context.lookup(object))
    else if (object instanceof pdf.PDFArray) open.push(...object.asArray())
    else if (object instanceof pdf.PDFDict) open.push(...object.values())
    else if (object instanceof pdf.PDFStream) open.push(...object.dict.values())
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref)
}

/** Lists of letters that fonts bring along, which no reader needs and which hold words such as 'seven'. */
export function dropLetterLists(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof pdf.PDFDict) object.delete(name('CharSet'))
  }
}

/** What fonts say of where they come from. */
const OF_FONTS = new Set(['CIDSystemInfo', 'FontFamily', 'Registry', 'Ordering'].map(name))

/** All strings that stand in objects of a document, outside of what is drawn. */
export function stringsIn(context: PDFContext): string[] {
  const strings: string[] = []
  const open: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object)
  for (let object = open.pop(); object; object = open.pop()) {
    if (object instanceof pdf.PDFString || object instanceof pdf.PDFHexString)
      strings.push(object.decodeText())
    else if (object instanceof pdf.PDFArray) open.push(...object.asArray())
    else if (object instanceof pdf.PDFDict) {
      open.push(...object.entries().flatMap(([key, value]) => (OF_FONTS.has(key) ? [] : [value])))
    } else if (object instanceof pdf.PDFStream) open.push(object.dict)
  }
  return strings
}
