import { useMemo, useRef, useState } from 'react'
import { styled } from '../../../../ui/theme/styled.tsx'
import { PdfBar } from '../pdf/PdfBar.tsx'
import { GAP, layoutPages, pageAt } from '../pdf/pageLayout.ts'
import { type Turn, turnedFurther, turnedSize } from '../pdf/turn.ts'
import { useKeptPlace, useRoom } from '../pdf/useKeptPlace.ts'
import { scaleOf, type Zoom, zoomStep } from '../pdf/zoom.ts'
import type { PageSource } from './pageSource.ts'
import { ReaderPage } from './ReaderPage.tsx'
import { usePinch } from './usePinch.ts'

const Scroller = styled('div')({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  scrollbarGutter: 'stable',
  // Two fingers zoom the pages, and not the whole page of the browser.
  touchAction: 'pan-x pan-y',
  '&:focus-visible': { outlineOffset: -2 },
})

const Sheet = styled('div')({ position: 'relative', minWidth: '100%' })

interface ReaderPagesProps {
  name: string
  source: PageSource
  /** Goes up when more sizes are known. */
  known: number
  onLost: () => void
}

/** Pages that the server draws, under each other; those out of view are not there (PAGE-19). */
export function ReaderPages({ name, source, known, onLost }: ReaderPagesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const room = useRoom(scroller)
  const [zoom, setZoom] = useState<Zoom>('width')
  const [turn, setTurn] = useState<Turn>(0)
  const scale = scaleOf(zoom, turnedSize(source.sizeOf(0), turn), {
    width: room.width - 2 * GAP,
    height: room.height - 2 * GAP,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes that the source knows change with `known`
  const layout = useMemo(
    () => layoutPages(source.count, (index) => turnedSize(source.sizeOf(index), turn), scale),
    [source, known, turn, scale],
  )
  const { top, onScroll } = useKeptPlace(scroller, layout)
  const page = pageAt(layout, top + room.height / 2)
  const goTo = (index: number) => scroller.current?.scrollTo({ top: (layout.tops[index] ?? 0) - GAP })
  usePinch(scroller, scale, setZoom)

  // One page above and below what is in view, so that they are there when one scrolls.
  const first = Math.max(0, pageAt(layout, top) - 1)
  const last = Math.min(source.count - 1, pageAt(layout, top + room.height) + 1)
  return (
    <>
      <PdfBar
        page={page + 1}
        pages={source.count}
        onPage={(wanted) => goTo(wanted - 1)}
        scale={scale}
        zoom={zoom}
        onZoom={setZoom}
        onTurn={() => setTurn(turnedFurther)}
      />
      <Scroller
        ref={scroller}
        tabIndex={0}
        role="document"
        aria-label={`Pages of ${name}`}
        data-own-arrows={layout.width > room.width + 1 ? '' : undefined}
        onScroll={onScroll}
        onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
          if (ctrlKey || metaKey || altKey) return
          if (key === '+' || key === '=') setZoom(zoomStep(scale, 1))
          if (key === '-' || key === '−') setZoom(zoomStep(scale, -1))
        }}
      >
        <Sheet style={{ height: layout.height, width: layout.width }}>
          {room.width > 0 &&
            Array.from({ length: last - first + 1 }, (_, at) => first + at).map((index) => (
              <ReaderPage
                key={index}
                name={name}
                source={source}
                index={index}
                top={layout.tops[index] ?? 0}
                size={source.sizeOf(index)}
                scale={scale}
                turn={turn}
                onLost={onLost}
              />
            ))}
        </Sheet>
      </Scroller>
    </>
  )
}
