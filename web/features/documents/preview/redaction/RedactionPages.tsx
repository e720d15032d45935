import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { AreaBox } from '../../../../../shared/redactions.ts'
import { useBreakpoint } from '../../../../ui/index.ts'
import { useLatest } from '../../../../ui/text/useLatest.ts'
import type { PageSource } from '../pages/pageSource.ts'
import { ReaderPage } from '../pages/ReaderPage.tsx'
import type { Place } from '../pages/usePlaces.ts'
import { ABOVE_PLACE, PageScroller, PageSheet } from '../pdf/PageScroller.tsx'
import { PdfBar } from '../pdf/PdfBar.tsx'
import { GAP, GAPS, layoutPages, PHONE_GAPS, pageAt, pagesNear } from '../pdf/pageLayout.ts'
import { useKeptPlace, useRoom } from '../pdf/useKeptPlace.ts'
import { POINT, scaleOf, type Zoom } from '../pdf/zoom.ts'
import { AreaLayer } from './AreaLayer.tsx'
import type { EditedArea } from './areas.ts'

const NONE: readonly Place[] = []

interface RedactionPagesProps {
  name: string
  source: PageSource
  /** Goes up when more sizes are known. */
  known: number
  areas: readonly EditedArea[]
  found: readonly Place[]
  chosen: string | null
  onChoose: (key: string) => void
  /** None where areas are only looked at. */
  onDraw: ((page: number, box: AreaBox) => void) | undefined
  onChange: (key: string, boxes: readonly AreaBox[]) => void
  onRemove: (key: string) => void
  onReason: (key: string) => void
  /** Told the page in view, from 1. */
  onPage: (page: number) => void
  onLost: () => void
  children?: ReactNode
}

/** Pages with areas over them; those out of view are not there. */
export function RedactionPages(props: RedactionPagesProps) {
  const { name, source, known, areas, found, chosen, onDraw, onPage, onLost } = props
  const scroller = useRef<HTMLDivElement>(null)
  const room = useRoom(scroller)
  const [zoom, setZoom] = useState<Zoom>('width')
  const gaps = useBreakpoint('md') ? GAPS : PHONE_GAPS
  const scale = scaleOf(zoom, source.sizeOf(0), {
    width: room.width - 2 * gaps.beside,
    height: room.height - 2 * gaps.between,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes that the source knows change with `known`
  const layout = useMemo(
    () => layoutPages(source.count, (index) => source.sizeOf(index), scale, gaps),
    [source, known, scale, gaps],
  )
  const { top, onScroll } = useKeptPlace(scroller, layout)
  const page = pageAt(layout, top + room.height / 2)
  useEffect(() => onPage(page + 1), [onPage, page])
  const byPage = useMemo(() => Map.groupBy(areas, (area) => area.page), [areas])
  const foundByPage = useMemo(() => Map.groupBy(found, (place) => place.page), [found])
  const latest = useLatest({ areas, layout, scale })
  useEffect(() => {
    const element = scroller.current
    const now = latest.current
    const area = now.areas.find(({ key }) => key === chosen)
    if (!element || !area) return
    const at = (now.layout.tops[area.page - 1] ?? 0) + (area.boxes[0]?.y ?? 0) * POINT * now.scale
    const isInView = at > element.scrollTop && at < element.scrollTop + element.clientHeight - GAP
    if (!isInView) element.scrollTo({ top: at - ABOVE_PLACE * element.clientHeight })
  }, [chosen])

  const near = pagesNear(layout, { top, height: room.height })
  return (
    <>
      <PdfBar
        page={page + 1}
        pages={source.count}
        onPage={(wanted) => scroller.current?.scrollTo({ top: (layout.tops[wanted - 1] ?? 0) - GAP })}
        scale={scale}
        zoom={zoom}
        onZoom={setZoom}
      />
      <PageScroller
        ref={scroller}
        tabIndex={0}
        role="document"
        aria-label={`Pages of ${name}`}
        data-own-arrows=""
        onScroll={onScroll}
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
                turn={0}
                places={NONE}
                current={null}
                onLost={onLost}
                overlay={
                  <AreaLayer
                    {...props}
                    size={source.sizeOf(index)}
                    scale={scale}
                    areas={byPage.get(index + 1) ?? []}
                    found={foundByPage.get(index + 1) ?? NONE}
                    onDraw={onDraw && ((box) => onDraw(index + 1, box))}
                  />
                }
              />
            ))}
        </PageSheet>
      </PageScroller>
    </>
  )
}
