import IconButton from '@mui/material/IconButton'
import { IconDots, IconX } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { formatNumber } from '../../../shared/format/number.ts'
import { MenuButton } from '../navigation/Menu.tsx'
import { useBottomBar } from '../theme/bottomBar.ts'
import { styled } from '../theme/styled.tsx'
import { layers } from '../theme/tokens.ts'
import { entriesOf } from './StripActions.tsx'
import type { StripAction } from './types.ts'

const HEIGHT = 56
const SHOWN = 3

const BottomBar = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: layers.window + 1,
  inset: 'auto 0 0',
  display: 'flex',
  alignItems: 'center',
  height: HEIGHT,
  padding: '0 4px',
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  '& strong': { flex: 1, marginLeft: 2, fontWeight: 600 },
  '& .MuiIconButton-root': { color: 'inherit' },
  '& .MuiIconButton-root svg': { width: 20, height: 20 },
  '& .MuiIconButton-root:hover': { backgroundColor: theme.vars.palette.primary.dark },
  '& .Mui-focusVisible': { outlineColor: theme.vars.palette.primary.contrastText, outlineOffset: -4 },
}))

/**
 * What is selected on a phone, with its actions as icons, at the bottom of the window; what does not fit is
 * under 'More actions'.
 */
export function PhoneSelectionBar({
  count,
  words,
  actions,
  onClear,
}: {
  count: number
  /** In place of '3 selected'. */
  words?: string | undefined
  actions: readonly StripAction[]
  onClear: () => void
}) {
  useBottomBar(HEIGHT)
  const first = actions.length > SHOWN + 1 ? actions.slice(0, SHOWN) : actions
  const rest = actions.slice(first.length)
  return createPortal(
    <BottomBar role="toolbar" aria-label="Selection" data-print="off">
      <IconButton aria-label="Clear selection" onClick={onClear}>
        <IconX />
      </IconButton>
      <strong role="status">{words ?? `${formatNumber(count)} selected`}</strong>
      {first.map((action) => (
        <IconButton
          key={action.key}
          aria-label={action.label}
          disabled={action.disabled}
          onClick={action.onSelect}
        >
          {action.icon}
        </IconButton>
      ))}
      {rest.length > 0 && <MenuButton label="More actions" icon={<IconDots />} entries={entriesOf(rest)} />}
    </BottomBar>,
    document.body,
  )
}
