import GlobalStyles from '@mui/material/GlobalStyles'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { MIN_PLACED_TEXT } from '../../../../../shared/pageText.ts'
import { errorText } from '../../../../graphql/errors.ts'
import { lazily, useBreakpoint, useToast } from '../../../../ui/index.ts'
import type { Passage } from '../../copilot/index.ts'
import { PreviewNote } from '../PreviewNote.tsx'
import { FindBar } from '../pdf/FindBar.tsx'
import { ABOVE_PLACE, PageScroller, PageSheet } from '../pdf/PageScroller.tsx'
import { PdfBar } from '../pdf/PdfBar.tsx'
import { GAPS, layoutPages, PHONE_GAPS, pageAt, pagesNear } from '../pdf/pageLayout.ts'
import { type PageSize, type Turn, turnedFurther, turnedSize } from '../pdf/turn.ts'
import { useFindBar } from '../pdf/useFindBar.ts'
import { useKeptPlace, useRoom } from '../pdf/useKeptPlace.ts'
import { POINT, scaleOf, type Zoom, zoomStep } from '../pdf/zoom.ts'
import type { PageSource } from './pageSource.ts'
import { ReaderPage } from './ReaderPage.tsx'
import { usePinch } from './usePinch.ts'
import { usePlacedPassage } from './usePlacedPassage.ts'
import { type AskPlaces, type Place, usePlaces } from './usePlaces.ts'

const ReadingTimes = lazily(async () => (await import('./ReadingTimes.tsx')).ReadingTimes)
const PrintSheets = lazy(async () => ({ default: (await import('./PrintSheets.tsx')).PrintSheets }))

const NONE: readonly Place[] = []

/** What the browser itself prints of pages: nothing but a sentence (MARK-29). */
const NOT_ON_PAPER = {
  '@media print': {
    'body > :not([data-no-paper])': { display: 'none !important' },
    '[data-no-paper]': { display: 'block !important' },
  },
} as const

/** Where a place begins on a page that is turned, in points. */
function turnedPoint(
  { boxes: [box] }: Place,
  { width, height }: PageSize,
  turn: Turn,
): { x: number; y: number } {
  const { x, y } = box ?? { x: 0, y: 0 }
  if (turn === 90) return { x: height - y, y: x }
  if (turn === 180) return { x: width - x, y: height - y }
  return turn === 270 ? { x: y, y: width - x } : { x, y }
}

interface ReaderPagesProps {
  name: string
  source: PageSource
  /** Goes up when more sizes are known. */
  known: number
  mayPrint: boolean
  /** Whether it is reported how long pages are in view. */
  isMeasured: boolean
  askPlaces: AskPlaces
  passage: Passage | undefined
  onLost: () => void
  /** Told where they may no longer be printed. */
  onUnprinted: () => void
  /** Told where a report of that time is refused. */
  onRefused: () => void
}

/** Pages that the server draws, under each other; those out of view are not there (PAGE-19). */
export function ReaderPages(props: ReaderPagesProps) {
  const { name, source, known, mayPrint, isMeasured, askPlaces, passage } = props
  const { onLost, onUnprinted, onRefused } = props
  const toast = useToast()
  const [isPrinting, setPrinting] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const room = useRoom(scroller)
  const [zoom, setZoom] = useState<Zoom>('width')
  const [turn, setTurn] = useState<Turn>(0)
  const gaps = useBreakpoint('md') ? GAPS : PHONE_GAPS
  const scale = scaleOf(zoom, turnedSize(source.sizeOf(0), turn), {
    width: room.width - 2 * gaps.beside,
    height: room.height - 2 * gaps.between,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes that the source knows change with `known`
  const layout = useMemo(
    () => layoutPages(source.count, (index) => turnedSize(source.sizeOf(index), turn), scale, gaps),
    [source, known, turn, scale, gaps],
  )
  const { top, onScroll } = useKeptPlace(scroller, layout)
  const page = pageAt(layout, top + room.height / 2)
  const goTo = (index: number) =>
    scroller.current?.scrollTo({ top: (layout.tops[index] ?? 0) - gaps.between })
  usePinch(scroller, scale, setZoom)
  const find = usePlaces(
    askPlaces,
    () => page + 1,
    (error) => toast.error(errorText(error)),
  )
  const led = usePlacedPassage(askPlaces, passage)
  // What one looks for oneself is above what a search has led to.
  const current = find.current ?? led
  const marked = useMemo(
    () => (find.term === '' && led ? [led] : find.found.matches),
    [find.term, find.found, led],
  )
  const byPage = useMemo(() => Map.groupBy(marked, (place) => place.page - 1), [marked])
  const bar = useFindBar(scroller, () => {
    find.setTerm('')
    scroller.current?.focus()
  })
  const isOpen = room.width > 0
  const shown = useRef({ layout, scale, turn })
  shown.current = { layout, scale, turn }
  useEffect(() => {
    const element = scroller.current
    if (!current || !element || !isOpen) return
    const now = shown.current
    const { x, y } = turnedPoint(current, source.sizeOf(current.page - 1), now.turn)
    element.scrollTo({
      top:
        (now.layout.tops[current.page - 1] ?? 0) + y * POINT * now.scale - ABOVE_PLACE * element.clientHeight,
      left: x * POINT * now.scale - element.clientWidth / 2,
    })
  }, [current, source, isOpen])

  const near = pagesNear(layout, { top, height: room.height })
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
        onFind={bar.isFinding ? bar.close : bar.open}
        isFinding={bar.isFinding}
        onPrint={mayPrint ? () => setPrinting(true) : undefined}
      />
      {bar.isFinding && (
        <FindBar
          bar={bar.bar}
          term={find.term}
          onTerm={find.setTerm}
          found={find.found}
          current={find.current}
          least={MIN_PLACED_TEXT}
          onStep={find.step}
          onClose={bar.close}
        />
      )}
      {source.remarks.length > 0 && <PreviewNote>{source.remarks.join(' ')}</PreviewNote>}
      {isMeasured && (
        <ReadingTimes
          openingId={source.openingId}
          scroller={scroller}
          layout={layout}
          onRefused={onRefused}
        />
      )}
      {isPrinting ? (
        <Suspense>
          <PrintSheets
            name={name}
            source={source}
            onLost={onLost}
            onUnprinted={onUnprinted}
            onClose={() => setPrinting(false)}
          />
        </Suspense>
      ) : (
        <GlobalStyles styles={NOT_ON_PAPER} />
      )}
      {createPortal(
        <p hidden data-no-paper="">
          {mayPrint
            ? 'Please print this document by the button Print of its pages.'
            : 'This document can only be viewed on the screen.'}
        </p>,
        document.body,
      )}
      <PageScroller
        ref={scroller}
        data-own-pinch=""
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
        <PageSheet style={{ height: layout.height, width: layout.width }}>
          {room.width > 0 &&
            near.map((index) => (
              <ReaderPage
                key={index}
                name={name}
                source={source}
                index={index}
                top={layout.tops[index] ?? 0}
                size={source.sizeOf(index)}
                scale={scale}
                turn={turn}
                places={byPage.get(index) ?? NONE}
                current={current}
                onLost={onLost}
              />
            ))}
        </PageSheet>
      </PageScroller>
    </>
  )
}
