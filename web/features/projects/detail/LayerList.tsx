import Button from '@mui/material/Button'
import { IconUpload } from '@tabler/icons-react'
import { spatialFileProblem } from '../../../../shared/spatialFiles.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { Alert, useFileChooser, useToast } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { LayerOutcome, LayerRows } from '../layers/LayerRows.tsx'
import type { LayersOnMap } from '../layers/useLayers.ts'
import { type ProjectPageQuery, UploadShapesDocument } from './operations.generated.ts'

type Spatial = NonNullable<ProjectPageQuery['project']>['spatial']

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
  const send = async (chosen: File) => {
    const refused = spatialFileProblem(chosen.name, chosen.size)
    if (refused) return toast.error(refused)
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
    onFiles: ([file]) => void send(file),
  })
  const features = spatial?.features ?? []
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
      {mayUpload && (
        <div>
          {input}
          <Button size="small" startIcon={<IconUpload />} loading={upload.busy} onClick={() => choose()}>
            Upload KML/KMZ
          </Button>
        </div>
      )}
    </Box>
  )
}

const AGAIN = 'Upload failed. Please try again.'
