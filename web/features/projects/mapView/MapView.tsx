import { useApolloClient } from '@apollo/client/react'
import { useMemo, useRef, useState } from 'react'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { SCREENING } from '../../../../shared/qualifyingFacilities.ts'
import { usePage } from '../../../graphql/page.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Actions,
  Alert,
  ErrorState,
  Loading,
  lazily,
  Segments,
  SkeletonLines,
  Switch,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { LayerOffer } from '../layers/LayerRows.tsx'
import type { Place } from '../map/geometry.ts'
import { loadGround } from '../map/ground.ts'
import { useMapStyle } from '../map/mapStyle.ts'
import type { MapPlace } from '../map/overlays.ts'
import { SHAPES } from '../map/style.ts'
import { MapLayers, useMapLayers } from './MapLayers.tsx'
import { MiniMap } from './MiniMap.tsx'
import { MoveProjectDocument } from './operations.generated.ts'
import { ProjectSideList, type ShownProjects } from './ProjectSideList.tsx'
import { useNeighbours, usePlaces, withNeighbours } from './useNeighbours.ts'

const MapCanvas = lazily(
  async () => {
    // Both on their way together; what fails is said by the map, which asks once more.
    loadGround(SHAPES).catch(() => {})
    return (await import('../map/MapCanvas.tsx')).MapCanvas
  },
  <Loading active skeleton={<SkeletonLines />} />,
  true,
)

const Sides = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '480px minmax(0, 1fr)',
  height: 'max(560px, calc(100vh - 158px))',
  backgroundColor: theme.vars.palette.surface,
  [theme.breakpoints.down('lg')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'minmax(320px, 60vh) auto',
    height: 'auto',
    '& > :first-of-type': { order: 2 },
  },
}))

const MapSide = styled('section')(({ theme }) => ({
  position: 'relative',
  minWidth: 0,
  minHeight: 320,
  overflow: 'hidden',
  borderLeft: `1px solid ${theme.vars.palette.line}`,
  '& > [data-above]': { position: 'absolute', zIndex: 2, top: 64, left: 16, right: 64, maxWidth: 560 },
}))

const Control = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 34,
  boxSizing: 'border-box',
  padding: '0 12px',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.raised,
  fontWeight: 500,
  '& > label': { display: 'flex', alignItems: 'center', gap: 8 },
  // The switch of the mile around the active project has that project's colour.
  '& #ring-one[aria-checked="true"]': {
    borderColor: theme.vars.palette.sun.main,
    backgroundColor: theme.vars.palette.sun.main,
  },
}))

const Note = styled(Control)(({ theme }) => ({
  position: 'absolute',
  zIndex: 2,
  right: 12,
  bottom: 10,
  maxWidth: 'calc(100% - 24px)',
  minHeight: 0,
  padding: '4px 10px',
  ...theme.typography.caption,
  color: theme.vars.palette.ink2,
}))

const Offer = styled(Control)({
  position: 'absolute',
  zIndex: 2,
  left: 16,
  top: 56,
  maxWidth: 'calc(100% - 80px)',
  '& > p': { margin: 0 },
})

/** Over the map's upper edge; beside what stands there the map can be dragged. */
const Upper = styled('div')({
  position: 'absolute',
  zIndex: 3,
  top: 14,
  left: 16,
  right: 12,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: 8,
  pointerEvents: 'none',
  '& > div': { pointerEvents: 'auto' },
})

const LayerChoices = styled(Actions)({ marginLeft: 'auto' })

const NONE: readonly never[] = []

// MAP-03
const STYLES = [
  { value: 'light', label: 'Map' },
  { value: 'satellite', label: 'Satellite' },
] as const

/** Projects on a map, and in a list beside it for those who can't use one. */
export function MapView(shown: ShownProjects) {
  const { filter, isRadius, activeId, onActivate } = shown
  const { places, more, error } = usePlaces(filter)
  const neighbours = useNeighbours(activeId, filter)
  const [shows, setShows] = useState({ one: true, ten: true })
  const [problem, setProblem] = useState<string | null>(null)
  const [middle, setMiddle] = useState<Place>()
  const mapStyle = useMapStyle()
  const satellite = usePage().config.map?.satelliteStyle ?? null
  const toast = useToast()
  const client = useApolloClient()
  // RAD-06: its own counts, its neighbours' in the list, and where it stands on the map.
  const move = useAction(MoveProjectDocument, {
    refresh: () => client.refetchQueries({ include: ['ProjectAround', 'ProjectsAround', 'ProjectPlaces'] }),
  })
  const activeProject = activeId === null ? null : (neighbours.data?.project ?? null)
  const active = usePlaceOf(activeProject, places)
  const mapLayers = useMapLayers(filter, activeProject)
  const [clicked, setClicked] = useState<string | null>(null)
  const offered = mapLayers.all.find(({ id }) => id === clicked)

  const moveTo = async (id: string, to: Place): Promise<boolean> => {
    const { data, problem: refused } = await move.attempt({ projectId: id, ...to })
    // MAP-07
    setProblem(refused?.message ?? null)
    return data !== undefined && refused === undefined
  }
  const onMove = async (id: string, to: Place): Promise<boolean> => {
    const before = active
    const isThere = await moveTo(id, to)
    if (isThere && before) {
      toast.info(`${before.name} was moved.`, {
        undo: () => void moveTo(id, { latitude: before.latitude, longitude: before.longitude }),
      })
    }
    return isThere
  }
  const near = activeProject?.nearby ?? NONE
  const drawn = useMemo(() => withNeighbours(places, near), [places, near])
  const withinOne = useIds(near.filter(({ isWithinOne }) => isWithinOne).map(({ project }) => project.id))
  const withinTen = useIds(near.filter(({ isWithinOne }) => !isWithinOne).map(({ project }) => project.id))
  const sentence = problem ?? error?.message
  return (
    <Sides>
      <ProjectSideList {...shown} activeProject={activeProject} neighbours={neighbours} />
      <MapSide aria-label="Map">
        <MapCanvas
          label={`Map of ${formatNumber(places.length)} projects`}
          places={drawn}
          isEven={isRadius}
          focus={mapLayers.layers.focus}
          active={active}
          withinOne={withinOne}
          withinTen={withinTen}
          showsOne={shows.one}
          showsTen={shows.ten}
          isMovable={activeProject?.mayMove ?? false}
          onActivate={onActivate}
          onMove={onMove}
          onError={setProblem}
          onView={setMiddle}
          mapStyle={mapStyle.style}
          layers={mapLayers.layers.shown}
          points={mapLayers.layers.points}
          onLayer={setClicked}
        />
        <Upper>
          <Control role="group" aria-label="Rings around the project">
            {(['one', 'ten'] as const).map((ring) => (
              <label key={ring} htmlFor={`ring-${ring}`}>
                <Switch
                  id={`ring-${ring}`}
                  checked={shows[ring]}
                  onChange={(isOn) => setShows({ ...shows, [ring]: isOn })}
                />
                {ring === 'one' ? '1 Mile' : '10 Miles'}
              </label>
            ))}
          </Control>
          <LayerChoices>
            <MapLayers of={mapLayers} />
            {satellite && (
              <Segments
                label="Map style"
                segments={STYLES}
                value={mapStyle.style}
                onChange={mapStyle.choose}
              />
            )}
          </LayerChoices>
        </Upper>
        {/* MAP-14 */}
        {sentence !== undefined && (
          <div data-above="">
            {problem !== null ? (
              <Alert tone="danger" onClose={() => setProblem(null)}>
                {problem}
              </Alert>
            ) : (
              error && <ErrorState message={error.message} onRetry={error.onRetry} />
            )}
          </div>
        )}
        {offered?.type === 'Polygon' && (
          <Offer>
            <LayerOffer layer={offered} layers={mapLayers.layers} />
          </Offer>
        )}
        <MiniMap middle={middle} active={active} />
        <Note>
          {isRadius
            ? SCREENING
            : `${formatCount(places.length, 'project')} on the map${more > 0 ? `, ${formatNumber(more)} smaller ones left out` : ''}`}
        </Note>
      </MapSide>
    </Sides>
  )
}

interface Located {
  id: string
  name: string
  capacity: number | null
  location: { latitude: number | null; longitude: number | null }
}

/** Where the chosen project is; the newest place counts. */
function usePlaceOf(activeProject: Located | null, places: readonly MapPlace[]): MapPlace | null {
  const known = useRef<MapPlace | null>(null)
  if (!activeProject) return null
  const { id, name, capacity, location } = activeProject
  if (location.latitude === null || location.longitude === null) return null
  const now = {
    id,
    name,
    capacity: capacity ?? places.find((place) => place.id === id)?.capacity ?? 0,
    latitude: location.latitude,
    longitude: location.longitude,
  }
  if (JSON.stringify(known.current) !== JSON.stringify(now)) known.current = now
  return known.current
}

/** The same list for the same ids, so that nothing is drawn again. */
function useIds(ids: readonly string[]): readonly string[] {
  const known = useRef(ids)
  if (known.current.join() !== ids.join()) known.current = ids
  return known.current
}
