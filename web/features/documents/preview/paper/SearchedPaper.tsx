import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Match } from '../../../../../shared/pageText.ts'
import type { Passage } from '../../copilot/index.ts'
import { FindBar } from '../pdf/FindBar.tsx'
import { PreviewBar, Tool } from '../pdf/PdfBar.tsx'
import { useFindBar } from '../pdf/useFindBar.ts'
import { useTypedSearch } from '../pdf/useTypedSearch.ts'
import { foundId, PaperFrame, UNMARKED } from './PaperFrame.tsx'
import { type PaperText, readPaper } from './paperText.ts'

/** ms after the last key. */
const DELAY = 200
const NONE: readonly Match[] = []

interface SearchedPaperProps {
  name: string
  /** Clean. */
  html: string
  plain?: boolean
  /** What a search has led to. */
  passage: Passage | undefined
}

/** A paper in which words are looked for, all of it and by the product (FIND-15). */
export function SearchedPaper({ name, html, plain = false, passage }: SearchedPaperProps) {
  const tools = useRef<HTMLDivElement>(null)
  // Taken apart once somebody looks for something.
  const paper = useMemo(() => {
    let read: PaperText | undefined
    return () => {
      read ??= readPaper(html)
      return read
    }
  }, [html])
  const find = useTypedSearch<Match>(html, {
    min: 1,
    max: Number.POSITIVE_INFINITY,
    afterMs: DELAY,
    search: async (term, _signal, report) => report({ term, ...paper().find(term), isDone: true }, 0),
  })
  const led = useMemo(() => {
    const match = passage && passage.words !== '' ? paper().findPassage(passage) : null
    return match ? [match] : NONE
  }, [passage, paper])
  const bar = useFindBar(tools, () => find.setTerm(''))
  const isOpen = bar.isFinding
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The bar took the focus along.
    if (wasOpen.current && !isOpen) tools.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  // What one looks for oneself is above what a search has led to.
  const matches = find.term === '' ? led : find.found.matches
  const [shown, setShown] = useState({ of: html, html, matches: NONE })
  // What is found nowhere leaves the page where it is, without its marks.
  const isOther = matches.length > 0 && matches !== shown.matches
  if (shown.of !== html) setShown({ of: html, html, matches: NONE })
  else if (isOther) setShown({ of: html, html: paper().marked(matches), matches })
  const current = find.term === '' ? matches[0] : find.current
  const at = current ? matches.indexOf(current) : -1
  const nowhere = shown.matches === NONE ? null : UNMARKED
  return (
    <>
      <div ref={tools}>
        {isOpen ? (
          <FindBar
            bar={bar.bar}
            term={find.term}
            onTerm={find.setTerm}
            found={find.found}
            current={find.current}
            onStep={find.step}
            onClose={bar.close}
          />
        ) : (
          <PreviewBar>
            <Tool label="Find" onClick={bar.open}>
              <IconSearch size={17} />
            </Tool>
          </PreviewBar>
        )}
      </div>
      <PaperFrame name={name} html={shown.html} plain={plain} target={at < 0 ? nowhere : foundId(at)} />
    </>
  )
}
