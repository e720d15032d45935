import IconButton from '@mui/material/IconButton'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Loading, Tooltip } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { Beside } from './layout.tsx'
import { PaperSkeleton } from './PaperSkeleton.tsx'
import type { PreviewProps } from './previewProps.ts'

const Frame = styled(Beside)({ position: 'relative' })

const Stage = styled('div')({
  display: 'grid',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  padding: 24,
  placeItems: 'center',
  overflow: 'hidden',
  '&[data-enlarges]': { cursor: 'zoom-in' },
  '&[data-full]': { display: 'flex', overflow: 'auto', cursor: 'zoom-out' },
  '&[data-full] > img': { flex: 'none', maxWidth: 'none', maxHeight: 'none', margin: 'auto' },
  '&:focus-visible': { outlineOffset: -2 },
})

const Picture = styled('img')(({ theme }) => ({
  display: 'block',
  maxWidth: '100%',
  maxHeight: '100%',
  minHeight: 0,
  border: `1px solid ${theme.vars.palette.line}`,
  // Pictures with transparent parts are made for paper.
  backgroundColor: theme.vars.palette.common.white,
  // Nothing of it is there yet but its border.
  '&[data-waiting]': { position: 'absolute', opacity: 0 },
}))

const Zoom = styled(IconButton)(({ theme }) => ({
  position: 'absolute',
  right: 16,
  bottom: 16,
  width: 34,
  height: 34,
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  color: theme.vars.palette.ink2,
  '&, &:hover': { backgroundColor: theme.vars.palette.raised },
  [theme.breakpoints.down('md')]: { width: 44, height: 44 },
}))

/** A place in a picture, as shares of its width and height. */
interface Spot {
  readonly x: number
  readonly y: number
}

const MIDDLE: Spot = { x: 0.5, y: 0.5 }

/** A picture as a whole, never larger than it is; one that had to be made smaller can be looked at in full size. */
export function ImagePreview({ name, url, onFailed }: PreviewProps) {
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [loaded, setLoaded] = useState(false)
  const [enlarges, setEnlarges] = useState(false)
  const [full, setFull] = useState<Spot | null>(null)

  useEffect(() => {
    const image = picture.current
    if (!loaded || !image || full) return
    const measure = () => setEnlarges(image.naturalWidth > image.clientWidth + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(image)
    return () => observer.disconnect()
  }, [loaded, full])
  // What one has pointed at comes to the middle.
  useLayoutEffect(() => {
    const room = stage.current
    if (!full || !room) return
    room.scrollTo({
      left: full.x * room.scrollWidth - room.clientWidth / 2,
      top: full.y * room.scrollHeight - room.clientHeight / 2,
    })
  }, [full])

  const zoomAt = ({ clientX, clientY }: MouseEvent) => {
    const box = picture.current?.getBoundingClientRect()
    if (full) setFull(null)
    else if (enlarges && box) {
      setFull({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height })
    }
  }
  const label = full ? 'Fit to the page' : 'Full size'
  return (
    <Frame>
      <Stage
        ref={stage}
        data-enlarges={enlarges ? '' : undefined}
        data-full={full ? '' : undefined}
        onClick={zoomAt}
        // What scrolls is reached by keyboard, and keeps its arrow keys.
        {...(full && {
          tabIndex: 0,
          role: 'group',
          'aria-label': `${name} in full size`,
          'data-own-arrows': '',
        })}
      >
        <Loading active={!loaded} skeleton={<PaperSkeleton />} />
        <Picture
          ref={picture}
          src={url}
          alt={name}
          data-waiting={loaded ? undefined : ''}
          onLoad={() => setLoaded(true)}
          onError={() =>
            onFailed({
              reason: 'This image could not be shown. The file may be damaged.',
              hint: 'Try again, or download it to open it on your computer.',
              passing: true,
            })
          }
        />
      </Stage>
      {(enlarges || full) && (
        <Tooltip title={label}>
          <Zoom aria-label={label} onClick={() => setFull(full ? null : MIDDLE)}>
            {full ? <IconZoomOut size={17} /> : <IconZoomIn size={17} />}
          </Zoom>
        </Tooltip>
      )}
    </Frame>
  )
}
