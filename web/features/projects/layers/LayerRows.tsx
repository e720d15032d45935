import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import { IconZoomScan } from '@tabler/icons-react'
import { formatCount } from '../../../../shared/format/number.ts'
import { Alert, PlainList, Switch } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Layer, LayersOnMap } from './useLayers.ts'

const Rows = styled(PlainList)(({ theme }) => ({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'auto 12px minmax(0, 1fr) auto auto',
    alignItems: 'center',
    gap: 10,
    minHeight: 36,
    '& > [data-zoom]': { gridColumn: -2 },
    borderTop: `1px solid ${theme.vars.palette.line}`,
    '& > i': { width: 12, height: 12, borderRadius: 3, border: `1px solid ${theme.vars.palette.lineStrong}` },
    '& > label': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
}))

/** Spatial layers one below the other, each with its switch (MAP-10). */
export function LayerRows({ features, layers }: { features: readonly Layer[]; layers: LayersOnMap }) {
  return (
    <Rows>
      {features.map((layer) => (
        <li key={layer.id}>
          <Switch
            id={`layer-${layer.id}`}
            checked={layers.on.has(layer.id) || layers.loading.has(layer.id)}
            onChange={() => void layers.toggle(layer)}
          />
          {layers.loading.has(layer.id) ? (
            <CircularProgress size={12} thickness={5} aria-label={`Loading ${layer.name}`} />
          ) : (
            <i aria-hidden="true" style={{ backgroundColor: layer.fill ?? layer.stroke ?? undefined }} />
          )}
          <label htmlFor={`layer-${layer.id}`} title={layer.name}>
            {layer.name}
          </label>
          {layer.type === 'Polygon' && (
            <Button
              variant="text"
              size="small"
              aria-label={`Generate points of ${layer.name}`}
              onClick={() => void layers.generate(layer)}
            >
              Generate points
            </Button>
          )}
          <IconButton
            data-zoom=""
            size="small"
            aria-label={`Zoom to ${layer.name}`}
            onClick={() => void layers.zoomTo(layer)}
          >
            <IconZoomScan />
          </IconButton>
        </li>
      ))}
    </Rows>
  )
}

/** What came of switching a layer on, and of making points of it (MAP-11). */
export function LayerOutcome({ layers }: { layers: LayersOnMap }) {
  return (
    <>
      {layers.problem !== null && <Alert tone="danger">{layers.problem}</Alert>}
      {layers.points && (
        <p role="status">
          {`${formatCount(layers.points.features.length, 'point')} on the map, not saved. `}
          <Button variant="text" size="small" onClick={layers.clearPoints}>
            Remove points
          </Button>
        </p>
      )}
    </>
  )
}

/** What a layer that was clicked on the map offers (MAP-10). */
export function LayerOffer({ layer, layers }: { layer: Layer | undefined; layers: LayersOnMap }) {
  if (layer?.type !== 'Polygon') return null
  return (
    <p role="status">
      {`${layer.name}: `}
      <Button variant="text" size="small" onClick={() => void layers.generate(layer)}>
        Generate points from its polygons
      </Button>
    </p>
  )
}
