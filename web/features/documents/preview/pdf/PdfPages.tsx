import { styled } from '@mui/material/styles'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { PdfBar } from './PdfBar.tsx'
import { PdfPage } from './PdfPage.tsx'
import type { PageSize } from './PdfPreview.tsx'
import { type Anchor, anchorAt, GAP, layoutPages, type PageLayout, pageAt, placeOf } from './pageLayout.ts'
import { scaleOf, type Zoom } from './zoom.ts'

const Scroller = styled('div')({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  // The bars of the window must not change the width that pages are fitted to.
  scrollbarGutter: 'stable',
  '&:focus-visible': { outlineOffset: -2 },
})

const Sheet = styled('div')({ position: 'relative', minWidth: '100%' })

export interface PdfPagesProps {
  name: string
  pdf: PDFDocumentProxy
  /** Of the first page; the others are taken to be like it until they are loaded. */
  firstSize: PageSize
}

/** The pages under each other; those out of view are not there. */
export function PdfPages({ name, pdf, firstSize }: PdfPagesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const room = useRoom(scroller)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const sizeOf = useCallback((index: number) => sizes.get(index) ?? firstSize, [sizes, firstSize])
  const scale = scaleOf(zoom, firstSize.width, room.width - 2 * GAP)
  const layout = useMemo(() => layoutPages(pdf.numPages, sizeOf, scale), [pdf, sizeOf, scale])
  const { top, onScroll } = useKeptPlace(scroller, layout)

  const noteSize = useCallback((index: number, size: PageSize) => {
    setSizes((before) => (before.has(index) ? before : new Map(before).set(index, size)))
  }, [])
  const current = pageAt(layout, top + room.height / 2)
  // One page above and below what is in view, so that they are there when one scrolls.
  const first = Math.max(0, pageAt(layout, top) - 1)
  const last = Math.min(pdf.numPages - 1, pageAt(layout, top + room.height) + 1)
  return (
    <>
      <PdfBar
        page={current + 1}
        pages={pdf.numPages}
        onPage={(page) => scroller.current?.scrollTo({ top: (layout.tops[page - 1] ?? 0) - GAP })}
        scale={scale}
        fitted={zoom === 'fit'}
        onZoom={setZoom}
      />
      <Scroller
        ref={scroller}
        tabIndex={0}
        role="document"
        aria-label={`Pages of ${name}`}
        onScroll={onScroll}
      >
        <Sheet style={{ height: layout.height, width: layout.width }}>
          {room.width > 0 &&
            Array.from({ length: last - first + 1 }, (_, at) => first + at).map((index) => (
              <PdfPage
                key={index}
                pdf={pdf}
                index={index}
                top={layout.tops[index] ?? 0}
                size={sizeOf(index)}
                scale={scale}
                onSize={noteSize}
              />
            ))}
        </Sheet>
      </Scroller>
    </>
  )
}

/** What an element has room for, in px; nothing until it is measured. */
function useRoom(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setRoom({ width: measured.clientWidth, height: measured.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return room
}

/** Follows the scrolling, and keeps what is in the middle of the view there when pages change their size. */
function useKeptPlace(scroller: RefObject<HTMLElement | null>, layout: PageLayout) {
  const [top, setTop] = useState(0)
  const anchor = useRef<Anchor>(null)
  const latest = useRef(layout)
  const across = useRef(0.5)
  useLayoutEffect(() => {
    latest.current = layout
    const element = scroller.current
    if (!element || !anchor.current) return
    element.scrollTop = placeOf(layout, anchor.current) - element.clientHeight / 2
    element.scrollLeft = across.current * element.scrollWidth - element.clientWidth / 2
  }, [scroller, layout])
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    setTop(element.scrollTop)
    anchor.current = anchorAt(latest.current, element.scrollTop + element.clientHeight / 2)
    across.current = (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth
  }, [scroller])
  return { top, onScroll }
}
