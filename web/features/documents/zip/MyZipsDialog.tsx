import Button from '@mui/material/Button'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import { formatNumber } from '../../../../shared/format/number.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  BorderedList,
  Dialog,
  DialogBody,
  DialogFoot,
  EmptyState,
  ErrorState,
  Loading,
  RelativeTime,
  SkeletonLines,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { filesText, itemsText } from '../place/sizes.ts'
import { CancelZipExportDocument, MyZipsDocument, type MyZipsQuery } from './operations.generated.ts'
import { isMaking, LOOK_EVERY, NO_LONGER_THERE, ZipProgress } from './ZipProgress.tsx'

/** Zips that are listed; nobody has more in the seven days that they are kept. */
const MAX = 100
/** Pause between two looks while nothing is being made, in ms: another window may ask for a zip. */
const LOOK_NOW_AND_THEN = 15_000

const ZipList = styled(BorderedList)(({ theme }) => ({
  // As high as its dialog lets it be.
  overflowY: 'visible',
  '& > li': { gap: 12, minHeight: 54, padding: '8px 8px 8px 14px' },
  '& > li > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& > li > div > p': { margin: 0, color: theme.vars.palette.ink2 },
  '& strong': { fontWeight: 500 },
  '& [data-failed]': { color: theme.vars.palette.danger.text },
}))

type MyZip = MyZipsQuery['zipExports'][number]

/** What a person asked for, by which they know it. */
const nameOf = ({ firstChosen, chosenCount }: MyZip): string => {
  if (!firstChosen) return itemsText(chosenCount)
  return chosenCount === 1
    ? firstChosen.name
    : `${firstChosen.name} and ${formatNumber(chosenCount - 1)} more`
}

/** The zips that the person asked for in this tree: how far they are, and the way to those that are ready (DOP-25). */
export function MyZipsDialog({ onClose }: { onClose: () => void }) {
  const { tree } = usePlace()
  return (
    <Dialog open onClose={onClose} title="Zip downloads" overline={tree.name}>
      <MyZips />
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}

function MyZips() {
  const { zips, count, error, refetch } = useMyZips()
  const cancelling = useAction(CancelZipExportDocument, { refresh: refetch })
  const [fetched, setFetched] = useState<string>()
  const hasExpired = zips && fetched !== undefined && !zips.some(({ id }) => id === fetched)
  /** Whether a zip has expired shows only once it was asked for. */
  const fetchThis = (id: string) => {
    setFetched(id)
    setTimeout(() => refetch().catch(() => {}), LOOK_EVERY)
  }
  return (
    <DialogBody>
      {cancelling.problem && <Alert tone="danger">{cancelling.problem.message}</Alert>}
      {hasExpired && <Alert tone="info">{NO_LONGER_THERE}</Alert>}
      {error && <ErrorState {...error} />}
      {zips?.length === 0 && (
        <EmptyState
          title="You have no zips here."
          hint="Choose Download as zip for a folder or a selection. A zip stays here for seven days."
        />
      )}
      {zips && zips.length > 0 && (
        <ZipList aria-label="Zip downloads">
          {zips.map((zip) => (
            <Item
              key={zip.id}
              zip={zip}
              busy={cancelling.busy}
              onCancel={() => void cancelling.act({ id: zip.id })}
              onFetch={() => fetchThis(zip.id)}
            />
          ))}
        </ZipList>
      )}
      {zips && count > zips.length && (
        <p style={{ margin: 0 }}>{`The newest ${formatNumber(zips.length)} of ${formatNumber(count)}.`}</p>
      )}
      {!zips && !error && <Loading active skeleton={<SkeletonLines />} />}
    </DialogBody>
  )
}

/** Asks again each second while something is being made. What was read last stays where a look fails. */
function useMyZips() {
  const { tree } = usePlace()
  const [making, setMaking] = useState(true)
  const {
    data: known,
    error,
    refetch,
  } = useReading(
    MyZipsDocument,
    { treeId: tree.id, limit: MAX },
    { fetchPolicy: 'no-cache', every: making ? LOOK_EVERY : LOOK_NOW_AND_THEN },
  )
  const isAnyMaking = known?.zipExports.some(isMaking) ?? true
  useEffect(() => setMaking(isAnyMaking), [isAnyMaking])
  return { zips: known?.zipExports, count: known?.zipExportCount ?? 0, error, refetch }
}

interface ItemProps {
  zip: MyZip
  /** Another zip is being cancelled. */
  busy: boolean
  onCancel: () => void
  /** Its download was asked for. */
  onFetch: () => void
}

function Item({ zip, busy, onCancel, onFetch }: ItemProps) {
  const name = nameOf(zip)
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <State zip={zip} name={name} />
      </div>
      {isMaking(zip) && (
        <Button
          size="small"
          color="error"
          aria-label={`Cancel zip of ${name}`}
          disabled={busy}
          onClick={onCancel}
        >
          Cancel
        </Button>
      )}
      {zip.url && (
        <Button
          size="small"
          startIcon={<IconDownload />}
          href={zip.url}
          download
          onClick={onFetch}
          aria-label={`Download zip of ${name}`}
        >
          Download
        </Button>
      )}
    </li>
  )
}

function State({ zip, name }: { zip: MyZip; name: string }): ReactNode {
  if (isMaking(zip)) return <ZipProgress zip={zip} label={`Progress of ${name}`} />
  if (zip.state === 'FAILED') return <p data-failed="">{zip.failure}</p>
  return (
    <p>
      {filesText(zip.fileCount)}, {formatBytes(zip.bytes)} · <RelativeTime at={zip.createdAt} /> · kept until{' '}
      {formatDate(zip.expiresAt)}
    </p>
  )
}
