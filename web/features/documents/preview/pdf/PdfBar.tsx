import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import { styled } from '@mui/material/styles'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../../../../shared/format/number.ts'
import { type Zoom, zoomStep } from './zoom.ts'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 4,
  height: 40,
  flex: 'none',
  padding: '0 8px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  color: theme.vars.palette.ink2,
  '& > span': { whiteSpace: 'nowrap' },
  '& > i': {
    width: 1,
    height: 18,
    margin: '0 8px',
    backgroundColor: theme.vars.palette.lineStrong,
  },
  [theme.breakpoints.down('md')]: { height: 48 },
}))

const PageInput = styled(InputBase)(({ theme }) => ({
  width: 44,
  height: 28,
  marginRight: 4,
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.lineStrong}`,
  '& input': { padding: 0, textAlign: 'center' },
  '&.Mui-focused': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `0 0 0 3px ${theme.vars.palette.accent.tint}`,
  },
}))

export interface PdfBarProps {
  /** The page in view, from 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  scale: number
  /** The scale follows the room there is. */
  fitted: boolean
  onZoom: (zoom: Zoom) => void
}

/** Which page one is on, and how large pages are. */
export function PdfBar({ page, pages, onPage, scale, fitted, onZoom }: PdfBarProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    const wanted = Math.trunc(Number(typed))
    if (typed !== null && wanted >= 1) onPage(Math.min(wanted, pages))
    setTyped(null)
  }
  return (
    <Bar>
      <PageInput
        value={typed ?? String(page)}
        inputProps={{ 'aria-label': 'Page', inputMode: 'numeric' }}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      <span>of {formatNumber(pages)}</span>
      <i aria-hidden="true" />
      <IconButton size="small" aria-label="Zoom out" onClick={() => onZoom(zoomStep(scale, -1))}>
        <IconMinus size={16} />
      </IconButton>
      <span aria-live="polite">{Math.round(scale * 100)}%</span>
      <IconButton size="small" aria-label="Zoom in" onClick={() => onZoom(zoomStep(scale, 1))}>
        <IconPlus size={16} />
      </IconButton>
      <Button size="small" variant="text" disabled={fitted} onClick={() => onZoom('fit')}>
        Fit
      </Button>
    </Bar>
  )
}
