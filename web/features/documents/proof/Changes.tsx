import IconButton from '@mui/material/IconButton'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../../../shared/format/time.ts'
import { cssVars } from '../../../ui/theme/cssVars.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '10px 0 12px',
  '& > ol': {
    position: 'relative',
    flex: 1,
    height: 34,
    margin: '0 8px',
    padding: 0,
    listStyle: 'none',
    backgroundImage: `linear-gradient(${theme.vars.palette.lineStrong}, ${theme.vars.palette.lineStrong})`,
    backgroundSize: '100% 1px',
    backgroundPosition: '0 9px',
    backgroundRepeat: 'no-repeat',
    ...theme.typography.note,
  },
}))

const Ring = styled('li')(({ theme }) => ({
  position: 'absolute',
  top: 4,
  left: 'var(--place)',
  transform: 'translateX(-50%)',
  '& > button': {
    display: 'block',
    width: 11,
    height: 11,
    padding: 0,
    border: `2px solid ${theme.vars.palette.accent.main}`,
    borderRadius: '50%',
    backgroundColor: theme.vars.palette.surface,
    cursor: 'pointer',
  },
  '&[data-current] > button': { backgroundColor: theme.vars.palette.accent.main },
  '&[data-current]': { zIndex: 1 },
}))

const End = styled('li')({ position: 'absolute', top: 18, '&[data-last]': { right: 0 } })

interface ChangesProps {
  /** Moments of changes, in their order. */
  changes: readonly string[]
  /** The moment that is shown; null for now. */
  at: string | null
  knownSince: string
  onChoose: (at: string | null) => void
}

/** Changes of what is shown on a line of time; each leads to the moment right after it. */
export function Changes({ changes, at, knownSince, onChoose }: ChangesProps) {
  // For as long as the page stands, so that the rings do.
  const [now] = useState(() => Date.now())
  const shown = at === null ? now : Date.parse(at)
  const start = Math.min(Date.parse(changes[0] ?? knownSince), Date.parse(knownSince))
  const place = (moment: string) => `${((Date.parse(moment) - start) / Math.max(1, now - start)) * 100}%`
  const current = changes.findLastIndex((moment) => Date.parse(moment) <= shown)
  const [earlier, later] = [changes[current - 1], changes[current + 1]]
  return (
    <Line>
      <IconButton
        aria-label="Earlier change"
        disabled={earlier === undefined}
        onClick={() => earlier !== undefined && onChoose(earlier)}
      >
        <IconChevronLeft size={18} />
      </IconButton>
      <ol aria-label="Changes of who could see it">
        {changes.map((moment, index) => (
          <Ring
            key={moment}
            style={cssVars({ '--place': place(moment) })}
            {...(index === current && { 'data-current': '' })}
          >
            {/* By keyboard the two buttons beside the line go from one to the next. */}
            <button
              type="button"
              tabIndex={-1}
              title={formatDateTime(moment)}
              aria-label={formatDateTime(moment)}
              {...(index === current && { 'aria-current': true })}
              onClick={() => onChoose(moment)}
            />
          </Ring>
        ))}
        <End>{formatDate(new Date(start))}</End>
        <End data-last="">now</End>
      </ol>
      <IconButton
        aria-label="Later change"
        disabled={later === undefined}
        onClick={() => later !== undefined && onChoose(later)}
      >
        <IconChevronRight size={18} />
      </IconButton>
    </Line>
  )
}
