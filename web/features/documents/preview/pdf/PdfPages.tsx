import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Match } from '../../../../../shared/pageText.ts'
import type { Passage } from '../../copilot/index.ts'
import type { FileDownload } from '../FileBar.tsx'
import { FindBar } from './FindBar.tsx'
import { ABOVE_PLACE, PageScroller, PageSheet } from './PageScroller.tsx'
import { PdfBar } from './PdfBar.tsx'
import { PdfPage } from './PdfPage.tsx'
import { PdfRemarks } from './PdfRemarks.tsx'
import { GAP, layoutPages, pageAt, pagesNear } from './pageLayout.ts'
import { type PageSize, type Turn, turnedFurther, turnedSize, viewportOf } from './turn.ts'
import { useAnnotations } from './useAnnotations.ts'
import { useFind } from './useFind.ts'
import { useFindBar } from './useFindBar.ts'
import { useKeptPlace, useRoom } from './useKeptPlace.ts'
import { usePassage } from './usePassage.ts'
import { POINT, scaleOf, type Zoom } from './zoom.ts'

const NONE: readonly Match[] = []

interface PdfPagesProps {
  name: string
  pdf: PDFDocumentProxy
  /** Of the first page; the others are taken to be like it until they are loaded. */
  firstSize: PageSize
  downloads: FileDownload
  passage: Passage | undefined
}

/** The pages under each other; those out of view are not there. */
export function PdfPages({ name, pdf, firstSize, downloads, passage }: PdfPagesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const room = useRoom(scroller)
  const [zoom, setZoom] = useState<Zoom>('width')
  const [turn, setTurn] = useState<Turn>(0)
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const sizeOf = useCallback(
    (index: number) => turnedSize(sizes.get(index) ?? firstSize, turn),
    [sizes, firstSize, turn],
  )
  const scale = scaleOf(zoom, turnedSize(firstSize, turn), {
    width: room.width - 2 * GAP,
    height: room.height - 2 * GAP,
  })
  const layout = useMemo(() => layoutPages(pdf.numPages, sizeOf, scale), [pdf, sizeOf, scale])
  const { top, onScroll } = useKeptPlace(scroller, layout)
  const page = pageAt(layout, top + room.height / 2)
  const find = useFind(pdf, () => page)
  const byPage = useMemo(() => Map.groupBy(find.found.matches, (match) => match.page), [find.found])
  const marked = usePassage(pdf, passage)

  const noteSize = useCallback((index: number, size: PageSize) => {
    setSizes((before) => (before.has(index) ? before : new Map(before).set(index, size)))
  }, [])
  const shown = useRef({ layout, scale, turn })
  shown.current = { layout, scale, turn }
  // What one looks for oneself is above what a summary points at.
  const current = find.current ?? marked.match
  useEffect(() => {
    if (!current) return
    let cancelled = false
    pdf.getPage(current.page + 1).then(
      (loaded) => {
        const element = scroller.current
        if (cancelled || !element) return
        const now = shown.current
        const [x = 0, y = 0] = viewportOf(loaded, now.scale * POINT, now.turn).convertToViewportPoint(
          current.x,
          current.y,
        )
        const pageTop = now.layout.tops[current.page] ?? 0
        element.scrollTo({
          top: pageTop + y - ABOVE_PLACE * element.clientHeight,
          left: x - element.clientWidth / 2,
        })
      },
      () => {},
    )
    return () => {
      cancelled = true
    }
  }, [pdf, current])

  const isOpen = room.width > 0
  useEffect(() => {
    // Where its words aren't found, its page is shown.
    if (isOpen && marked.page !== null && marked.match === null)
      scroller.current?.scrollTo({ top: (shown.current.layout.tops[marked.page] ?? 0) - GAP })
  }, [marked, isOpen])

  const bar = useFindBar(scroller, () => {
    find.setTerm('')
    scroller.current?.focus()
  })
  const annotations = useAnnotations(pdf)
  const goTo = (index: number) => scroller.current?.scrollTo({ top: (layout.tops[index] ?? 0) - GAP })

  const near = pagesNear(layout, { top, height: room.height })
  return (
    <>
      <PdfBar
        page={page + 1}
        pages={pdf.numPages}
        onPage={(wanted) => goTo(wanted - 1)}
        scale={scale}
        zoom={zoom}
        onZoom={setZoom}
        onTurn={() => setTurn(turnedFurther)}
        onFind={bar.isFinding ? bar.close : bar.open}
        isFinding={bar.isFinding}
      />
      {bar.isFinding && (
        <FindBar
          bar={bar.bar}
          term={find.term}
          onTerm={find.setTerm}
          found={find.found}
          current={find.current}
          onStep={find.step}
          onClose={bar.close}
        />
      )}
      {annotations && <PdfRemarks annotations={annotations} onPage={goTo} downloads={downloads} />}
      <PageScroller
        ref={scroller}
        tabIndex={0}
        role="document"
        aria-label={`Pages of ${name}`}
        data-own-arrows={layout.width > room.width + 1 ? '' : undefined}
        onScroll={onScroll}
      >
        <PageSheet style={{ height: layout.height, width: layout.width }}>
          {room.width > 0 &&
            near.map((index) => (
              <PdfPage
                key={index}
                pdf={pdf}
                index={index}
                top={layout.tops[index] ?? 0}
                size={sizeOf(index)}
                scale={scale}
                turn={turn}
                matches={byPage.get(index) ?? NONE}
                current={current?.page === index ? current : null}
                onSize={noteSize}
              />
            ))}
        </PageSheet>
      </PageScroller>
    </>
  )
}
