import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { Loading } from '../../../../ui/index.ts'
import type { PreviewProps } from '../Preview.tsx'
import { openPdf, pdfProblem } from './openPdf.ts'
import { PageSkeleton } from './PdfPage.tsx'
import { PdfPages } from './PdfPages.tsx'

/** A PDF, page by page (DOC-13). */
export function PdfPreview({ name, url, renew, onFailed }: PreviewProps) {
  const [pdf, setPdf] = useState<{ document: PDFDocumentProxy; firstSize: PageSize }>()
  const outside = useRef({ renew, onFailed })
  outside.current = { renew, onFailed }

  useEffect(() => {
    let over = false
    const fail = (error: unknown) => {
      if (!over) outside.current.onFailed(...pdfProblem(error))
    }
    const opened = openPdf(url, () => outside.current.renew(), fail)
    opened.document
      .then(async (document) => {
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
        if (!over) setPdf({ document, firstSize: { width, height } })
      })
      .catch(fail)
    return () => {
      over = true
      opened.close()
    }
  }, [url])

  if (!pdf) return <Loading active skeleton={<PageSkeleton />} />
  return <PdfPages name={name} pdf={pdf.document} firstSize={pdf.firstSize} />
}

/** Of a page at its natural size, in points. */
export interface PageSize {
  readonly width: number
  readonly height: number
}
