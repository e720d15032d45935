import Button from '@mui/material/Button'
import { IconAlertTriangle, IconCheck, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../../../shared/format/time.ts'
import { PlainList, TitleRow } from '../../page/layout.tsx'
import { styled } from '../../theme/styled.tsx'

export type Side = 'mine' | 'theirs'

/** A value that two people changed to different ones. */
export interface ShownOverlap {
  readonly key: string
  /** Of which field; none where there is only one. */
  readonly label?: string
  /** Leads to the field, where it isn't in sight. */
  readonly place?: { readonly label: string; readonly onShow: () => void }
  readonly mine: ReactNode
  readonly theirs: ReactNode
  /** What was chosen. */
  readonly side?: Side | undefined
}

/** A change of the other person's that is in the form now. */
export interface ShownChange {
  readonly key: string
  readonly label: string
  readonly before: ReactNode
  readonly after: ReactNode
}

export interface ConflictPanelProps {
  /** Who saved; 'Someone else' where that isn't said. */
  by?: string | null | undefined
  at?: Date | string | null | undefined
  overlaps: readonly ShownOverlap[]
  merged?: readonly ShownChange[]
  onChoose: (keys: readonly string[], side: Side) => void
}

const Box = styled('section')(({ theme }) => ({
  flex: 'none',
  // A container has no width of its own.
  width: '100%',
  minWidth: 0,
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
  overflow: 'hidden',
  containerType: 'inline-size',
  backgroundColor: theme.vars.palette.surface,
  '& p': { margin: 0 },
}))

const ConflictHead = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 10,
  padding: '10px 14px',
  backgroundColor: theme.vars.palette.warning.tint,
  '& > svg': { flex: 'none', marginTop: 1, color: theme.vars.palette.warning.main },
  '& strong': { fontWeight: 600 },
  '& p': { color: theme.vars.palette.ink2 },
}))

const Part = styled('div')(({ theme }) => ({
  padding: '10px 14px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

const Question = styled(TitleRow)({ fontWeight: 600 })

const Sides = styled('div')({
  display: 'grid',
  gap: 8,
  '@container (min-width: 420px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
})

const Value = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 6,
  minWidth: 0,
  padding: '8px 10px 10px',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  '&[data-chosen]': {
    borderColor: theme.vars.palette.accent.main,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  '& > small': { ...theme.typography.caption, color: theme.vars.palette.ink3 },
  '& > div': {
    flex: 1,
    width: '100%',
    maxHeight: 160,
    overflowY: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
}))

const Merged = styled(PlainList)(({ theme }) => ({
  margin: '4px 0 0',
  maxHeight: 180,
  overflowY: 'auto',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 12px',
    padding: '3px 0',
  },
  '& > li > span': { color: theme.vars.palette.ink2 },
  '& > li > b': { minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' },
}))

const SIDES = [
  { side: 'mine', label: 'Yours', action: 'Keep mine' },
  { side: 'theirs', label: 'Current values', action: 'Take theirs' },
] as const

/**
 * What somebody else saved while one edited: both values of what both changed, to choose from, and what was merged. Says
 * itself to whoever can't see it, without taking the focus.
 */
export function ConflictPanel({ by, at, overlaps, merged = [], onChoose }: ConflictPanelProps) {
  const keys = overlaps.map(({ key }) => key)
  const chosen = overlaps.filter(({ side }) => side !== undefined).length
  return (
    <Box aria-label="Someone else saved meanwhile">
      <ConflictHead role="alert">
        <IconAlertTriangle size={18} aria-hidden="true" />
        <div>
          <strong>Someone else saved meanwhile</strong>
          <p>
            {by && `${by} saved this${at ? ` at ${formatTime(at)}` : ''}. `}
            {overlaps.length > 0
              ? 'Choose what to keep where you both changed something.'
              : 'Your changes don’t overlap. Save again to keep both.'}
          </p>
        </div>
      </ConflictHead>
      {overlaps.map(({ key, label, place, side: choice, ...values }) => (
        <Part
          key={key}
          role="group"
          aria-label={label ? [label, place?.label].filter(Boolean).join(', ') : undefined}
        >
          {label && (
            <Question sx={{ mb: '6px' }}>
              {label}
              {place && (
                <Button
                  variant="text"
                  size="small"
                  endIcon={<IconChevronRight size={14} />}
                  onClick={place.onShow}
                >
                  {place.label}
                </Button>
              )}
            </Question>
          )}
          <Sides>
            {SIDES.map(({ side, label: whose, action }) => (
              <Value key={side} aria-label={whose} data-chosen={choice === side ? '' : undefined}>
                <small>{whose}</small>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard, too */}
                <div tabIndex={0}>{values[side]}</div>
                <Button
                  size="small"
                  aria-pressed={choice === side}
                  startIcon={choice === side ? <IconCheck size={14} /> : undefined}
                  onClick={() => onChoose([key], side)}
                >
                  {action}
                </Button>
              </Value>
            ))}
          </Sides>
        </Part>
      ))}
      {merged.length > 0 && (
        <Part>
          <Question>Merged from their changes</Question>
          <Merged tabIndex={0}>
            {merged.map(({ key, label, before, after }) => (
              <li key={key}>
                <span>{label}</span>
                <b>
                  {before} → {after}
                </b>
              </li>
            ))}
          </Merged>
        </Part>
      )}
      {overlaps.length > 1 && (
        <Part>
          <Question>
            <span>
              <Button variant="text" size="small" onClick={() => onChoose(keys, 'mine')}>
                Keep all mine
              </Button>
              <Button variant="text" size="small" onClick={() => onChoose(keys, 'theirs')}>
                Take all theirs
              </Button>
            </span>
            <small role="status">{`${chosen} of ${overlaps.length} chosen`}</small>
          </Question>
        </Part>
      )}
    </Box>
  )
}
