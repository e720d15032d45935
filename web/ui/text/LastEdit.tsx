import type { Moment } from '../../../shared/format/time.ts'
import { styled } from '../theme/styled.tsx'
import { RelativeTime } from './RelativeTime.tsx'

const Words = styled('span')(({ theme }) => ({ ...theme.typography.caption, color: theme.vars.palette.ink3 }))

/** How often the label says anew how long ago it was, in ms (SUBP-15, QA-27). */
const REFRESH_MS = 5000

/** When a text was edited last. */
export const LastEdit = ({ at }: { at: Moment | null | undefined }) =>
  at === null || at === undefined ? (
    <Words>No edits yet</Words>
  ) : (
    <Words>
      Last edit <RelativeTime at={at} every={REFRESH_MS} />
    </Words>
  )
