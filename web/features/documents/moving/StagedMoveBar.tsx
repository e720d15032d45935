import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import {
  IconAlertTriangle,
  IconClockPlus,
  IconFolderSearch,
  IconFolderSymlink,
  IconX,
} from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import {
  BusyButton,
  floating,
  layers,
  lazily,
  Tooltip,
  useBottomBar,
  useBreakpoint,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { itemsText } from '../place/sizes.ts'
import { losingText } from './destination.ts'
import { type StagedMove, useMoving } from './MovingProvider.tsx'
import { useDestination } from './useDestination.ts'
import { useMove } from './useMove.ts'

const MoveDialog = lazily(async () => (await import('./MoveDialog.tsx')).MoveDialog)

/** Of the bar at the bottom of a phone, in px; as high as that of a selection, which covers it. */
const PHONE_HEIGHT = 56

const MoveBar = styled('section')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  backgroundColor: theme.vars.palette.raised,
  '& > svg': { flex: 'none', color: theme.vars.palette.primary.main },
  [theme.breakpoints.up('md')]: {
    ...floating(theme),
    position: 'sticky',
    zIndex: 3,
    bottom: 16,
    alignSelf: 'flex-start',
    boxSizing: 'border-box',
    maxWidth: 'min(720px, calc(100% - 48px))',
    margin: '0 24px 16px',
    padding: '8px 8px 8px 14px',
    borderRadius: 8,
  },
  [theme.breakpoints.down('md')]: {
    position: 'fixed',
    zIndex: layers.window,
    inset: 'auto 0 0',
    height: PHONE_HEIGHT,
    gap: 8,
    padding: '0 0 0 16px',
    boxShadow: `0 -1px 0 ${theme.vars.palette.line}`,
  },
}))

const Words = styled('div')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  '& > *': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& strong': { fontWeight: 600 },
  '& small': { ...theme.typography.caption, color: theme.vars.palette.ink2 },
  // A phone has no pointer for the rest of a sentence.
  [theme.breakpoints.down('md')]: {
    '& small': {
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      whiteSpace: 'normal',
    },
  },
  '& [data-warns]': { color: theme.vars.palette.warning.text },
  '& [data-warns] svg': { width: 14, height: 14, marginRight: 5, verticalAlign: '-2px' },
}))

interface StagedMoveBarProps {
  staged: StagedMove
  document: OpenDocument
  /** Another document is on its way: who clicks now means that one. */
  leaving: boolean
}

/** What is staged for a move, and the button that moves it to the folder in view (DOP-16). */
export function StagedMoveBar({ staged, document, leaving }: StagedMoveBarProps) {
  const wide = useBreakpoint('md')
  const { addresses } = usePlace()
  const { end } = useMoving()
  const { busy, move, stage } = useMove()
  const navigate = useNavigate()
  useBottomBar(wide ? undefined : PHONE_HEIGHT)
  const inView = useRef(document.id)
  inView.current = document.id
  const { reason, losing } = useDestination(staged, document)
  const [chooses, setChooses] = useState(false)

  const moveHere = async () => {
    const [first] = await move(staged, document)
    if (first === undefined) return
    end()
    // Whoever has walked on meanwhile stays where they are.
    if (inView.current !== document.id) return
    navigate(addresses.toRow(document.id, first), { replace: true, preventScrollReset: true })
  }
  const stageHere = async () => {
    if (await stage(staged, document)) end()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !busy && !chooses) end()
  }
  const bar = (
    <MoveBar aria-label="Move" data-print="off" onKeyDown={onKeyDown}>
      {wide && <IconFolderSymlink size={18} stroke={1.6} aria-hidden="true" />}
      <Words role="status">
        <strong title={staged.documents.map(({ name }) => name).join(', ')}>{stagedText(staged)}</strong>
        {losing.length > 0 ? (
          <small data-warns="">
            <IconAlertTriangle aria-hidden="true" />
            {losingText(losing, staged.documents.length)}
          </small>
        ) : (
          <small>{reason ?? `To ${document.name}`}</small>
        )}
      </Words>
      {wide ? (
        <Button disabled={busy} onClick={() => setChooses(true)}>
          Choose folder
        </Button>
      ) : (
        <IconButton aria-label="Choose folder" disabled={busy} onClick={() => setChooses(true)}>
          <IconFolderSearch size={20} />
        </IconButton>
      )}
      {wide ? (
        <Button
          variant="outlined"
          disabled={busy || reason !== undefined || leaving}
          onClick={() => void stageHere()}
        >
          Stage
        </Button>
      ) : (
        <IconButton
          aria-label="Stage"
          disabled={busy || reason !== undefined || leaving}
          onClick={() => void stageHere()}
        >
          <IconClockPlus size={20} />
        </IconButton>
      )}
      <Tooltip title={reason ?? ''}>
        <BusyButton
          busy={busy}
          variant="contained"
          disabled={reason !== undefined || leaving}
          onClick={() => void moveHere()}
        >
          Move here
        </BusyButton>
      </Tooltip>
      {wide ? (
        <Button variant="text" disabled={busy} onClick={end}>
          Cancel
        </Button>
      ) : (
        <IconButton aria-label="Cancel" disabled={busy} onClick={end}>
          <IconX size={20} />
        </IconButton>
      )}
      {chooses && (
        <MoveDialog staged={staged} startId={document.id} onClose={() => setChooses(false)} onMoved={end} />
      )}
    </MoveBar>
  )
  // On a phone it stands over a preview, too, which fills the window.
  return wide ? bar : createPortal(bar, window.document.body)
}

/** "Moving 3 items: PPA.pdf, Site.png, 02 Permits"; only the first names of many. */
function stagedText({ documents }: StagedMove): string {
  const names = documents.slice(0, 12).map(({ name }) => name)
  return documents.length === 1
    ? `Moving ${names.join()}`
    : `Moving ${itemsText(documents.length)}: ${names.join(', ')}`
}
