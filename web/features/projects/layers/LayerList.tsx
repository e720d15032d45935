import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { spatialFileProblem } from '../../../../shared/spatialFiles.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { Alert, Switch, useToast } from '../../../ui/index.ts'
import { type ProjectPageQuery, UploadShapesDocument } from '../detail/operations.generated.ts'
import type { Layer, useLayers } from './useLayers.ts'

type Spatial = NonNullable<ProjectPageQuery['project']>['spatial']

const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  marginBottom: 6,
  '& > ul': { margin: 0, padding: 0, listStyle: 'none', maxHeight: 320, overflowY: 'auto' },
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'auto 12px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: 10,
    minHeight: 36,
    borderTop: `1px solid ${theme.vars.palette.line}`,
    '& > i': { width: 12, height: 12, borderRadius: 3, border: `1px solid ${theme.vars.palette.lineStrong}` },
    '& > label': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  '& p': { margin: 0, color: theme.vars.palette.ink2 },
}))

interface LayerListProps {
  projectId: string
  spatial: Spatial
  /** PROJECTS_ADMIN on the organisation or on a portfolio of the project (MAP-17). */
  mayUpload: boolean
  layers: ReturnType<typeof useLayers>
  onUploaded: () => Promise<unknown>
}

/** The spatial layers of a project, each with its switch, and the upload of a file of them. */
export function LayerList({ projectId, spatial, mayUpload, layers, onUploaded }: LayerListProps) {
  const file = useRef<HTMLInputElement>(null)
  const toast = useToast()
  const upload = useAction(UploadShapesDocument, { refresh: onUploaded })
  const send = async (chosen: File | undefined) => {
    if (!chosen) return
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
  const features = spatial?.features ?? []
  return (
    <Box>
      {spatial?.state === 'WAITING' && <p role="status">{`${spatial.fileName} is being read…`}</p>}
      {spatial?.state === 'FAILED' && (
        <Alert tone="danger">{`${spatial.fileName}: ${spatial.problem ?? AGAIN}`}</Alert>
      )}
      {layers.problem !== null && <Alert tone="danger">{layers.problem}</Alert>}
      {features.length === 0 && spatial?.state !== 'WAITING' && <p>No layers have been uploaded.</p>}
      {features.length > 0 && (
        <ul>
          {features.map((layer) => (
            <li key={layer.id}>
              <Switch
                id={`layer-${layer.id}`}
                checked={layers.on.has(layer.id)}
                onChange={() => void layers.toggle(layer)}
              />
              <i aria-hidden="true" style={{ backgroundColor: layer.fill ?? layer.stroke ?? undefined }} />
              <label htmlFor={`layer-${layer.id}`} title={layer.name}>
                {layer.name}
              </label>
              <Generate layer={layer} layers={layers} />
            </li>
          ))}
        </ul>
      )}
      {layers.points && (
        <p role="status">
          {`${formatCount(layers.points.features.length, 'point')} on the map, not saved. `}
          <Button variant="text" size="small" onClick={layers.clearPoints}>
            Remove points
          </Button>
        </p>
      )}
      {mayUpload && (
        <div>
          <input
            ref={file}
            type="file"
            accept=".kml,.kmz"
            hidden
            aria-label="KML or KMZ file"
            onChange={(event) => {
              void send(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button
            size="small"
            startIcon={<IconUpload />}
            loading={upload.busy}
            onClick={() => file.current?.click()}
          >
            Upload KML/KMZ
          </Button>
        </div>
      )}
    </Box>
  )
}

const AGAIN = 'Upload failed. Please try again.'

/** MAP-10 */
function Generate({ layer, layers }: { layer: Layer; layers: LayerListProps['layers'] }) {
  if (layer.type !== 'Polygon') return null
  return (
    <Button
      variant="text"
      size="small"
      aria-label={`Generate points of ${layer.name}`}
      onClick={() => void layers.generate(layer)}
    >
      Generate points
    </Button>
  )
}
