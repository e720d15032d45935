import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { CHANGES_NOTHING } from '../../../graphql/readings.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { Alert, DialogBody, DialogFoot, Link, MiddleEllipsis, ProgressBar } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { filesText } from '../place/sizes.ts'
import {
  CancelRedactionSearchDocument,
  FoundRedactionMarksDocument,
  RedactionSearchDocument,
  type SearchedForMarksFragment,
} from './operations.generated.ts'

/** Pause between two looks at a search that is under way, in ms. */
const LOOK_EVERY = 1000
/** Rows of a list that are shown first, and together with the others. */
const FIRST = 20
const ALL = 200

const Files = styled('section')(({ theme }) => ({
  '& > h3': { margin: '0 0 4px', ...theme.typography.h4 },
  '& > ul': { listStyle: 'none', margin: 0, padding: 0, ...theme.typography.body1 },
  '& > ul > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 16,
    padding: '6px 0',
    borderTop: `1px solid ${theme.vars.palette.line}`,
  },
  '& > ul > li > span:last-of-type': { color: theme.vars.palette.ink3 },
  '& > ul[data-reasons] > li': { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

const areasText = (count: number): string => (count === 1 ? '1 area' : `${formatNumber(count)} areas`)

interface FoundMarksProps {
  first: SearchedForMarksFragment
  onFound: (() => void) | undefined
  onClose: () => void
}

/** How far a search is, and what it has added to which drafts (REDACT-09). */
export function FoundMarks({ first, onFound, onClose }: FoundMarksProps) {
  const { search, error } = useSearch(first)
  const cancelling = useAction(CancelRedactionSearchDocument, { context: CHANGES_NOTHING })
  const [whole, setWhole] = useState(false)
  const isActive = search.state === 'ACTIVE'
  const { filesDone, fileCount, markCount, unreadCount } = search
  useEffect(() => {
    if (!isActive) onFound?.()
  }, [isActive, onFound])
  const rows = whole ? ALL : FIRST
  const { data } = useReading(
    FoundRedactionMarksDocument,
    { id: search.id, drafts: rows, unread: rows },
    { skip: isActive, fetchPolicy: 'network-only' },
  )
  const found = data?.redactionSearch
  const problem = cancelling.problem?.message ?? error
  return (
    <>
      <DialogBody>
        {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
        {isActive ? (
          <div>
            <p style={{ margin: '0 0 8px' }} role="status">
              {`${formatNumber(filesDone)} of ${filesText(fileCount)} searched, ${areasText(markCount)} added`}
            </p>
            <ProgressBar value={fileCount > 0 ? filesDone / fileCount : 0} label="Search progress" figure />
            <p style={{ margin: '12px 0 0' }}>
              You may close this window: the search goes on, and what it finds is in the drafts.
            </p>
          </div>
        ) : (
          <Outcome search={search} />
        )}
        {found && found.redactions.length > 0 && <Drafts drafts={found.redactions} onOpen={onClose} />}
        {found && found.unread.length > 0 && (
          <Files aria-label="Not searched">
            <h3>
              {unreadCount === 1
                ? '1 file could not be searched, or not all of it'
                : `${formatNumber(unreadCount)} files could not be searched, or not all of them`}
            </h3>
            <ul data-reasons="">
              {found.unread.map(({ document, reason }) => (
                <li key={document.id}>
                  <MiddleEllipsis text={document.name} />
                  <span>{reason}</span>
                </li>
              ))}
            </ul>
          </Files>
        )}
        {found && !whole && (found.unread.length === FIRST || found.redactions.length === FIRST) && (
          <Button variant="text" onClick={() => setWhole(true)}>
            Show more
          </Button>
        )}
      </DialogBody>
      <DialogFoot>
        {isActive && (
          <Button
            color="error"
            disabled={cancelling.busy}
            onClick={() => void cancelling.act({ id: search.id })}
          >
            Cancel search
          </Button>
        )}
        <Button variant={isActive ? 'outlined' : 'contained'} onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </>
  )
}

/** Asks again each second while it is under way. */
function useSearch(first: SearchedForMarksFragment) {
  const [isActive, setActive] = useState(true)
  const { data, error } = useReading(
    RedactionSearchDocument,
    { id: first.id },
    { every: isActive ? LOOK_EVERY : undefined, fetchPolicy: 'network-only' },
  )
  const search = data?.redactionSearch ?? first
  useEffect(() => setActive(search.state === 'ACTIVE'), [search.state])
  return { search, error: error?.message }
}

function Outcome({ search }: { search: SearchedForMarksFragment }) {
  const { filesDone, fileCount, markCount } = search
  const isCut = filesDone < fileCount
  const added = markCount === 0 ? 'Nothing new was found.' : `${areasText(markCount)} added to drafts.`
  return (
    <Alert tone={isCut ? 'warning' : markCount === 0 ? 'info' : 'success'}>
      {isCut
        ? `The search ended after ${formatNumber(filesDone)} of ${filesText(fileCount)}. ${added}`
        : `${filesText(fileCount)} searched. ${added}`}
    </Alert>
  )
}

interface Draft {
  readonly id: string
  readonly markCount: number
  readonly document: { readonly id: string; readonly name: string }
}

function Drafts({ drafts, onOpen }: { drafts: readonly Draft[]; onOpen: () => void }) {
  const { addresses } = usePlace()
  return (
    <Files aria-label="Drafts">
      <h3>Drafts</h3>
      <ul>
        {drafts.map(({ id, markCount, document }) => (
          <li key={id}>
            <Link to={`${addresses.to(document.id)}?redact=1`} onClick={onOpen}>
              <MiddleEllipsis text={document.name} />
            </Link>
            <span>{areasText(markCount)}</span>
          </li>
        ))}
      </ul>
    </Files>
  )
}
