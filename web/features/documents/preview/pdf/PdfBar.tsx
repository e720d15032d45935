import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import {
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconDots,
  IconMinus,
  IconPlus,
  IconPrinter,
  IconRotateClockwise,
  IconSearch,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../../../../shared/format/number.ts'
import { MenuButton, PanelBar, Rule, Tooltip, useBreakpoint } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import { type Zoom, zoomStep } from './zoom.ts'

export const PreviewBar = styled(PanelBar)(({ theme }) => ({
  justifyContent: 'center',
  gap: 4,
  height: 40,
  padding: '0 8px',
  color: theme.vars.palette.ink2,
  '& > span': { whiteSpace: 'nowrap' },
  '& button[aria-pressed="true"]': {
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  [theme.breakpoints.down('md')]: {
    height: 48,
    gap: 0,
    padding: '0 8px 0 12px',
    '& > b': { flex: 1 },
    '& button': { width: 40, height: 40 },
  },
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

interface PdfBarProps {
  /** The page in view, from 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  scale: number
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
  /** Turns all pages further by a quarter; none where they stay as they are. */
  onTurn?: () => void
  /** None where there are no words to find. */
  onFind?: () => void
  isFinding?: boolean
  /** None where it may not be printed, or the browser does. */
  onPrint?: (() => void) | undefined
}

/** Which page one is on, how large and which way up pages are, and the way to find words in them. */
export function PdfBar(props: PdfBarProps) {
  const { page, pages, onPage, scale, zoom, onZoom, onTurn, onFind, isFinding = false, onPrint } = props
  const wide = useBreakpoint('md')
  const zoomBy = (direction: 1 | -1) => onZoom(zoomStep(scale, direction))
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    const wanted = Math.trunc(Number(typed))
    if (typed !== null && wanted >= 1) onPage(Math.min(wanted, pages))
    setTyped(null)
  }
  return (
    <PreviewBar>
      <PageInput
        value={typed ?? String(page)}
        inputProps={{ 'aria-label': 'Page', inputMode: 'numeric' }}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      <span>of {formatNumber(pages)}</span>
      {wide ? (
        <>
          <Rule />
          <Tool label="Zoom out" onClick={() => zoomBy(-1)}>
            <IconMinus size={16} />
          </Tool>
          <span aria-live="polite">{Math.round(scale * 100)}%</span>
          <Tool label="Zoom in" onClick={() => zoomBy(1)}>
            <IconPlus size={16} />
          </Tool>
          <Rule />
          <Tool label="Fit width" pressed={zoom === 'width'} onClick={() => onZoom('width')}>
            <IconArrowAutofitWidth size={17} />
          </Tool>
          <Tool label="Fit page" pressed={zoom === 'page'} onClick={() => onZoom('page')}>
            <IconArrowAutofitHeight size={17} />
          </Tool>
          {onTurn && (
            <Tool label="Rotate" onClick={onTurn}>
              <IconRotateClockwise size={17} />
            </Tool>
          )}
        </>
      ) : (
        <b />
      )}
      {onFind && (
        <Tool label="Find" pressed={isFinding} onClick={onFind}>
          <IconSearch size={17} />
        </Tool>
      )}
      {wide && onPrint && (
        <Tool label="Print" onClick={onPrint}>
          <IconPrinter size={17} />
        </Tool>
      )}
      {!wide && (
        // Two fingers zoom; all else is in the menu (PAGE-24).
        <MenuButton
          label="Pages"
          icon={<IconDots size={20} />}
          entries={[
            { key: 'in', label: 'Zoom in', icon: <IconPlus />, onSelect: () => zoomBy(1) },
            { key: 'out', label: 'Zoom out', icon: <IconMinus />, onSelect: () => zoomBy(-1) },
            {
              key: 'width',
              label: 'Fit width',
              icon: <IconArrowAutofitWidth />,
              onSelect: () => onZoom('width'),
            },
            {
              key: 'page',
              label: 'Fit page',
              icon: <IconArrowAutofitHeight />,
              onSelect: () => onZoom('page'),
            },
            ...(onTurn
              ? [{ key: 'turn', label: 'Rotate', icon: <IconRotateClockwise />, onSelect: onTurn }]
              : []),
            ...(onPrint ? [{ key: 'print', label: 'Print', icon: <IconPrinter />, onSelect: onPrint }] : []),
          ]}
        />
      )}
    </PreviewBar>
  )
}

interface ToolProps {
  label: string
  pressed?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button of the bar. */
export function Tool({ label, pressed, onClick, children }: ToolProps) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} aria-pressed={pressed} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  )
}
