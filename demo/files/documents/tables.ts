import type { DemoProject } from '../../content/projects.ts'
import { seeded } from '../random.ts'
import { csv } from '../text.ts'
import { energyOf, monthsFrom } from './energy.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** Orders of the balancing area to reduce output, as its portal exports them. */
export const curtailmentLog = (projects: readonly DemoProject[], year: number): Promise<Buffer> => {
  const random = seeded(`curtailment ${projects[0]?.key} ${year}`)
  const rows = monthsFrom(`${year}-01`, `${year}-12`).flatMap((month) =>
    Array.from({ length: random.whole(4, 11) }, () => {
      const day = two(random.whole(1, 28))
      const hour = random.whole(0, 22)
      const project = random.pick(projects)
      return [
        `${month}-${day} ${two(hour)}:${two(random.whole(0, 11) * 5)}`,
        random.whole(15, 240),
        project.name,
        (project.acKw / 1000).toFixed(1),
        random.between(0, project.acKw / 1000, 1).toFixed(1),
        random.pick(['Transmission congestion', 'Economic, buyer', 'Local voltage', 'Line outage, planned']),
      ]
    }),
  )
  rows.sort((one, other) => String(one[0]).localeCompare(String(other[0])))
  return csv(['start (local)', 'minutes', 'project', 'limit before (MW)', 'limit after (MW)', 'reason'], rows)
}

/** Hours of weather of one month from the site's station. */
export const weatherLog = (project: DemoProject, month: string): Promise<Buffer> => {
  const random = seeded(`weather ${project.key} ${month}`)
  const factor = energyOf(project, month).irradiation / 5.2
  const rows = Array.from({ length: 28 * 24 }, (_, index) => {
    const hour = index % 24
    const height = Math.max(0, Math.sin(((hour - 6) / 12.6) * Math.PI))
    const irradiance = Math.round(height * (14 + factor * 30) * random.between(0.45, 1) * 10)
    return [
      `${month}-${two(Math.floor(index / 24) + 1)} ${two(hour)}:00`,
      irradiance,
      (8 + height * 14 + random.between(-3, 3)).toFixed(1),
      (10 + irradiance * 0.028 + random.between(-2, 2)).toFixed(1),
      random.between(0.6, 9.4, 1).toFixed(1),
    ]
  })
  return csv(['time (local)', 'plane of array (W/m2)', 'air (C)', 'module (C)', 'wind (m/s)'], rows)
}

/** Serial numbers of a sample of modules with their flash test results. */
export const flashTests = (project: DemoProject): Promise<Buffer> => {
  const random = seeded(`flash ${project.key}`)
  const watts = project.module?.rating ?? 0
  const first = random.whole(10_000_000, 88_000_000)
  const rows = Array.from({ length: 1200 }, (_, index) => [
    `${project.module?.model ?? ''}-${first + index * random.whole(1, 4)}`,
    (watts + random.between(0, 5)).toFixed(2),
    random.between(48.9, 49.8).toFixed(2),
    random.between(13.7, 14.1).toFixed(2),
    `P-${two(Math.floor(index / 36) + 1)}`,
  ])
  return csv(['serial', 'Pmax (W)', 'Voc (V)', 'Isc (A)', 'pallet'], rows)
}
