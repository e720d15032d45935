import IconButton from '@mui/material/IconButton'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconMinus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useId } from 'react'
import { Rnd } from 'react-rnd'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { floating } from '../theme/floating.ts'
import { styled } from '../theme/styled.tsx'
import { layers } from '../theme/tokens.ts'
import { useWindowRect } from './useWindowRect.ts'
import { rectAfterKey, TITLE_BAR, type WindowSizes } from './windowBounds.ts'
import type { FloatingWindowProps } from './windowProps.ts'

/** As large as the browser window, so that dragging and resizing stop at its edges; lets clicks through. */
const Bounds = styled('div')({
  position: 'fixed',
  inset: 0,
  zIndex: layers.window,
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
})

const Frame = styled('section')(({ theme }) => ({
  ...floating(theme),
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  overflow: 'hidden',
  borderRadius: 10,
  animation: 'hr-rise 180ms ease-out',
}))

const TitleBar = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  flex: 'none',
  height: TITLE_BAR,
  padding: '0 10px 0 16px',
  cursor: 'move',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > h2': { flex: 1, minWidth: 0, margin: 0, ...theme.typography.body2, fontWeight: 600 },
  '& .MuiIconButton-root svg': { width: 18, height: 18 },
  '& .MuiIconButton-root.Mui-disabled': { opacity: 0.38 },
}))

export const ProgressLine = styled('div')(({ theme }) => ({
  position: 'absolute',
  left: 0,
  height: 2,
  backgroundColor: theme.vars.palette.primary.main,
  transition: 'width 120ms linear',
}))

/** The title, from which the arrow keys move the window. */
const Handle = styled('span')({ borderRadius: 3, cursor: 'inherit' })

const Content = styled('div')({ flex: 1, minHeight: 0, overflow: 'auto' })

const HANDLE = 'hr-window-handle'

/** Draggable, resizable, minimised to its title bar, maximised and restored (UPL-31, UPL-32). */
export function DesktopWindow({
  title,
  progress,
  busy,
  onClose,
  sizes,
  children,
}: FloatingWindowProps & { sizes: WindowSizes }) {
  const { browser, mode, rect, setMode, place } = useWindowRect(sizes)
  const hintId = useId()
  const minimised = mode === 'minimised'
  const onKey = (event: KeyboardEvent) => {
    const next = rectAfterKey(rect, event.key, event.shiftKey && mode === 'normal', sizes, browser)
    if (next === undefined) return
    event.preventDefault()
    place(next)
  }
  return (
    <Bounds data-print="off">
      <Rnd
        bounds="parent"
        position={{ x: rect.x, y: rect.y }}
        size={{ width: rect.width, height: rect.height }}
        minWidth={minimised ? undefined : sizes.min.width}
        minHeight={minimised ? undefined : sizes.min.height}
        maxWidth={sizes.max?.width ?? browser.width}
        maxHeight={sizes.max?.height ?? browser.height}
        dragHandleClassName={HANDLE}
        cancel="button"
        disableDragging={mode === 'maximised'}
        enableResizing={mode === 'normal'}
        onDragStop={(_event, at) => place({ ...rect, x: at.x, y: at.y })}
        onResizeStop={(_event, _direction, element, _delta, at) =>
          place({ x: at.x, y: at.y, width: element.offsetWidth, height: element.offsetHeight })
        }
      >
        <Frame role="dialog" aria-modal="false" aria-label={title} data-mode={mode}>
          <TitleBar className={HANDLE}>
            <h2>
              <Handle
                tabIndex={0}
                role="group"
                aria-label={title}
                aria-describedby={hintId}
                onKeyDown={onKey}
              >
                {title}
              </Handle>
              <VisuallyHidden id={hintId}>
                Arrow keys move the window, with Shift they resize it.
              </VisuallyHidden>
            </h2>
            <IconButton
              size="small"
              aria-label={minimised ? 'Restore' : 'Minimise'}
              onClick={() => setMode(minimised ? 'normal' : 'minimised')}
            >
              <IconMinus />
            </IconButton>
            <IconButton
              size="small"
              aria-label={mode === 'maximised' ? 'Restore former size' : 'Maximise'}
              onClick={() => setMode(mode === 'maximised' ? 'normal' : 'maximised')}
            >
              {mode === 'maximised' ? <IconArrowsDiagonalMinimize2 /> : <IconArrowsDiagonal />}
            </IconButton>
            <IconButton size="small" aria-label="Close" disabled={busy} onClick={onClose}>
              <IconX />
            </IconButton>
            {progress !== undefined && (
              <ProgressLine style={{ bottom: -1, width: `${Math.min(1, Math.max(0, progress)) * 100}%` }} />
            )}
          </TitleBar>
          {!minimised && <Content>{children}</Content>}
        </Frame>
      </Rnd>
    </Bounds>
  )
}
