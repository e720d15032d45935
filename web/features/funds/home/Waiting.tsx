import Button from '@mui/material/Button'
import {
  IconAlertTriangle,
  IconChecklist,
  IconFilePlus,
  IconMailForward,
  IconMessageCheck,
  IconMessageQuestion,
  IconStackPush,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useReading } from '../../../graphql/useReading.ts'
import { Panel, RelativeTime } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { WaitingForMeDocument, type WaitingForMeQuery } from '../core/operations.generated.ts'
import { POLL_EVERY } from '../core/polling.ts'

type Item = WaitingForMeQuery['waitingForMe'][number]

/** Lines before 'All' (NEW-04). */
const FIRST = 20
const ALL = 200

const WARNING = <IconAlertTriangle size={16} />
const ICONS: Readonly<Record<Item['kind'], ReactNode>> = {
  QUESTION_TO_ANSWER: <IconMessageQuestion size={16} />,
  ANSWER_TO_ME: <IconMessageCheck size={16} />,
  CHECKLIST_ITEM: <IconChecklist size={16} />,
  NEW_DOCUMENTS: <IconFilePlus size={16} />,
  FAILED_UPLOAD: WARNING,
  FAILED_IMPORT: WARNING,
  INVITATION: <IconMailForward size={16} />,
  STAGED: <IconStackPush size={16} />,
}

const Lines = styled(Panel)(({ theme }) => ({
  padding: '12px 0 6px',
  '& > h2': { margin: '0 16px 6px', ...theme.typography.h4 },
  '& > ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& li': {
    position: 'relative',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 10,
    padding: '7px 16px',
    ...theme.typography.body1,
    color: theme.vars.palette.ink3,
  },
  '& li:hover': { backgroundColor: theme.vars.palette.hover },
  '& li > svg': { flex: 'none' },
  '& li > a': { fontWeight: 500, color: theme.vars.palette.ink, textDecoration: 'none' },
  // The whole line leads there.
  '& li > a::after': { content: '""', position: 'absolute', inset: 0 },
  '& li > a:hover': { color: theme.vars.palette.accent.text },
  '& li > span': { minWidth: 0, overflowWrap: 'anywhere', color: theme.vars.palette.ink2 },
  '& li > time': { marginLeft: 'auto' },
  '& > button': { margin: '4px 8px 0' },
}))

/** What waits for the person, each line leading there (NEW-04); nothing where nothing does. */
export function Waiting() {
  const [isAll, setAll] = useState(false)
  // One more than is shown says whether there are others.
  const { data } = useReading(
    WaitingForMeDocument,
    { limit: isAll ? ALL : FIRST + 1 },
    { every: POLL_EVERY, keep: true },
  )
  const items = data?.waitingForMe ?? []
  if (items.length === 0) return null
  const hasMore = !isAll && items.length > FIRST
  return (
    <Lines>
      <h2 id="waiting">Waiting for you</h2>
      <ul aria-labelledby="waiting">
        {(hasMore ? items.slice(0, FIRST) : items).map((item) => (
          <li key={`${item.kind} ${item.path}`}>
            {ICONS[item.kind]}
            <Link to={item.path}>{item.title}</Link>
            <span>{item.place}</span>
            <RelativeTime at={item.at} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button size="small" onClick={() => setAll(true)}>
          All
        </Button>
      )}
    </Lines>
  )
}
