import Button from '@mui/material/Button'
import { IconFileSpreadsheet, IconFileTypePdf, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import { formatNumber } from '../../../../shared/format/number.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  ConfirmContent,
  Dialog,
  EmptyState,
  ErrorState,
  Loading,
  ProgressBar,
  SkeletonLines,
} from '../../../ui/index.ts'
import { CertificateDialog } from './CertificateDialog.tsx'
import {
  CancelCertificateDocument,
  RoomCertificatesDocument,
  type RoomCertificatesQuery,
} from './operations.generated.ts'
import { LOOK_EVERY, ProofList, ProofSection } from './proofParts.tsx'

type Certificate = RoomCertificatesQuery['roomProofs']['items'][number]

/** Certificates that are listed, the newest. */
const MAX = 100
const isMaking = ({ state }: Certificate): boolean => state === 'WAITING' || state === 'RUNNING'
const nameOf = ({ groupName }: Certificate): string => groupName ?? 'Everything in the room'

/** Certificates of access to a deal room: how far they are, and the way to those that are ready (PROOF-09). */
export function Certificates({ portfolioId }: { portfolioId: string }) {
  const [making, setMaking] = useState(false)
  const [opened, setOpened] = useState<'new' | Certificate>()
  const { data, error, loading, refetch } = useReading(
    RoomCertificatesDocument,
    { portfolioId, limit: MAX },
    { fetchPolicy: 'no-cache', every: making ? LOOK_EVERY.making : LOOK_EVERY.idle },
  )
  const found = data?.roomProofs
  const isAnyMaking = found?.items.some(isMaking) ?? false
  useEffect(() => setMaking(isAnyMaking), [isAnyMaking])
  const cancelling = useAction(CancelCertificateDocument, { refresh: refetch })
  const end = async ({ id }: Certificate) => {
    await cancelling.act({ id })
    setOpened(undefined)
  }
  if (!found) {
    return (
      <Loading active={loading} skeleton={<SkeletonLines />}>
        {error && <ErrorState {...error} />}
      </Loading>
    )
  }
  return (
    <>
      <ProofSection aria-label="Certificates of access">
        <header>
          <p>
            A certificate says who could see, open and download what between two moments, and names the signed
            record that proves it.
          </p>
          <Button variant="contained" startIcon={<IconPlus />} onClick={() => setOpened('new')}>
            New certificate
          </Button>
        </header>
        {cancelling.problem && <Alert tone="danger">{cancelling.problem.message}</Alert>}
        {found.items.length === 0 ? (
          <EmptyState
            title="No certificate has been made yet."
            hint="Make one for everything in the room, or for what one group could see."
          />
        ) : (
          <ProofList aria-label="Certificates">
            {found.items.map((each) => (
              <Item key={each.id} certificate={each} onEnd={() => setOpened(each)} />
            ))}
          </ProofList>
        )}
        {found.count > found.items.length && (
          <p>{`The newest ${formatNumber(found.items.length)} of ${formatNumber(found.count)}.`}</p>
        )}
      </ProofSection>
      {opened === 'new' && (
        <CertificateDialog
          portfolioId={portfolioId}
          knownSince={found.knownSince}
          onClose={() => setOpened(undefined)}
          onMade={refetch}
        />
      )}
      {opened !== undefined && opened !== 'new' && (
        <Dialog
          open
          onClose={() => setOpened(undefined)}
          title={isMaking(opened) ? 'Cancel certificate' : 'Remove certificate'}
          busy={cancelling.busy}
        >
          <ConfirmContent
            action={isMaking(opened) ? 'Cancel certificate' : 'Remove certificate'}
            danger
            busy={cancelling.busy}
            onConfirm={() => void end(opened)}
            onCancel={() => setOpened(undefined)}
          >
            {isMaking(opened)
              ? 'What has been made of it is dropped.'
              : 'Its files are removed. The same can be certified again at any time.'}
          </ConfirmContent>
        </Dialog>
      )}
    </>
  )
}

function Item({ certificate, onEnd }: { certificate: Certificate; onEnd: () => void }) {
  const { state, progress, by, at, from, to, size, urls, sha256, problem } = certificate
  const name = nameOf(certificate)
  const [pdf, sheet] = urls
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p>{`${formatDateTime(from)} to ${formatDateTime(to)}`}</p>
        {state === 'WAITING' && <p>Waiting for its turn</p>}
        {state === 'RUNNING' && <ProgressBar value={progress} label={`Progress of ${name}`} figure />}
        {state === 'FAILED' && <p data-failed="">{problem}</p>}
        <p>
          {`${by} · ${formatDateTime(at)}`}
          {size !== null && ` · ${formatBytes(size)}`}
        </p>
        {sha256 !== null && <p data-hash="">{`SHA-256 of the PDF: ${sha256}`}</p>}
        {state === 'READY' && pdf === undefined && <p>Its files are for admins of all that it tells of.</p>}
      </div>
      {pdf !== undefined && (
        <Button
          size="small"
          startIcon={<IconFileTypePdf />}
          href={pdf}
          target="_blank"
          rel="noopener"
          aria-label={`PDF of ${name}`}
        >
          PDF
        </Button>
      )}
      {sheet !== undefined && (
        <Button
          size="small"
          startIcon={<IconFileSpreadsheet />}
          href={sheet}
          download
          aria-label={`.xlsx of ${name}`}
        >
          .xlsx
        </Button>
      )}
      <Button
        size="small"
        color="error"
        aria-label={`${isMaking(certificate) ? 'Cancel' : 'Remove'} certificate of ${name}`}
        onClick={onEnd}
      >
        {isMaking(certificate) ? 'Cancel' : 'Remove'}
      </Button>
    </li>
  )
}
