import { describe, expect, test } from 'vitest'
import { PORTFOLIOS, PROJECTS, projectOf, projectsIn } from './portfolios.ts'
import { readRows } from './project-table.ts'
import { DEMO_DAY } from './projects.ts'

describe('projects', () => {
  test('there are 120, each with its own name, and sizes add up to those of their portfolios', () => {
    expect(PROJECTS).toHaveLength(120)
    expect(new Set(PROJECTS.map((project) => project.key)).size).toBe(120)
    for (const portfolio of PORTFOLIOS) {
      const projects = projectsIn(portfolio.slug)
      expect(projects.length, portfolio.slug).toBeGreaterThan(1)
      expect(portfolio.systemSize).toBe(projects.reduce((sum, each) => sum + (each.dcKw ?? each.acKw), 0))
    }
    expect(PORTFOLIOS.find((each) => each.slug === 'prairie-sun-ii')?.systemSize).toBe(187_000)
    expect(PORTFOLIOS.find((each) => each.slug === 'republican-valley-portfolio')?.systemSize).toBe(188_000)
  })

  test('they lie in the United States, solar has more DC than AC, and each has one kind of contract', () => {
    for (const project of PROJECTS) {
      expect(project.latitude).toBeGreaterThan(25)
      expect(project.latitude).toBeLessThan(49)
      expect(project.longitude).toBeGreaterThan(-125)
      expect(project.longitude).toBeLessThan(-67)
      expect(project.dcKw ?? Number.POSITIVE_INFINITY).toBeGreaterThan(project.acKw)
      expect(project.ppa === null).toBe(project.technology === 'STORAGE')
      expect(project.toll === null).toBe(project.technology !== 'STORAGE')
      expect(project.ntp < project.cod).toBe(true)
      expect(project.phase).toBe(project.cod <= DEMO_DAY ? 'OPERATING' : 'NEW_BUILD')
    }
  })

  test('what a portfolio owns runs', () => {
    for (const project of PROJECTS.filter((each) => each.isOwned)) expect(project.phase).toBe('OPERATING')
  })

  test('two sites lie within a mile of Sagebrush Flats 1, others between one and ten', () => {
    const center = projectOf('sagebrush-flats-1')
    const milesTo = (key: string): number => {
      const other = projectOf(key)
      const rad = Math.PI / 180
      const [a, b] = [center.latitude * rad, other.latitude * rad]
      const half =
        Math.sin((b - a) / 2) ** 2 +
        Math.cos(a) * Math.cos(b) * Math.sin(((other.longitude - center.longitude) * rad) / 2) ** 2
      return 2 * 3958.76 * Math.asin(Math.sqrt(half))
    }
    for (const key of ['sagebrush-flats-2', 'hollis-road-solar']) expect(milesTo(key)).toBeLessThan(1)
    for (const key of [
      'turkey-creek-solar',
      'medicine-lodge-solar',
      'barber-county-1',
      'gyp-hills-solar-storage',
    ]) {
      expect(milesTo(key)).toBeGreaterThan(1)
      expect(milesTo(key)).toBeLessThan(10)
    }
  })

  test('a line that is not of the table’s form stops the demo and is named', () => {
    expect(() =>
      readRows('Nowhere Solar | Town, County, ZZ | 40 -99 | 1 | 2 | - | 2026-01 | plains'),
    ).toThrow('Nowhere Solar')
  })

  test('an unknown project is named', () => {
    expect(() => projectOf('no-such-site')).toThrow('The demo has no project no-such-site.')
  })
})
