import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Tooltip } from '../../../ui/index.ts'

const Lines = styled('div')(({ theme }) => ({
  minWidth: 0,
  '& > div': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > div + div': { fontSize: 12, lineHeight: '16px', color: theme.vars.palette.ink3 },
  '&[data-failed] > div:first-of-type': { color: theme.vars.palette.danger.text },
  // A reason alone has both lines to itself.
  '&[data-failed] > div:only-of-type': {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    lineHeight: '18px',
    whiteSpace: 'normal',
  },
}))

const Beside = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '& > :first-of-type': { flex: 1 },
  '& > button': { flex: 'none' },
})

interface StatusCellProps {
  status: string
  note: string | null
  /** A button beside it. */
  children?: ReactNode
}

/** How far an import or a report has come, in two lines, and all of both in the tooltip. */
export function StatusCell({ status, note, children }: StatusCellProps) {
  return (
    <Beside>
      <Tooltip title={note === null ? status : `${status}. ${note}`}>
        <Lines data-failed={status.startsWith('Failed') ? '' : undefined}>
          <div>{status}</div>
          {note !== null && <div>{note}</div>}
        </Lines>
      </Tooltip>
      {children}
    </Beside>
  )
}
