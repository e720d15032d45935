import { styled } from '@mui/material/styles'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { PdfBar } from './PdfBar.tsx'
import { PdfPage } from './PdfPage.tsx'
import type { PageSize } from './PdfPreview.tsx'
import { POINT, scaleOf, type Zoom } from './zoom.ts'

const GAP = 16

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
  const scale = room === null ? 1 : scaleOf(zoom, firstSize.width, room - 2 * GAP)
  const sizeOf = (index: number) => sizes.get(index) ?? firstSize

  const virtualizer = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => Math.round(sizeOf(index).height * POINT * scale),
    gap: GAP,
    paddingStart: GAP,
    paddingEnd: GAP,
    overscan: 1,
  })
  const noteSize = useCallback((index: number, size: PageSize) => {
    setSizes((before) => (before.has(index) ? before : new Map(before).set(index, size)))
  }, [])
  useKeptPlace(scroller, room === null ? null : scale)
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes in px depend on these two
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, scale, sizes])

  const items = virtualizer.getVirtualItems()
  const middle = (virtualizer.scrollOffset ?? 0) + (scroller.current?.clientHeight ?? 0) / 2
  const current = items.findLast((item) => item.start <= middle) ?? items[0]
  const widest = Math.max(firstSize.width, ...[...sizes.values()].map((size) => size.width))
  return (
    <>
      <PdfBar
        page={(current?.index ?? 0) + 1}
        pages={pdf.numPages}
        onPage={(page) => virtualizer.scrollToIndex(page - 1, { align: 'start' })}
        scale={scale}
        fitted={zoom === 'fit'}
        onZoom={setZoom}
      />
      <Scroller ref={scroller} tabIndex={0} role="document" aria-label={`Pages of ${name}`}>
        <Sheet style={{ height: virtualizer.getTotalSize(), width: widest * POINT * scale + 2 * GAP }}>
          {room !== null &&
            items.map((item) => (
              <PdfPage
                key={item.index}
                pdf={pdf}
                index={item.index}
                top={item.start}
                size={sizeOf(item.index)}
                scale={scale}
                onSize={noteSize}
              />
            ))}
        </Sheet>
      </Scroller>
    </>
  )
}

/** Width in px that the scroller has for pages; null until it is known. */
function useRoom(scroller: React.RefObject<HTMLElement | null>): number | null {
  const [room, setRoom] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return room
}

/** Keeps what is in the middle of the view there when the scale changes; the first scale is null. */
function useKeptPlace(scroller: React.RefObject<HTMLElement | null>, scale: number | null): void {
  const before = useRef(scale)
  useEffect(() => {
    const element = scroller.current
    const factor = before.current && scale ? scale / before.current : 1
    before.current = scale
    if (!element || factor === 1) return
    element.scrollTop = (element.scrollTop + element.clientHeight / 2) * factor - element.clientHeight / 2
    element.scrollLeft = (element.scrollLeft + element.clientWidth / 2) * factor - element.clientWidth / 2
  }, [scroller, scale])
}
