import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import type { Match } from '../../../../../shared/pageText.ts'
import { SkeletonBar } from '../../../../ui/index.ts'
import { cssVars } from '../../../../ui/theme/cssVars.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import { type FieldValue, readAnnotations } from './annotations.ts'
import { CURRENT, FOUND, highlight } from './highlights.ts'
import { type PageSize, type Turn, viewportOf } from './turn.ts'
import { POINT } from './zoom.ts'

/** Pixels of one page's picture at most; beyond, browsers run out of memory for it. */
const MAX_PIXELS = 16_777_216

const Paper = styled('div')(({ theme }) => ({
  position: 'absolute',
  left: '50%',
  translate: '-50% 0',
  overflow: 'hidden',
  outline: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.common.white,
  '& > div:first-of-type, & canvas': { display: 'block', width: '100%', height: '100%' },
}))

/** Words over the picture, see-through, so that they can be selected. The names are those of pdf.js. */
const Words = styled('div')(({ theme }) => ({
  '--scale-round-x': '1px',
  '--scale-round-y': '1px',
  '--min-font-size': 1,
  '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
  '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
  position: 'absolute',
  inset: 0,
  overflow: 'clip',
  lineHeight: 1,
  textAlign: 'initial',
  textSizeAdjust: 'none',
  transformOrigin: '0 0',
  '&[data-main-rotation="90"]': { transform: 'rotate(90deg) translateY(-100%)' },
  '&[data-main-rotation="180"]': { transform: 'rotate(180deg) translate(-100%, -100%)' },
  '&[data-main-rotation="270"]': { transform: 'rotate(270deg) translateX(-100%)' },
  '& :is(span, br)': {
    position: 'absolute',
    color: 'transparent',
    whiteSpace: 'pre',
    cursor: 'text',
    transformOrigin: '0% 0%',
  },
  '& > :not(.markedContent), & .markedContent span:not(.markedContent)': {
    '--font-height': 0,
    '--scale-x': 1,
    '--rotate': '0deg',
    fontSize: 'calc(var(--text-scale-factor) * var(--font-height))',
    transform: 'rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))',
  },
  '& .markedContent': { display: 'contents' },
  [`& ::highlight(${FOUND})`]: {
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.sun.main} 40%, transparent)`,
  },
  [`& ::highlight(${CURRENT})`]: {
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 45%, transparent)`,
  },
  '& ::selection': {
    color: 'transparent',
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} 30%, transparent)`,
  },
}))

/** What a field holds, where the file has no picture of it. */
const Value = styled('span')({
  position: 'absolute',
  display: 'flex',
  alignItems: 'center',
  padding: '0 2px',
  overflow: 'hidden',
  whiteSpace: 'pre-wrap',
  lineHeight: 1.1,
  color: '#000',
  pointerEvents: 'none',
})

interface PdfPageProps {
  pdf: PDFDocumentProxy
  /** From 0. */
  index: number
  /** Place in px. */
  top: number
  size: PageSize
  scale: number
  turn: Turn
  /** What was found on it. */
  matches: readonly Match[]
  current: Match | null
  /** Tells its size as the file has it, not turned. */
  onSize: (index: number, size: PageSize) => void
}

/** One page: its picture and, over it, its words. */
export function PdfPage({ pdf, index, top, size, scale, turn, matches, current, onSize }: PdfPageProps) {
  const [page, setPage] = useState<PDFPageProxy>()
  const picture = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState<readonly FieldValue[]>([])
  const [runs, setRuns] = useState<readonly HTMLElement[]>([])

  useEffect(() => {
    let cancelled = false
    pdf.getPage(index + 1).then(
      (loaded) => {
        if (cancelled) return
        const { width, height } = loaded.getViewport({ scale: 1 })
        onSize(index, { width, height })
        setPage(loaded)
      },
      // A single broken page stays blank; the others are read all the same.
      () => {},
    )
    return () => {
      cancelled = true
    }
  }, [pdf, index, onSize])

  useEffect(() => (page ? draw(page, scale, turn, picture.current) : undefined), [page, scale, turn])

  useEffect(() => {
    let cancelled = false
    if (page) {
      readAnnotations(page).then(
        (found) => !cancelled && setValues(found.values),
        () => {},
      )
    }
    return () => {
      cancelled = true
    }
  }, [page])

  useEffect(() => {
    const container = words.current
    if (!page || !container) return
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: viewportOf(page, POINT, turn),
    })
    layer.render().then(
      () => setRuns(layer.textDivs),
      () => {},
    )
    return () => {
      layer.cancel()
      setRuns([])
      container.replaceChildren()
    }
  }, [page, turn])

  useEffect(() => highlight(FOUND, rangesOf(matches, runs)), [matches, runs])
  useEffect(() => highlight(CURRENT, rangesOf(current ? [current] : [], runs)), [current, runs])

  const style = { top, width: size.width * POINT * scale, height: size.height * POINT * scale }
  return (
    <Paper
      style={{ ...style, ...cssVars({ '--total-scale-factor': scale * POINT }) }}
      data-page={index + 1}
      role="group"
      aria-label={`Page ${index + 1}`}
    >
      <div ref={picture} />
      <Words ref={words} />
      {page &&
        values.map(({ id, text, rect }) => (
          <Value key={id} style={valueStyle(page, rect, scale, turn)}>
            {text}
          </Value>
        ))}
    </Paper>
  )
}

/** Where a field lies on a page as it is shown, and how large its text is, in px. */
function valueStyle(page: PDFPageProxy, rect: FieldValue['rect'], scale: number, turn: Turn) {
  const viewport = viewportOf(page, scale * POINT, turn)
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0], rect[1])
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2], rect[3])
  const height = Math.abs(y2 - y1)
  return {
    left: Math.min(x1, x2),
    top: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height,
    fontSize: Math.min(height * 0.7, 12 * scale * POINT),
  }
}

/**
 * Draws a page's picture at a scale. The one before stays, blown up or shrunk, until the new one is done.
 * @returns a function that gives up
 */
function draw(
  page: PDFPageProxy,
  scale: number,
  turn: Turn,
  place: HTMLElement | null,
): (() => void) | undefined {
  if (!place) return undefined
  const { width, height } = viewportOf(page, scale * POINT, turn)
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (width * height)))
  const viewport = viewportOf(page, scale * POINT * density, turn)
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const task = page.render({ canvas, viewport })
  task.promise.then(
    () => place.replaceChildren(canvas),
    () => {},
  )
  return () => task.cancel()
}

/** Words of the layer that stand for what was found. */
function rangesOf(matches: readonly Match[], runs: readonly HTMLElement[]): Range[] {
  const pieces = matches.flatMap((match) => match.pieces)
  return pieces.flatMap(({ run, from, to }) => {
    const text = runs[run]?.firstChild
    if (!text || to > (text.nodeValue?.length ?? 0)) return []
    const range = document.createRange()
    range.setStart(text, from)
    range.setEnd(text, to)
    return [range]
  })
}

/** A page in waiting. */
export function PageSkeleton() {
  return (
    <div style={{ display: 'grid', justifyItems: 'center', padding: '56px 16px' }}>
      <SkeletonBar width="min(640px, 100%)" height={480} />
    </div>
  )
}
