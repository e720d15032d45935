import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { seeded } from '../random.ts'

/** Share of a year's energy by month, for the latitudes of the demo; the twelve add up to one. */
const SHAPE = [0.054, 0.063, 0.084, 0.093, 0.103, 0.109, 0.111, 0.103, 0.09, 0.076, 0.06, 0.054] as const

export interface MonthOfEnergy {
  /** YYYY-MM */
  readonly month: string
  /** MWh, P50 */
  readonly expected: number
  /** MWh */
  readonly actual: number
  /** % of hours of sun in which the plant was able to run. */
  readonly availability: number
  /** kWh/m², plane of array. */
  readonly irradiation: number
  /** MWh lost to curtailment. */
  readonly curtailed: number
  /** $ */
  readonly revenue: number
}

/** What a site produced in a month (YYYY-MM); the same in every report about that month. */
export const energyOf = (project: DemoProject, month: string): MonthOfEnergy => {
  const random = seeded(`energy ${project.key} ${month}`)
  const share = SHAPE[Number(month.slice(5, 7)) - 1] ?? 0
  const years = Number(month.slice(0, 4)) - Number(project.cod.slice(0, 4))
  const expected = project.p50 * share * 0.995 ** Math.max(0, years)
  const availability = random.between(96.2, 99.8, 1)
  const weather = random.between(0.9, 1.07, 4) * (availability / 98.4)
  const actual = expected * weather
  const toll = project.toll ? project.toll.capacityRate * project.acKw : 0
  const rate = project.ppa ? project.ppa.rate * (1 + project.ppa.escalator / 100) ** Math.max(0, years) : 0
  return {
    month,
    expected: Math.round(expected),
    actual: Math.round(actual),
    availability,
    irradiation: Number((share * 2060 * weather).toFixed(1)),
    curtailed: Math.round(expected * random.between(0, 0.018, 4)),
    revenue: Math.round(actual * 1000 * rate + toll),
  }
}

/** The months from one to another, both included, as YYYY-MM. */
export const monthsFrom = (first: string, last: string): readonly string[] => {
  const months: string[] = []
  for (let day = `${first}-01`; day.slice(0, 7) <= last; day = monthsLater(day, 1))
    months.push(day.slice(0, 7))
  return months
}

/** Figures of several sites in one month, added up; availability weighted by capacity. */
export const energyOfAll = (projects: readonly DemoProject[], month: string): MonthOfEnergy => {
  const parts = projects.map((project) => ({ project, energy: energyOf(project, month) }))
  const size = projects.reduce((sum, project) => sum + project.acKw, 0)
  const sum = (value: (energy: MonthOfEnergy) => number): number =>
    parts.reduce((total, part) => total + value(part.energy), 0)
  return {
    month,
    expected: sum((energy) => energy.expected),
    actual: sum((energy) => energy.actual),
    availability: Number(
      (parts.reduce((total, part) => total + part.energy.availability * part.project.acKw, 0) / size).toFixed(
        1,
      ),
    ),
    irradiation: Number((sum((energy) => energy.irradiation) / parts.length).toFixed(1)),
    curtailed: sum((energy) => energy.curtailed),
    revenue: sum((energy) => energy.revenue),
  }
}
