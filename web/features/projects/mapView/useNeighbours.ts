import { useMemo } from 'react'
import { useReading } from '../../../graphql/useReading.ts'
import { type ProjectFilter, variablesOf } from '../core/filter.ts'
import type { MapPlace } from '../map/overlays.ts'
import {
  ProjectAroundDocument,
  type ProjectAroundQuery,
  ProjectPlacesDocument,
} from './operations.generated.ts'

export type ProjectWithNeighbours = NonNullable<ProjectAroundQuery['project']>

/** Where all that match are (MAP-01). */
export function usePlaces(filter: ProjectFilter) {
  const { data, error, loading } = useReading(ProjectPlacesDocument, variablesOf(filter), {
    keep: true,
    every: 60_000,
  })
  const found = data?.projects.places
  const places = useMemo<readonly MapPlace[]>(
    () =>
      (found?.ids ?? []).flatMap((id, at) => {
        const [latitude, longitude] = [found?.latitudes[at], found?.longitudes[at]]
        if (latitude === undefined || longitude === undefined) return []
        return [
          { id, name: found?.names[at] ?? '', latitude, longitude, capacity: found?.capacities[at] ?? 0 },
        ]
      }),
    [found],
  )
  return { places, more: found?.more ?? 0, error, loading }
}

/** What is listed, and the neighbours of the chosen project that a search or the ownership has left out (RAD-08). */
export function withNeighbours(
  places: readonly MapPlace[],
  nearby: readonly ProjectWithNeighbours['nearby'][number][],
): readonly MapPlace[] {
  const known = new Set(places.map(({ id }) => id))
  const others = nearby.flatMap(({ project: { id, name, capacity, location } }): MapPlace[] => {
    const { latitude, longitude } = location
    if (known.has(id) || latitude === null || longitude === null) return []
    return [{ id, name, latitude, longitude, capacity: capacity ?? 0 }]
  })
  return others.length > 0 ? [...places, ...others] : places
}

/** The project that is chosen, with what lies around it. */
export function useNeighbours(projectId: string | null, { portfolioIds }: ProjectFilter) {
  return useReading(
    ProjectAroundDocument,
    { projectId: projectId ?? '', portfolioIds: portfolioIds ? [...portfolioIds] : null },
    { skip: projectId === null, every: 60_000 },
  )
}
