import { useMemo, useState } from 'react'
import { projectOnMapAddress } from '../../../addresses.ts'
import { Alert, Link, Loading, lazily, SkeletonLines } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { LayerOffer } from '../layers/LayerRows.tsx'
import { type Layer, useLayers } from '../layers/useLayers.ts'
import { Section } from './Facts.tsx'
import { LayerList } from './LayerList.tsx'
import type { OpenProject } from './openProject.ts'

const MapCanvas = lazily(
  async () => (await import('../map/MapCanvas.tsx')).MapCanvas,
  <Loading active skeleton={<SkeletonLines />} />,
  true,
)

const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 280,
  margin: '4px 0 10px',
  overflow: 'hidden',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line}`,
}))

const NONE: readonly string[] = []
const NO_LAYERS: readonly Layer[] = []

/** Where the project lies (PROJ-11); a map that can't be drawn leaves the page as it is (ERR-10). */
export function ProjectMap({
  project,
  onUploaded,
}: {
  project: OpenProject
  onUploaded: () => Promise<unknown>
}) {
  const layers = useLayers(project.spatial?.features ?? NO_LAYERS)
  const [clicked, setClicked] = useState<string | null>(null)
  const offered = project.spatial?.features.find(({ id: layer }) => layer === clicked)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, name, location, org } = project
  const { latitude, longitude } = location
  const places = useMemo(
    () =>
      latitude === null || longitude === null
        ? []
        : // Its share of the only project there is says nothing, and would hide the mile around it.
          [{ id, name, capacity: 0, latitude, longitude }],
    [id, name, latitude, longitude],
  )
  const [active] = places
  return (
    <Section title="Map">
      {active ? (
        <>
          {problem !== null && <Alert tone="danger">{problem}</Alert>}
          <Frame>
            <MapCanvas
              label={`Map of ${name}`}
              places={places}
              active={active}
              withinOne={NONE}
              withinTen={NONE}
              showsOne
              showsTen
              isMovable={false}
              onActivate={() => {}}
              onMove={async () => false}
              onError={setProblem}
              layers={layers.shown}
              focus={layers.focus}
              points={layers.points}
              onLayer={setClicked}
            />
          </Frame>
          <LayerOffer layer={offered} layers={layers} />
          <p>
            <Link to={projectOnMapAddress(org.slug, id, 'map')}>Open on the map</Link>
          </p>
        </>
      ) : (
        <p>Without latitude and longitude a project is left off the map.</p>
      )}
      <LayerList
        projectId={id}
        spatial={project.spatial}
        mayUpload={project.mayMove}
        layers={layers}
        onUploaded={onUploaded}
      />
    </Section>
  )
}
