import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { type Remark, readAnnotations } from './annotations.ts'

/** Pages whose annotations are read; of longer files the first. */
const MAX_PAGES = 200
/** Remarks that are listed at most. */
const MAX_REMARKS = 500

/** What a file holds beside the content of its pages. */
export interface Annotations {
  readonly remarks: readonly Remark[]
  readonly fields: number
  readonly filled: number
  /** Files, sounds and films within it. */
  readonly attached: number
  /** It is a form that only some programs can show. */
  readonly isXfa: boolean
  /** Not all pages were looked at. */
  readonly cut: boolean
}

async function read(pdf: PDFDocumentProxy, signal: AbortSignal): Promise<Annotations> {
  const { info } = (await pdf.getMetadata()) as { info: { IsXFAPresent?: boolean } }
  let attached = (await pdf.getAttachments())?.size ?? 0
  const remarks: Remark[] = []
  let fields = 0
  let filled = 0
  const pages = Math.min(pdf.numPages, MAX_PAGES)
  for (let number = 1; number <= pages; number += 1) {
    signal.throwIfAborted()
    const found = await pdf.getPage(number).then(readAnnotations, () => null)
    if (!found) continue
    fields += found.fields
    filled += found.filled
    attached += found.unshown
    remarks.push(...found.remarks.slice(0, MAX_REMARKS - remarks.length))
  }
  return { remarks, fields, filled, attached, isXfa: info.IsXFAPresent === true, cut: pages < pdf.numPages }
}

/** What a file holds beside its pages; nothing until they have been looked at, one after the other. */
export function useAnnotations(pdf: PDFDocumentProxy): Annotations | undefined {
  const [annotations, setAnnotations] = useState<Annotations>()
  useEffect(() => {
    const stop = new AbortController()
    read(pdf, stop.signal).then(
      (found) => !stop.signal.aborted && setAnnotations(found),
      // The pages are shown all the same, and say themselves what fails.
      () => {},
    )
    return () => stop.abort()
  }, [pdf])
  return annotations
}
