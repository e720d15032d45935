import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { styled } from '../theme/styled.tsx'
import { layers } from '../theme/tokens.ts'
import { ProgressLine } from './DesktopWindow.tsx'
import { TITLE_BAR } from './windowBounds.ts'
import type { FloatingWindowProps } from './windowProps.ts'

const Sheet = styled('section')(({ theme }) => ({
  position: 'fixed',
  zIndex: layers.window,
  inset: 'auto 0 var(--bottom-bar, 0px)',
  display: 'flex',
  flexDirection: 'column',
  maxHeight: '70dvh',
  backgroundColor: theme.vars.palette.raised,
  boxShadow: `0 -1px 0 ${theme.vars.palette.line}`,
}))

const TitleBar = styled('div')({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  height: TITLE_BAR,
  paddingRight: 4,
})

const Expand = styled(ButtonBase)(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  height: '100%',
  padding: '0 10px 0 16px',
  justifyContent: 'space-between',
  textAlign: 'left',
  fontFamily: 'inherit',
  '&.Mui-focusVisible': { outlineOffset: -2 },
  '& strong': { display: 'block', ...theme.typography.h4, lineHeight: '18px' },
  '& small': { display: 'block', ...theme.typography.caption, color: theme.vars.palette.ink2 },
  '& > svg': { color: theme.vars.palette.ink2 },
}))

const Content = styled('div')(({ theme }) => ({
  minHeight: 0,
  overflow: 'auto',
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

/** A 54 px bar at the bottom of a phone that expands to a sheet. The page ends above it. */
export function PhoneWindow({
  title,
  summary,
  progress,
  busy,
  expanded = false,
  onClose,
  children,
}: FloatingWindowProps) {
  const [open, setOpen] = useState(expanded)
  useEffect(() => {
    document.documentElement.style.setProperty('--bottom-window', `${TITLE_BAR}px`)
    return () => {
      document.documentElement.style.removeProperty('--bottom-window')
    }
  }, [])
  return (
    <Sheet role="dialog" aria-modal="false" aria-label={title} data-print="off">
      <TitleBar>
        <Expand aria-expanded={open} onClick={() => setOpen(!open)}>
          <span>
            <strong>{title}</strong>
            {summary && <small>{summary}</small>}
          </span>
          {open ? <IconChevronDown size={20} /> : <IconChevronUp size={20} />}
        </Expand>
        {!busy && (
          <IconButton aria-label="Close" onClick={onClose}>
            <IconX />
          </IconButton>
        )}
        {progress !== undefined && (
          <ProgressLine style={{ top: 0, width: `${Math.min(1, Math.max(0, progress)) * 100}%` }} />
        )}
      </TitleBar>
      {open && <Content>{children}</Content>}
    </Sheet>
  )
}
