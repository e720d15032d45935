import Button from '@mui/material/Button'
import { IconBan, IconDownload, IconEye, IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Actions,
  Alert,
  BorderedList,
  BusyButton,
  Chip,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Loading,
  SkeletonLines,
  Switch,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type ComparedVersion, ComparisonDialog } from '../comparing/index.ts'
import { useMarkedPdf } from '../markedPdf/index.ts'
import { useDownloads } from '../operations/useDownloads.ts'
import { isGivenFile, isGivenMarkedPdf, type Row, usePlace } from '../place/place.ts'
import {
  DocumentVersionsDocument,
  type DocumentVersionsQuery,
  RestoreVersionDocument,
  SetReadersSeeEarlierVersionsDocument,
  WithdrawVersionDocument,
} from './operations.generated.ts'

/** Versions that are listed at most; earlier ones are counted. */
const MAX_VERSIONS = 200

type Version = DocumentVersionsQuery['documentVersions'][number]

const VersionList = styled(BorderedList)(({ theme }) => ({
  maxHeight: 420,
  '& > li': { flexWrap: 'wrap', gap: '4px 8px', minHeight: 52, padding: '8px 10px 8px 14px' },
  '& > li > div': { flex: '1 1 220px', minWidth: 0 },
  '& > li > div > strong': { display: 'inline-flex', alignItems: 'center', gap: 8, fontWeight: 600 },
  '& > li > div > small': { display: 'block', ...theme.typography.caption, color: theme.vars.palette.ink3 },
  '& > li > span': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  [theme.breakpoints.down('md')]: {
    flex: 'none',
    maxHeight: 'none',
    // What is to be done with a version stands below it.
    '& > li > div': { flexBasis: '100%' },
  },
}))

const Setting = styled(Actions)(({ theme }) => ({ '& > small': theme.typography.note }))

/** "+1.2 KB", "−300 B": how much larger a version is than the one before it. */
function growthText(size: number, before: number): string {
  if (size === before) return 'same size'
  return `${size > before ? '+' : '−'}${formatBytes(Math.abs(size - before))}`
}

/** A file whose versions are shown. */
export type Versioned = Pick<Row, 'id' | 'name' | 'versionCount' | 'level' | 'size' | 'fileType'>

interface VersionsDialogProps {
  file: Versioned
  onClose: () => void
  /** Reads again what shows the file. */
  onChanged: () => void
}

/** What a file has been: size, date and, for readers of the history, person of each version; looked at, taken along, made current again (UPL-36). */
export function VersionsDialog({ file, onClose, onChanged }: VersionsDialogProps) {
  const { tree, isReadOnly } = usePlace()
  const toast = useToast()
  const { data, error, refetch } = useReading(
    DocumentVersionsDocument,
    { treeId: tree.id, documentId: file.id, limit: MAX_VERSIONS },
    { fetchPolicy: 'no-cache' },
  )
  const versions = data?.documentVersions
  const { act, busy, problem } = useAction(RestoreVersionDocument, { refresh: refetch })
  const withdrawal = useAction(WithdrawVersionDocument, { refresh: refetch })
  const readers = useAction(SetReadersSeeEarlierVersionsDocument)
  const withdraw = async ({ id, number }: Version) => {
    if (!(await withdrawal.act({ versionId: id }))) return
    onChanged()
    toast.success(`Version ${number} of ${file.name} has been withdrawn.`)
  }
  const refusal = problem ?? withdrawal.problem ?? readers.problem
  const restore = async (version: Version) => {
    const former = versions?.find(({ isCurrent }) => isCurrent)
    const send = (versionId: string) => act({ treeId: tree.id, documentId: file.id, versionId })
    if (!(await send(version.id))) return
    onChanged()
    toast.success(`Version ${version.number} of ${file.name} is the current one again.`, {
      ...(former && { undo: () => void send(former.id).then(onChanged) }),
    })
  }
  const [isComparing, setComparing] = useState(false)
  const compared: readonly ComparedVersion[] = versions?.filter(({ isComparable }) => isComparable) ?? []
  const earliest = versions?.at(-1)?.number ?? 1
  return (
    <Dialog open onClose={onClose} title="Versions" overline={file.name} size="medium">
      <DialogBody>
        {refusal && <Alert tone="danger">{refusal.message}</Alert>}
        {versions ? (
          <>
            <VersionList aria-label={`Versions of ${file.name}`}>
              {versions.map((version, at) => (
                <VersionRow
                  key={version.id}
                  file={file}
                  version={version}
                  before={versions[at + 1]}
                  busy={busy || withdrawal.busy}
                  onRestore={tree.canEdit ? () => void restore(version) : undefined}
                  onWithdraw={
                    tree.canEditPermissions && !isReadOnly ? () => void withdraw(version) : undefined
                  }
                  onClose={onClose}
                />
              ))}
            </VersionList>
            {tree.canEditPermissions && !isReadOnly && (
              <Setting>
                <Switch
                  checked={tree.readersSeeEarlierVersions}
                  onChange={(isOn) => void readers.act({ treeId: tree.id, isOn })}
                  label="Readers see earlier versions"
                />
                <span>Readers see earlier versions</span>
                <small>{tree.readersSeeEarlierVersions ? 'On' : 'Off'}, for all files here</small>
              </Setting>
            )}
            {earliest > 1 && <p style={{ margin: 0 }}>Versions 1 to {earliest - 1} are not listed.</p>}
          </>
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch().catch(() => {})} />
        ) : (
          <Loading active skeleton={<SkeletonLines />} />
        )}
      </DialogBody>
      <DialogFoot>
        {compared.length > 1 && <Button onClick={() => setComparing(true)}>Compare versions</Button>}
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
      {isComparing && (
        <ComparisonDialog
          file={file}
          versions={compared}
          onClose={() => setComparing(false)}
          onLeave={onClose}
        />
      )}
    </Dialog>
  )
}

interface VersionRowProps {
  file: Versioned
  version: Version
  /** The one before it, for its size. */
  before: Version | undefined
  busy: boolean
  /** None for whoever may not. */
  onRestore: (() => void) | undefined
  onWithdraw: (() => void) | undefined
  onClose: () => void
}

function VersionRow({ file, version, before, busy, onRestore, onWithdraw, onClose }: VersionRowProps) {
  const [isAsking, setAsking] = useState(false)
  const { addresses } = usePlace()
  const { waiting, download } = useDownloads()
  const markedPdf = useMarkedPdf(version.id)
  const { number, size, createdAt, user, isCurrent, isWithdrawn } = version
  const facts = [
    before ? `${formatBytes(size)} (${growthText(size, before.size)})` : formatBytes(size),
    formatDateTime(createdAt),
    user?.fullName,
  ].filter(Boolean)
  return (
    <li>
      <div>
        <strong>
          Version {number}
          {isCurrent && <Chip tone="success">Current</Chip>}
          {isWithdrawn && <Chip tone="danger">Withdrawn</Chip>}
        </strong>
        <small>{facts.join(' · ')}</small>
        {isWithdrawn && <small>{withdrawnText(version)}</small>}
      </div>
      {isAsking && <Question number={number} onCancel={() => setAsking(false)} onConfirm={onWithdraw} />}
      {!isAsking && !isWithdrawn && (
        <span>
          <Button
            component={Link}
            to={isCurrent ? addresses.to(file.id) : addresses.toVersion(file.id, version.id)}
            size="small"
            startIcon={<IconEye />}
            aria-label={`Preview version ${number}`}
            onClick={onClose}
          >
            Preview
          </Button>
          {isGivenFile(file) ? (
            <BusyButton
              busy={waiting.has(file.id)}
              size="small"
              startIcon={<IconDownload />}
              aria-label={`Download version ${number}`}
              onClick={() => void download([{ id: file.id, name: file.name, versionId: version.id }])}
            >
              Download
            </BusyButton>
          ) : (
            isGivenMarkedPdf(file) && (
              <Button
                size="small"
                startIcon={<IconDownload />}
                aria-label={`Download marked PDF of version ${number}`}
                onClick={() => markedPdf.command.run?.([file])}
              >
                Download marked PDF
              </Button>
            )
          )}
          {onWithdraw && !isCurrent && (
            <Button
              size="small"
              startIcon={<IconBan />}
              aria-label={`Withdraw version ${number}`}
              disabled={busy}
              onClick={() => setAsking(true)}
            >
              Withdraw
            </Button>
          )}
          {onRestore && !isCurrent && (
            <Button
              size="small"
              startIcon={<IconRestore />}
              aria-label={`Restore version ${number}`}
              disabled={busy}
              onClick={onRestore}
            >
              Restore
            </Button>
          )}
        </span>
      )}
      {markedPdf.dialog}
    </li>
  )
}

/** Who withdrew a version, as far as the person may know, and when. */
const withdrawnText = ({ withdrawnAt, withdrawnBy }: Version): string =>
  [
    'Withdrawn',
    ...(withdrawnBy ? [`by ${withdrawnBy.fullName}`] : []),
    ...(withdrawnAt ? [`on ${formatDateTime(withdrawnAt)}`] : []),
  ].join(' ')

/** It can't be taken back, so it is asked for once more. */
function Question({
  number,
  onCancel,
  onConfirm,
}: {
  number: number
  onCancel: () => void
  onConfirm: (() => void) | undefined
}) {
  return (
    <>
      <p style={{ flexBasis: '100%', margin: 0 }}>
        Version {number} will open for nobody, and this can’t be undone. Its row stays.
      </p>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        size="small"
        variant="contained"
        color="error"
        onClick={() => {
          onCancel()
          onConfirm?.()
        }}
      >
        Withdraw version
      </Button>
    </>
  )
}
