import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { formatDateTime, relativeTime } from '../../../shared/format/time.ts'
import { Tooltip } from '../../ui/index.ts'

const Words = styled('span')(({ theme }) => ({
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars.palette.ink3,
}))

/** How often the label says anew how long ago it was, in ms (SUBP-15). */
const REFRESH_MS = 5000

/** When a page was edited last. */
export function LastEdit({ at }: { at: string | null | undefined }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  if (!at) return <Words>No edits yet</Words>
  return (
    <Tooltip title={formatDateTime(at)}>
      <Words>Last edit {relativeTime(at, now)}</Words>
    </Tooltip>
  )
}
