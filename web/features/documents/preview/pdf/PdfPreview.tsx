import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useState } from 'react'
import { Loading } from '../../../../ui/index.ts'
import type { PreviewProps } from '../previewProps.ts'
import { PreviewFailure } from '../reading/failure.ts'
import { openPdf, type PasswordWanted, pdfProblem } from './openPdf.ts'
import { PasswordPanel } from './PasswordPanel.tsx'
import { PageSkeleton } from './PdfPage.tsx'
import { PdfPages } from './PdfPages.tsx'
import type { PageSize } from './turn.ts'

/** How a PDF stands: nothing yet, waiting for its password, or open. */
type Opening = PasswordWanted | { document: PDFDocumentProxy; firstSize: PageSize } | null

/** A PDF, page by page (DOC-13). */
export function PdfPreview({ name, url, renew, downloads, passage, onFailed }: PreviewProps) {
  const [opening, setOpening] = useState<Opening>(null)
  const newAddress = useEffectEvent(renew)
  const onProblem = useEffectEvent(onFailed)

  useEffect(() => {
    let cancelled = false
    const fail = (error: unknown) => {
      if (!cancelled) onProblem(pdfProblem(error))
    }
    const opened = openPdf(url, () => newAddress(), {
      onFailed: fail,
      onPassword: (wanted) => !cancelled && setOpening(wanted),
    })
    opened.document
      .then(async (document) => {
        // One that was cut off may open, and then have no pages.
        const page = await document.getPage(1).catch(() => {
          throw new PreviewFailure('This PDF is damaged and cannot be shown.')
        })
        const { width, height } = page.getViewport({ scale: 1 })
        if (!cancelled) setOpening({ document, firstSize: { width, height } })
      })
      .catch(fail)
    return () => {
      cancelled = true
      opened.close()
    }
  }, [url])

  if (!opening) return <Loading active skeleton={<PageSkeleton />} />
  if ('give' in opening) return <PasswordPanel wanted={opening} />
  return (
    <PdfPages
      name={name}
      pdf={opening.document}
      firstSize={opening.firstSize}
      downloads={downloads}
      passage={passage}
    />
  )
}
