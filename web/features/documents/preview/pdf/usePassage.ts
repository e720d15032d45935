import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import type { Match } from '../../../../../shared/pageText.ts'
import type { Passage } from '../../copilot/index.ts'
import { passageOn } from './passage.ts'
import { textsOf } from './useFind.ts'

/** Where a passage was found; the page alone where its words don't stand there, nulls where there is none to show. */
interface Marked {
  /** From 0. */
  readonly page: number | null
  readonly match: Match | null
}

const NONE: Marked = { page: null, match: null }

/** Looks for a passage on its page, anew for each. */
export function usePassage(pdf: PDFDocumentProxy, passage: Passage | undefined): Marked {
  const [marked, setMarked] = useState<Marked>(NONE)
  useEffect(() => {
    if (!passage?.page || passage.page > pdf.numPages) return setMarked(NONE)
    const page = passage.page - 1
    let over = false
    textsOf(pdf)(page).then(
      (text) => !over && setMarked({ page, match: passageOn(page, text, passage) }),
      () => !over && setMarked({ page, match: null }),
    )
    return () => {
      over = true
    }
  }, [pdf, passage])
  return marked
}
