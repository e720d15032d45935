import { useMemo, useState } from 'react'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { Alert, ErrorState, lazily, SkeletonBar, VisuallyHidden } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { MapPlace } from '../map/overlays.ts'
import {
  CompanyPlacesDocument,
  type EntityPlaceFragment,
  PortfolioPlacesDocument,
} from './operations.generated.ts'

const HEIGHT = 360
/** Where the map begins while it has no projects to show (SUBP-13). */
export const OVERVIEW_START = { center: [-97.48, 36.78] as [number, number], zoom: 3.37 }
const NOBODY: readonly string[] = []

const MapCanvas = lazily(async () => (await import('../map/MapCanvas.tsx')).MapCanvas)

const Frame = styled('figure')(({ theme }) => ({
  position: 'relative',
  height: HEIGHT,
  margin: '0 0 18px',
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
  '& > figcaption': {
    position: 'absolute',
    left: 12,
    bottom: 12,
    padding: '4px 10px',
    borderRadius: 6,
    ...theme.typography.h4,
    backgroundColor: theme.vars.palette.raised,
    border: `1px solid ${theme.vars.palette.line}`,
    '& span': { marginLeft: 8, fontWeight: 400, color: theme.vars.palette.ink2 },
  },
}))

const placesOf = (projects: readonly EntityPlaceFragment[]): MapPlace[] =>
  projects.flatMap(({ id, name, capacity, location: { latitude, longitude } }) =>
    latitude === null || longitude === null
      ? []
      : [{ id, name, capacity: capacity ?? 0, latitude, longitude }],
  )

/** What the map shows, in words. */
const words = (places: readonly MapPlace[]): string =>
  places.length === 0
    ? 'No project has coordinates.'
    : places.map(({ name, capacity }) => `${name}, ${formatSystemSize(capacity, 'MW')}`).join('; ')

interface EntityMapProps {
  id: string
  slug: string
  kind: 'portfolio' | 'holdingCompany'
}

/** The projects of a fund entity that have coordinates, on a map in its overview (SUBP-14). */
export function EntityMap({ id, slug, kind }: EntityMapProps) {
  const portfolio = useReading(PortfolioPlacesDocument, { id }, { skip: kind !== 'portfolio' })
  const company = useReading(CompanyPlacesDocument, { slug }, { skip: kind !== 'holdingCompany' })
  const { error } = kind === 'portfolio' ? portfolio : company
  const projects =
    kind === 'portfolio' ? portfolio.data?.portfolio?.projects : company.data?.holdingCompanyBySlug?.projects
  const places = useMemo(() => projects && placesOf(projects), [projects])
  const [activeId, setActiveId] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  if (!places) return error ? <ErrorState {...error} /> : <SkeletonBar width="100%" height={HEIGHT} />
  const active = places.find((place) => place.id === activeId) ?? null
  return (
    <>
      {problem !== null && <Alert tone="warning">{problem}</Alert>}
      <Frame aria-label="Map of the projects">
        <MapCanvas
          label="Map of the projects"
          start={OVERVIEW_START}
          places={places}
          active={active}
          withinOne={NOBODY}
          withinTen={NOBODY}
          showsOne={false}
          showsTen={false}
          isMovable={false}
          onActivate={setActiveId}
          onMove={async () => false}
          onError={setProblem}
        />
        {active && (
          <figcaption>
            {active.name}
            <span>{formatSystemSize(active.capacity, 'MW')}</span>
          </figcaption>
        )}
        {problem === null && <VisuallyHidden>{words(places)}</VisuallyHidden>}
      </Frame>
      {problem !== null && <p>{words(places)}</p>}
    </>
  )
}
