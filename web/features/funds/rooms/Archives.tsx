import Button from '@mui/material/Button'
import { IconFileZip, IconLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import { formatDate, formatDateTime } from '../../../../shared/format/time.ts'
import { grants } from '../../../graphql/access.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { Alert, EmptyState, ErrorState, Loading, SkeletonLines } from '../../../ui/index.ts'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { ArchiveLinks } from './ArchiveLinks.tsx'
import { Closing } from './Closing.tsx'
import { type ArchiveFragment, CancelArchiveDocument, RoomArchivesDocument } from './operations.generated.ts'
import {
  Actions,
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

/** Archives that are listed, the newest. */
const MAX = 50

/** Whether it waits for its moment, at which the access of groups ends (STAGE-11). */
const isScheduled = ({ state, to }: ArchiveFragment): boolean =>
  state === 'WAITING' && new Date(to) > new Date()
const hasExpired = ({ expiresAt }: ArchiveFragment): boolean =>
  expiresAt !== null && new Date(expiresAt) <= new Date()

type Opened = { what: 'new' } | { what: 'end' | 'links'; id: string }

/** Closing archives of a deal room: how far they are, their parts, and for whom they are linked (ARCH-05, ARCH-06). */
export function Archives({ portfolioId }: { portfolioId: string }) {
  const [making, setMaking] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const { data, error, loading, refetch } = useReading(
    RoomArchivesDocument,
    { portfolioId, limit: MAX },
    { fetchPolicy: 'no-cache', every: making ? LOOK_EVERY.making : LOOK_EVERY.idle },
  )
  const items = data?.roomProofs.items ?? []
  const isAnyMaking = items.some(
    (each) => (isMaking(each) && !isScheduled(each)) || (each.state === 'READY' && each.verifiedAt === null),
  )
  useEffect(() => setMaking(isAnyMaking), [isAnyMaking])
  const cancelling = useAction(CancelArchiveDocument, { refresh: refetch })
  const close = () => setOpened(undefined)
  const chosen = items.find(({ id }) => opened && opened.what !== 'new' && id === opened.id)
  const end = async ({ id }: ArchiveFragment) => {
    await cancelling.act({ id })
    close()
  }
  if (!data?.portfolio) {
    return (
      <Loading active={loading} skeleton={<SkeletonLines />}>
        {error && <ErrorState {...error} />}
      </Loading>
    )
  }
  const { portfolio } = data
  return (
    <ProofSection aria-label="Closing archives">
      <ProofHead
        text="An archive has the files of the room with all that was said and done in it, and opens without Helioroom. It is signed, and kept for 30 days."
        action="Make archive"
        onNew={() => setOpened({ what: 'new' })}
      />
      <Closing room={portfolio} archives={items} onDone={refetch} />
      {cancelling.problem && <Alert tone="danger">{cancelling.problem.message}</Alert>}
      {items.length === 0 ? (
        <EmptyState
          title="No archive has been made yet."
          hint="Make one of everything in the room, or of what one group could see at its end."
        />
      ) : (
        <ProofList aria-label="Archives">
          {items.map((each) => (
            <Item
              key={each.id}
              archive={each}
              onLinks={() => setOpened({ what: 'links', id: each.id })}
              onEnd={() => setOpened({ what: 'end', id: each.id })}
            />
          ))}
        </ProofList>
      )}
      {opened?.what === 'new' && (
        <ArchiveDialog
          portfolioId={portfolioId}
          mayEverything={grants(portfolio, 'ORG_ADMIN')}
          onClose={close}
          onMade={refetch}
        />
      )}
      {opened?.what === 'links' && chosen && (
        <ArchiveLinks orgSlug={portfolio.org.slug} archive={chosen} onClose={close} onChanged={refetch} />
      )}
      {opened?.what === 'end' && chosen && (
        <EndDialog
          proof={chosen}
          kind="archive"
          removing="Its parts and links are removed here. Whoever has taken it along keeps it."
          busy={cancelling.busy}
          onEnd={() => void end(chosen)}
          onClose={close}
        />
      )}
    </ProofSection>
  )
}

interface ItemProps {
  archive: ArchiveFragment
  onLinks: () => void
  onEnd: () => void
}

function Item({ archive, onLinks, onEnd }: ItemProps) {
  const { state, parts, links, withVersions, isEncrypted, expiresAt, verifiedAt } = archive
  const name = proofName(archive)
  const kinds = [withVersions && 'With former versions', isEncrypted && 'Encrypted'].filter(Boolean)
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {kinds.length > 0 && <p>{kinds.join(' · ')}</p>}
        <ProofProgress
          proof={archive}
          {...(isScheduled(archive) && { waiting: `Will be made ${formatDateTime(archive.to)}` })}
        />
        {state === 'READY' && !hasExpired(archive) && (
          <p>
            {verifiedAt === null ? 'Being verified' : `Verified ${formatDateTime(verifiedAt)}`}
            {expiresAt !== null && ` · until ${formatDate(expiresAt)}`}
            {links.length > 0 && ` · linked for ${links.map((link) => link.name).join(', ')}`}
          </p>
        )}
        {state === 'READY' && hasExpired(archive) && <p>Expired</p>}
        {state === 'READY' && !hasExpired(archive) && parts.length === 0 && (
          <p>Its parts are for admins of all that it tells of.</p>
        )}
        {parts.map(({ name: part, sha256 }) => (
          <p key={part} data-hash="">{`SHA-256 of ${part}: ${sha256}`}</p>
        ))}
      </div>
      <Actions>
        {parts.map((part) => (
          <Button
            key={part.name}
            size="small"
            startIcon={<IconFileZip />}
            href={part.url}
            download
            aria-label={`Download ${part.name}, ${formatBytes(part.size)}`}
          >
            {parts.length === 1 ? '.zip' : part.name.replace(/^.*-(\d+)\.zip$/, 'Part $1')}
          </Button>
        ))}
        {parts.length > 0 && (
          <Button
            size="small"
            startIcon={<IconLink />}
            aria-label={`Links to the archive of ${name}`}
            onClick={onLinks}
          >
            Links
          </Button>
        )}
        <EndButton proof={archive} kind="archive" onEnd={onEnd} />
      </Actions>
    </li>
  )
}
