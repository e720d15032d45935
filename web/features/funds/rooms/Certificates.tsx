import Button from '@mui/material/Button'
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { Alert, EmptyState, ErrorState, Loading, SkeletonLines } from '../../../ui/index.ts'
import { CertificateDialog } from './CertificateDialog.tsx'
import {
  CancelCertificateDocument,
  RoomCertificatesDocument,
  type RoomCertificatesQuery,
} from './operations.generated.ts'
import {
  EndButton,
  EndDialog,
  isMaking,
  LOOK_EVERY,
  ProofHead,
  ProofList,
  ProofProgress,
  ProofSection,
  proofName,
} from './proofParts.tsx'

type Certificate = RoomCertificatesQuery['roomProofs']['items'][number]

/** Certificates that are listed, the newest. */
const MAX = 100

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
        <ProofHead
          text="A certificate says who could see, open and download what between two moments, and names the signed record that proves it."
          action="New certificate"
          onNew={() => setOpened('new')}
        />
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
        <EndDialog
          proof={opened}
          kind="certificate"
          removing="Its files are removed. The same can be certified again at any time."
          busy={cancelling.busy}
          onEnd={() => void end(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

function Item({ certificate, onEnd }: { certificate: Certificate; onEnd: () => void }) {
  const { state, from, to, urls, sha256 } = certificate
  const name = proofName(certificate)
  const [pdf, sheet] = urls
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p>{`${formatDateTime(from)} to ${formatDateTime(to)}`}</p>
        <ProofProgress proof={certificate} />
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
      <EndButton proof={certificate} kind="certificate" onEnd={onEnd} />
    </li>
  )
}
