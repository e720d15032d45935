import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { isRefused } from '../../../../graphql/errors.ts'
import { SkeletonBar, VisuallyHidden } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import type { PageSize, Turn } from '../pdf/turn.ts'
import { POINT } from '../pdf/zoom.ts'
import { type PageSource, pictureWidth, whenGiven } from './pageSource.ts'
import type { Place } from './usePlaces.ts'

const Paper = styled('div')(({ theme }) => ({
  position: 'absolute',
  left: '50%',
  translate: '-50% 0',
  overflow: 'hidden',
  outline: `1px solid ${theme.vars.palette.line}`,
  // Pages are made for paper, in the dark as well.
  backgroundColor: theme.vars.palette.common.white,
  '& > div': { position: 'absolute', top: '50%', left: '50%' },
  '& > div > img': { display: 'block' },
  '& > div > i': {
    position: 'absolute',
    backgroundColor: '#ffd400',
    mixBlendMode: 'multiply',
    opacity: 0.6,
    '&[data-current]': { backgroundColor: '#ff8a00', opacity: 0.8 },
  },
  '& > p': {
    margin: 0,
    padding: 24,
    ...theme.typography.body1,
    color: '#4a4a4a',
    textAlign: 'center',
    '& > button': { display: 'block', margin: '12px auto 0' },
  },
}))

interface ReaderPageProps {
  name: string
  source: PageSource
  /** From 0. */
  index: number
  /** Place in px. */
  top: number
  /** As it is, not turned. */
  size: PageSize
  scale: number
  turn: Turn
  /** What was found on it, and which of that is looked at. */
  places: readonly Place[]
  current: Place | null
  /** What lies over its picture. */
  overlay?: ReactNode
  /** Tells that nobody is given the pages any more. */
  onLost: () => void
}

/** What there is to read of a page, whose words may not be given (PAGE-22). */
const alternative = (number: number, count: number, name: string, hasWords: boolean): string =>
  `Page ${number} of ${count} of ${name}.${hasWords ? '' : ' It is shown as a picture without its words.'}`

/** One page: its picture, which bears its reader's mark (PAGE-22). */
export function ReaderPage(props: ReaderPageProps) {
  const { name, source, index, top, size, scale, turn, places, current, overlay, onLost } = props
  const [src, setSrc] = useState<string>()
  const [note, setNote] = useState<string | null>(null)
  // Each asks for the picture once more.
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const lost = useEffectEvent(onLost)
  const [across, down] = [size.width * POINT * scale, size.height * POINT * scale]
  const width = pictureWidth(across * (window.devicePixelRatio || 1))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const picture = await whenGiven(() => source.picture(index, width, left.signal), left.signal, setNote)
      if ('src' in picture) {
        setNote(null)
        return setSrc(picture.src)
      }
      if (picture.kind === 'lost') return lost()
      setNote('This page could not be drawn.')
      setFailed(true)
    }
    load().catch((error: unknown) => {
      if (left.signal.aborted) return
      if (isRefused(error)) return lost()
      setNote('This page could not be read from the server.')
      setFailed(true)
    })
    return () => left.abort()
  }, [source, index, width, attempt])
  // The one before stays, blown up or shrunk, until the new one is there; nothing is kept after that (PAGE-23).
  useEffect(() => (src === undefined ? undefined : () => URL.revokeObjectURL(src)), [src])

  const isAcross = turn % 180 !== 0
  const words = source.wordsOf(index)
  return (
    <Paper
      style={{ top, width: isAcross ? down : across, height: isAcross ? across : down }}
      data-page={index + 1}
    >
      {src !== undefined ? (
        <div style={{ width: across, height: down, transform: `translate(-50%, -50%) rotate(${turn}deg)` }}>
          <img
            src={src}
            alt={alternative(index + 1, source.count, name, words !== null)}
            draggable={false}
            style={{ width: across, height: down }}
          />
          {places.flatMap((place) =>
            place.boxes.map((box) => (
              <i
                key={`${box.x} ${box.y}`}
                aria-hidden="true"
                data-current={place === current ? '' : undefined}
                style={{
                  left: box.x * POINT * scale,
                  top: box.y * POINT * scale,
                  width: box.width * POINT * scale,
                  height: box.height * POINT * scale,
                }}
              />
            )),
          )}
          {overlay}
          {words !== null && <VisuallyHidden style={{ whiteSpace: 'pre-wrap' }}>{words}</VisuallyHidden>}
        </div>
      ) : (
        note === null && <SkeletonBar width="100%" height={isAcross ? across : down} />
      )}
      {note !== null && src === undefined && (
        <p role="status">
          {note}
          {isFailed && (
            <Button
              size="small"
              onClick={() => {
                setFailed(false)
                setNote(null)
                setAttempt((count) => count + 1)
              }}
            >
              Try again
            </Button>
          )}
        </p>
      )}
    </Paper>
  )
}
