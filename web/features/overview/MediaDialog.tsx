import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { MEDIA_BYTES, MEDIA_REFUSAL } from '../../../shared/overviewRules.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useReading } from '../../graphql/useReading.ts'
import { logOnly } from '../../telemetry/index.ts'
import {
  Alert,
  BusyButton,
  Dialog,
  DialogBody,
  DialogFoot,
  EmptyState,
  ErrorState,
  Loading,
  PlainList,
  SkeletonLines,
  useFileChooser,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { MediaImage } from './embedded.tsx'
import { type OverviewEntity, subjectOf } from './entity.ts'
import {
  CreateSubpageMediaDocument,
  DeleteSubpageMediaDocument,
  SubpageMediaDocument,
} from './operations.generated.ts'

const MediaGrid = styled(PlainList)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
  gap: 16,
  '& img': { width: '100%', height: 110, objectFit: 'cover', margin: '0 0 6px' },
  '& p': { margin: 0, ...theme.typography.caption, overflowWrap: 'anywhere' },
  '& li > div': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 4 },
}))

const ACCEPT = '.png,.jpg,.jpeg,.gif'
const isTaken = ({ name, size }: File): boolean =>
  size > 0 && size <= MEDIA_BYTES && /\.(png|jpe?g|gif)$/i.test(name)

interface MediaDialogProps {
  entity: OverviewEntity
  page: { id: string; title: string }
  /** As it stands in the editor, saved or not. */
  text: string
  onClose: () => void
  onChoose: (media: { id: string; name: string }) => void
}

/** Images of a page: one is chosen for the text, uploaded first (SUBP-03, SUBP-36), or deleted. */
export function MediaDialog({ entity, page, text, onClose, onChoose }: MediaDialogProps) {
  const [refusal, setRefusal] = useState('')
  const [deleted, setDeleted] = useState<{ id: string; name: string } | null>(null)
  const { data, error, loading, refetch } = useReading(SubpageMediaDocument, {
    subpageId: page.id,
    subjectType: entity.type,
  })
  const upload = useAction(CreateSubpageMediaDocument, { refresh: refetch })
  const send = async (file: File) => {
    setRefusal(isTaken(file) ? '' : MEDIA_REFUSAL)
    if (!isTaken(file)) return
    const { problem } = await upload.attempt({ subpageId: page.id, ...subjectOf(entity), file })
    if (problem?.code === 'BAD_USER_INPUT' || problem?.code === 'CONFLICT') setRefusal(problem.message)
    // SUBP-24
    else if (problem) logOnly(new Error('The image could not be uploaded.', { cause: problem }))
  }
  const { choose, input } = useFileChooser({
    label: 'Image',
    accept: ACCEPT,
    onFiles: ([file]) => void send(file),
  })
  if (deleted) {
    const { id, name } = deleted
    return (
      <DeleteDialog
        what="image"
        sentence={`“${name}” will be deleted.${text.includes(id) ? ' The text of this page shows it; “Error loading media” will stand in its place.' : ''}`}
        mutation={DeleteSubpageMediaDocument}
        variables={{ mediaId: id, subjectType: entity.type }}
        onClose={() => setDeleted(null)}
        onDeleted={async () => {
          await refetch()
          setDeleted(null)
        }}
      />
    )
  }
  return (
    <Dialog open onClose={onClose} title="Media" overline={page.title} size="medium" busy={upload.busy}>
      <DialogBody>
        {refusal && <Alert tone="danger">{refusal}</Alert>}
        {error && !data && <ErrorState {...error} />}
        <Loading active={loading} skeleton={<SkeletonLines />}>
          {data?.subpageMedia.length === 0 && (
            <EmptyState title="No images yet" hint="PNG, JPG or GIF, up to 10 MB." />
          )}
          <MediaGrid>
            {data?.subpageMedia.map((media) => (
              <li key={media.id}>
                <MediaImage url={media.url} description="" />
                <p>{media.name}</p>
                <div>
                  <Button size="small" onClick={() => onChoose(media)}>
                    Insert {media.name}
                  </Button>
                  <IconButton aria-label={`Delete ${media.name}`} onClick={() => setDeleted(media)}>
                    <IconTrash size={18} />
                  </IconButton>
                </div>
              </li>
            ))}
          </MediaGrid>
        </Loading>
        {input}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        <BusyButton
          busy={upload.busy}
          variant="contained"
          startIcon={<IconUpload />}
          onClick={() => choose()}
        >
          Upload image
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
