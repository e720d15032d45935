import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../database/index.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../server.ts'
import { KeptFiles } from '../../stored.ts'
import { type Audited, audit, auditedHere } from './audit.ts'
import { ANNOUNCED, CLOSED, OPEN, PERMIT } from './clients.ts'
import { type Kind, Ledger, noFindings } from './ledger.ts'
import { isToldOfAll, startLoad } from './load.ts'
import { plantFaults, unnamed } from './plants.ts'
import { makeWorld, type World } from './world.ts'

/** Milliseconds without a message from a server of this process, of which none is killed. */
const SILENT_MS = 500

const database = testDatabase()
let server: TestServer
let world: World
const ledger = new Ledger()
let audited: Audited

beforeAll(async () => {
  server = await startTestServer(database, { WORKERS: '1' }, { callerLimits: NO_CALLER_LIMITS })
  world = await makeWorld(database, server.address)
  const load = startLoad(world, ledger)
  await vi.waitFor(() => expect(isToldOfAll(ledger)).toBe(true), { timeout: 120_000, interval: 50 })
  await load.end()
  // Where the load ends is a matter of its pace: of one file each is known.
  const [opened, closed] = world.closed
  await permit(opened, true)
  await permit(closed, false)
  audited = auditedHere(world, ledger, database, SILENT_MS)
})
afterAll(() => server.close())

/** Opens a file to the rival or closes it, as the load does. */
async function permit(file: World['closed'][number] | undefined, on: boolean): Promise<void> {
  const [keeper] = world.team
  if (!file || !keeper) throw new Error('The world has too few files or people.')
  const entry = ledger.ask('permissions', file.name, { id: file.id, value: on ? OPEN : CLOSED })
  await keeper.call(PERMIT, { id: `${file.id}:${world.rivalGroup}`, on })
  ledger.tell(entry, 'confirmed')
}

/** The audit of what was told, with one thing told differently. */
async function auditWith(change: (ledger: Ledger) => void) {
  const other = new Ledger()
  other.entries.push(...ledger.entries.map((entry) => ({ ...entry })))
  change(other)
  return audit({ ...audited, ledger: other })
}

const confirmedOf = (of: Ledger, kind: Kind) => of.of(kind).findLast(({ told }) => told === 'confirmed')

test('SCALE-29 more comments than come in one message are all looked for', async () => {
  const texts = Array.from({ length: 600 }, (_, at) => `Comment of many ${at}`)
  await database.pool.query(
    `insert into checklist_comment (checklist_id, item_id, person_id, comment, activity_id, organisation_id)
     select checklist_id, item_id, person_id, text, activity_id, organisation_id
     from (select * from checklist_comment order by id limit 1) as first, unnest($1::text[]) as text`,
    [texts],
  )
  const told = await auditWith((other) => {
    for (const text of [...texts, 'Comment of nobody']) other.tell(other.ask('comments', text), 'confirmed')
  })
  expect(told).toEqual({ ...noFindings(), lost: ['Comment of nobody was confirmed and is not there'] })
})

test('SCALE-29 where nothing was broken the audit finds nothing', async () => {
  for (const [kind, count] of Object.entries(ledger.told())) expect(count, kind).toBeGreaterThan(0)
  expect(ledger.entries.some(({ value }) => value === ANNOUNCED)).toBe(true)
  expect(await audit(audited)).toEqual(noFindings())
})

test('SCALE-29 what was confirmed and is not there, or not so, is lost', async () => {
  const kinds: Kind[] = ['uploads', 'comments', 'questions', 'zips']
  for (const kind of kinds) {
    const { lost } = await auditWith((other) => {
      const entry = other.ask(kind, `Never ${kind}`, {
        id: '01a2278c-e833-76a1-9dbe-c49c61be4cb1',
        value: world.logs[0],
      })
      other.tell(entry, 'confirmed')
    })
    expect(lost, kind).toEqual([expect.stringContaining(`Never ${kind} was confirmed`)])
  }
  const otherBytes = await auditWith((other) => {
    const entry = confirmedOf(other, 'uploads')
    if (entry) Object.assign(entry, { value: 'another hash' })
  })
  expect(otherBytes.lost).toEqual([expect.stringContaining('has other bytes')])
  const { here, there } = world.folders
  const elsewhere = await auditWith((other) => {
    const entry = confirmedOf(other, 'moves')
    if (entry) Object.assign(entry, { value: entry.value === here ? there : here })
  })
  expect(elsewhere.lost).toEqual([expect.stringContaining('does not lie where it was moved')])
})

test('SCALE-29 more than was asked for is doubled, and what was never confirmed is exposed', async () => {
  const without = (kind: Kind) =>
    auditWith((other) => {
      const entry = confirmedOf(other, kind)
      if (entry) other.tell(entry, 'none')
    })
  expect((await without('questions')).doubled).toEqual([expect.stringContaining('questions are there')])
  expect((await without('zips')).doubled).toEqual([expect.stringContaining('zips are there')])
  expect((await without('uploads')).exposed).toEqual([expect.stringContaining('was never confirmed')])
  const told = await auditWith((other) => {
    for (const entry of other.of('permissions')) other.tell(entry, 'none')
    for (const { id, name } of world.closed) {
      const entry = other.ask('permissions', name, { id, value: 'closed' })
      other.tell(entry, 'confirmed')
    }
  })
  expect(told.exposed.length).toBeGreaterThan(0)
})

test('SCALE-29 an outcome that nobody told may be either', async () => {
  const findings = await auditWith((other) => {
    for (const entry of other.entries) if (entry.value !== ANNOUNCED) other.tell(entry, 'unknown')
  })
  expect(findings).toEqual(noFindings())
})

test('three faults that are planted are all named, and each that is not is told', async () => {
  const planted = await plantFaults(world, ledger, database, (version) =>
    new KeptFiles(() => server, database).lose(version),
  )
  const findings = await audit(audited)
  expect(unnamed(findings, planted)).toEqual([])
  for (const sort of ['lost', 'doubled', 'exposed'] as const)
    expect(unnamed({ ...findings, [sort]: ['another sentence'] }, planted)).toEqual([sort])
})
