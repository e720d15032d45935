import { styled } from '@mui/material/styles'
import { formatDateTime, relativeTime } from '../../../shared/format/time.ts'
import { Tooltip } from '../../ui/index.ts'
import { useTick } from '../../ui/text/clock.ts'

const Words = styled('span')(({ theme }) => ({
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars.palette.ink3,
}))

/** How often the label says anew how long ago it was, in ms (SUBP-15). */
const REFRESH_MS = 5000

/** When a page was edited last. */
export function LastEdit({ at }: { at: string | null | undefined }) {
  useTick(REFRESH_MS)
  if (!at) return <Words>No edits yet</Words>
  return (
    <Tooltip title={formatDateTime(at)}>
      <Words>Last edit {relativeTime(at, Date.now())}</Words>
    </Tooltip>
  )
}
