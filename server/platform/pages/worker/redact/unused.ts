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

/** A text that letters stand for, of two characters or more. */
const SEVERAL = /<\s*((?:[0-9A-Fa-f]\s*){8,})>/g
/** A character that is not known. */
const UNKNOWN = '<fffd>'

/** What fonts say that a letter stands for, where that holds redacted words: some have a whole word as one letter. */
export function dropWordsOfLetters(context: PDFContext, isRedacted: (text: string) => boolean): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof pdf.PDFDict)) continue
    const [key, map] = [name('ToUnicode'), object.lookup(name('ToUnicode'))]
    if (!(map instanceof pdf.PDFRawStream)) continue
    const text = Buffer.from(pdf.decodePDFRawStream(map).decode()).toString('latin1')
    const without = text.replace(SEVERAL, (written, digits: string) => {
      const units = digits.replace(/\s/g, '').match(/.{4}/g) ?? []
      const words = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
      return isRedacted(words) ? UNKNOWN : written
    })
    if (without !== text) object.set(key, context.register(context.flateStream(without)))
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
    else if (object instanceof pdf.PDFArray) {
      const [first] = object.asArray()
      // The colours of a palette are bytes, which look like figures.
      if (first !== name('Indexed')) open.push(...object.asArray())
    } else if (object instanceof pdf.PDFDict) {
      open.push(...object.entries().flatMap(([key, value]) => (OF_FONTS.has(key) ? [] : [value])))
    } else if (object instanceof pdf.PDFStream) open.push(object.dict)
  }
  return strings
}
