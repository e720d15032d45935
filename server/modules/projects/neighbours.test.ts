import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { milesApart } from '../../../testing/milesApart.ts'
import type { Scope } from './core/store.ts'
import { insertProjects, type NewProject, NOTHING_KNOWN } from './index.ts'
import { isWithinOne, neighboursOf, surroundingsOf } from './neighbours.ts'

const database = testDatabase()
const make = factories(database)

let everything: Scope
let roomId: string
const ids = new Map<string, string>()

type Place = readonly [name: string, latitude: number | null, longitude: number | null, kilowatts?: number]

const add = async (places: readonly Place[], more: Partial<NewProject> = {}): Promise<string[]> => {
  const added = await database.db.transaction().execute((tx) =>
    insertProjects(
      tx,
      places.map(([name, latitude, longitude, capacityAc = null]) => ({
        ...NOTHING_KNOWN,
        organisationId: everything.organisationId,
        portfolioIds: [],
        name,
        latitude,
        longitude,
        capacityAc,
        ...more,
      })),
    ),
  )
  for (const [at, id] of added.entries()) ids.set(places[at]?.[0] ?? '', id)
  return added
}

/** Degrees of latitude of so many miles: along a meridian the way is exact. */
const north = (miles: number): number => ((miles * 1609.344) / 6_371_008.771_4) * (180 / Math.PI)

beforeAll(async () => {
  const organisationId = await make.organisation()
  everything = { organisationId, all: true, portfolioIds: [] }
  roomId = (await make.portfolio({ organisationId })).id
})

const around = async (name: string, scope = everything, among: string[] | null = null) => {
  const id = ids.get(name) ?? ''
  const [figures] = await surroundingsOf(database.db, [id], scope, among)
  const [near = []] = await neighboursOf(database.db, [id], scope, among, 200)
  return { ...figures, names: near.map(({ project }) => project.name), near }
}

test('RAD-01 RAD-02 RAD-03 RAD-05 RAD-07 neighbours lie at most one and ten miles away, the limit among them, and oneself is none', async () => {
  const [latitude, longitude] = [37.28, -98.58]
  await add([
    ['Sagebrush', latitude, longitude, 19_900],
    ['Same place', latitude, longitude],
    ['One mile', latitude + north(1), longitude, 10_000],
    ['Over one', latitude - north(1.0001), longitude, 500],
    ['Ten miles', latitude + north(10), longitude, 40_000],
    ['Over ten', latitude + north(10.0001), longitude, 1],
    ['No latitude', null, longitude, 7],
    ['No longitude', latitude, null, 7],
  ])
  const { names, near, ...figures } = await around('Sagebrush')
  expect(names).toEqual(['Same place', 'One mile', 'Over one', 'Ten miles'])
  expect(near.filter(isWithinOne).map(({ project }) => project.name)).toEqual(['Same place', 'One mile'])
  expect(figures).toEqual({
    withinOneCount: 2,
    withinTenCount: 4,
    withinOneSumCapacityAc: 10_000,
    withinTenSumCapacityAc: 50_500,
  })
  expect(near.at(-1)?.distance).toBeCloseTo(16_093.44, 3)
  for (const name of ['No latitude', 'No longitude']) {
    expect(await around(name)).toMatchObject({ names: [], withinTenCount: 0, withinTenSumCapacityAc: 0 })
  }
})

test('RAD-02 the date line, the poles and 0/0 are places as others', async () => {
  await add([
    ['Fiji west', -17, 179.95, 1],
    ['Fiji east', -17, -179.95, 2],
    ['On the line', -17.01, 180, 4],
    ['On the line too', -17.02, -180, 8],
    ['Pole', 90, 0, 1],
    ['Beyond the pole', 89.95, 123, 2],
    ['On this side', 89.95, -57, 4],
    ['South pole', -90, 12, 1],
    ['South', -89.9, -170, 2],
    ['Null island', 0, 0, 1],
    ['West of it', 0, -0.1, 2],
  ])
  expect((await around('Fiji west')).names).toEqual(['On the line', 'On the line too', 'Fiji east'])
  expect((await around('On the line')).names.toSorted()).toEqual([
    'Fiji east',
    'Fiji west',
    'On the line too',
  ])
  expect((await around('Fiji east')).withinTenSumCapacityAc).toBe(13)
  expect((await around('Beyond the pole')).names).toEqual(['Pole', 'On this side'])
  expect((await around('Pole')).withinTenCount).toBe(2)
  expect((await around('South pole')).names).toEqual(['South'])
  expect((await around('Null island')).names).toEqual(['West of it'])
})

test('RAD-02 all that lies around random points is found, by another reckoning', async () => {
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const places = Array.from({ length: 400 }, (_, at): [string, number, number, number] => {
    const middle = [
      [41, -99],
      [-75, 30],
      [89, 0],
      [52, 180],
    ][at % 4] ?? [0, 0]
    const longitude = (middle[1] ?? 0) + (random() - 0.5) * (at % 4 === 2 ? 360 : 1.2)
    return [
      `Random ${at}`,
      (middle[0] ?? 0) + (random() - 0.5) * 0.7,
      ((longitude + 540) % 360) - 180,
      Math.round(random() * 1000),
    ]
  })
  const added = await add(places)
  const all = await surroundingsOf(database.db, added, everything, null)
  const others = [...places.entries()]
  let pairs = 0
  for (const [at, [name, ...here]] of others) {
    const near = others.filter(
      ([other, place]) => other !== at && milesApart(here, [place[1], place[2]]) <= 10,
    )
    const close = near.filter(([, place]) => milesApart(here, [place[1], place[2]]) <= 1)
    const sum = (list: typeof near) => list.reduce((total, [, place]) => total + place[3], 0)
    pairs += near.length
    expect([name, all[at]]).toEqual([
      name,
      {
        withinOneCount: close.length,
        withinTenCount: near.length,
        withinOneSumCapacityAc: sum(close),
        withinTenSumCapacityAc: sum(near),
      },
    ])
  }
  expect(pairs).toBeGreaterThan(400)
})

test('RAD-04 API-052 only projects that one sees count, and of chosen portfolios alone where they are chosen', async () => {
  await add([
    ['Seen', 10, 10, 1],
    ['Hidden', 10.01, 10, 2],
  ])
  await add([['In the room', 10.02, 10, 4]], { portfolioIds: [roomId] })
  const other = await make.organisation()
  await add([['Elsewhere', 10, 10, 8]], { organisationId: other })
  expect(await around('Seen')).toMatchObject({ names: ['Hidden', 'In the room'], withinTenSumCapacityAc: 6 })
  const inRoom = { ...everything, all: false, portfolioIds: [roomId] }
  expect(await around('Seen', inRoom)).toMatchObject({ names: ['In the room'], withinTenCount: 1 })
  expect(await around('Seen', everything, [roomId])).toMatchObject({ names: ['In the room'] })
  expect(await around('Seen', everything, [])).toMatchObject({ names: [], withinTenCount: 0 })
})
