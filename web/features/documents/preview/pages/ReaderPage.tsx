import { useEffect, useEffectEvent, useState } from 'react'
import { SkeletonBar } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import { pause } from '../../place/pause.ts'
import type { PageSize, Turn } from '../pdf/turn.ts'
import { POINT } from '../pdf/zoom.ts'
import { type PageSource, pictureWidth } from './pageSource.ts'

const Paper = styled('div')(({ theme }) => ({
  position: 'absolute',
  left: '50%',
  translate: '-50% 0',
  overflow: 'hidden',
  outline: `1px solid ${theme.vars.palette.line}`,
  // Pages are made for paper, in the dark as well.
  backgroundColor: theme.vars.palette.common.white,
  '& > img': { position: 'absolute', top: '50%', left: '50%' },
  '& > p': {
    margin: 0,
    padding: 24,
    fontSize: 13,
    color: '#4a4a4a',
    textAlign: 'center',
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
  /** Tells that nobody is given the pages any more. */
  onLost: () => void
}

/** What there is to read of a page whose words are not given (PAGE-22). */
const wordless = (number: number, count: number, name: string): string =>
  `Page ${number} of ${count} of ${name}. It is shown as a picture without its words.`

/** One page: its picture, which bears its reader's mark (PAGE-22). */
export function ReaderPage({ name, source, index, top, size, scale, turn, onLost }: ReaderPageProps) {
  const [src, setSrc] = useState<string>()
  const [note, setNote] = useState<string | null>(null)
  const lost = useEffectEvent(onLost)
  const [across, down] = [size.width * POINT * scale, size.height * POINT * scale]
  const width = pictureWidth(across * (window.devicePixelRatio || 1))

  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      for (;;) {
        const picture = await source.picture(index, width, left.signal)
        if ('src' in picture) {
          if (left.signal.aborted) return URL.revokeObjectURL(picture.src)
          setNote(null)
          return setSrc(picture.src)
        }
        left.signal.throwIfAborted()
        if (picture.kind === 'lost') return lost()
        if (picture.kind === 'failed') return setNote('This page could not be drawn.')
        setNote(picture.text)
        await pause(picture.afterMs, left.signal)
        left.signal.throwIfAborted()
      }
    }
    load().catch(() => {
      if (!left.signal.aborted) setNote('This page could not be read from the server.')
    })
    return () => left.abort()
  }, [source, index, width])
  // The one before stays, blown up or shrunk, until the new one is there; nothing is kept after that (PAGE-23).
  useEffect(() => (src === undefined ? undefined : () => URL.revokeObjectURL(src)), [src])

  const isAcross = turn % 180 !== 0
  return (
    <Paper
      style={{ top, width: isAcross ? down : across, height: isAcross ? across : down }}
      data-page={index + 1}
    >
      {src !== undefined ? (
        <img
          src={src}
          alt={wordless(index + 1, source.count, name)}
          draggable={false}
          style={{ width: across, height: down, transform: `translate(-50%, -50%) rotate(${turn}deg)` }}
        />
      ) : (
        note === null && <SkeletonBar width="100%" height={isAcross ? across : down} />
      )}
      {note !== null && src === undefined && <p role="status">{note}</p>}
    </Paper>
  )
}
