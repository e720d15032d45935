import Button from '@mui/material/Button'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { spatialFileProblem } from '../../../../shared/spatialFiles.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { Alert, ConfirmContent, Dialog, lazily, useFileChooser, useToast } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { LayerOutcome, LayerRows } from '../layers/LayerRows.tsx'
import type { LayersOnMap } from '../layers/useLayers.ts'
import { type ProjectPageQuery, UploadShapesDocument } from './operations.generated.ts'

type Spatial = NonNullable<ProjectPageQuery['project']>['spatial']

const LayersDialog = lazily(async () => (await import('./LayersDialog.tsx')).LayersDialog)

const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  marginBottom: 6,
  '& > [data-rows]': { maxHeight: 320, overflowY: 'auto' },
  '& p': { margin: 0, color: theme.vars.palette.ink2 },
}))

interface LayerListProps {
  projectId: string
  spatial: Spatial
  /** PROJECTS_ADMIN on the organisation or on a portfolio of the project (MAP-17). */
  mayUpload: boolean
  layers: LayersOnMap
  onUploaded: () => Promise<unknown>
}

/** The spatial layers of a project, each with its switch, and the upload of a file of them. */
export function LayerList({ projectId, spatial, mayUpload, layers, onUploaded }: LayerListProps) {
  const toast = useToast()
  const upload = useAction(UploadShapesDocument, { refresh: onUploaded })
  const [replacing, setReplacing] = useState<File | null>(null)
  const [editing, setEditing] = useState(false)
  const features = spatial?.features ?? []
  const take = (chosen: File) => {
    const refused = spatialFileProblem(chosen.name, chosen.size)
    if (refused) return toast.error(refused)
    // A file's layers take the place of those before.
    if (features.length > 0) setReplacing(chosen)
    else void send(chosen)
  }
  const send = async (chosen: File) => {
    setReplacing(null)
    const { data, problem } = await upload.attempt({ projectId, file: chosen })
    const answer = data?.uploadProjectSpatialFile
    // MAP-20, MAP-21
    if (answer?.success) {
      return toast.success(answer.message ?? 'File uploaded successfully! Processing will begin shortly.')
    }
    toast.error(answer?.message ?? (problem?.code === 'INTERNAL' ? undefined : problem?.message) ?? AGAIN)
  }
  const { choose, input } = useFileChooser({
    label: 'KML or KMZ file',
    accept: '.kml,.kmz',
    onFiles: ([file]) => void take(file),
  })
  return (
    <Box>
      {spatial?.state === 'WAITING' && <p role="status">{`${spatial.fileName} is being read…`}</p>}
      {spatial?.state === 'FAILED' && (
        <Alert tone="danger">{`${spatial.fileName}: ${spatial.problem ?? AGAIN}`}</Alert>
      )}
      <LayerOutcome layers={layers} />
      {features.length === 0 && spatial?.state !== 'WAITING' && <p>No layers have been uploaded.</p>}
      {features.length > 0 && (
        <div data-rows="">
          <LayerRows features={features} layers={layers} />
        </div>
      )}
      {replacing && (
        <Dialog open onClose={() => setReplacing(null)} title="Replace layers">
          <ConfirmContent
            danger
            action="Replace"
            onConfirm={() => void send(replacing)}
            onCancel={() => setReplacing(null)}
          >
            {`The project has ${formatCount(features.length, 'layer')} of ${spatial?.fileName ?? 'another file'}. The layers of ${replacing.name} will replace them.`}
          </ConfirmContent>
        </Dialog>
      )}
      {editing && (
        <LayersDialog
          projectId={projectId}
          features={features}
          onClose={() => setEditing(false)}
          onSaved={onUploaded}
        />
      )}
      {mayUpload && (
        <div>
          {input}
          <Button size="small" startIcon={<IconUpload />} loading={upload.busy} onClick={() => choose()}>
            Upload KML/KMZ
          </Button>
          {features.length > 0 && (
            <Button
              size="small"
              variant="text"
              onPointerEnter={() => void LayersDialog.load()}
              onClick={() => setEditing(true)}
            >
              Edit layers
            </Button>
          )}
        </div>
      )}
    </Box>
  )
}

const AGAIN = 'Upload failed. Please try again.'
