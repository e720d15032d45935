import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { recordActivity } from '../../server/modules/activity/index.ts'
import { appendPending, verifyOrganisation } from '../../server/modules/record/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { testDatabase } from '../database/index.ts'
import { factories } from '../factories.ts'

const SERVERS = 3
const KILLS = 6
/** Entries of one transaction; those of a writer follow each other without a pause. */
const ENTRIES = 20

const database = testDatabase()

async function startAppending(): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'appending.ts'), [JSON.stringify(database.poolConfig)])
  await once(child, 'message')
  return child
}

test('CHAIN-08 servers that append are killed in turn under load, and leave neither gaps nor doubles', async () => {
  const make = factories(database)
  const organisations = [await make.organisation(), await make.organisation()]
  const servers = await Promise.all(Array.from({ length: SERVERS }, startAppending))
  let isDone = false
  const writing = organisations.map(async (organisationId) => {
    let count = 0
    for (; !isDone; count += ENTRIES) {
      const entry = { kind: 'VIEW', personId: newId(), sessionId: null, organisationId } as const
      await database.db.transaction().execute((tx) =>
        recordActivity(
          tx,
          Array.from({ length: ENTRIES }, () => entry),
        ),
      )
    }
    return count
  })
  for (let kill = 0; kill < KILLS; kill += 1) {
    const index = kill % SERVERS
    const killed = servers[index]
    killed?.kill('SIGKILL')
    if (killed) await once(killed, 'exit')
    servers[index] = await startAppending()
  }
  isDone = true
  const written = await Promise.all(writing)
  for (const server of servers) {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  // Connections of the killed may hold the lock for a moment.
  while (!(await appendPending(database.db)));
  for (const [index, organisation] of organisations.entries()) {
    const { leaves, named } = await verifyOrganisation(database.db, organisation)
    expect([leaves, named]).toEqual([written[index], []])
  }
  const { rows } = await database.pool.query('select from record_pending')
  expect(rows).toHaveLength(0)
})
