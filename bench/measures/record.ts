import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { recordActivity } from '../../server/modules/activity/index.ts'
import { appendPending, verifyOrganisation } from '../../server/modules/record/index.ts'
import { type Database, openDatabase } from '../../server/platform/database/database.ts'
import type { Measure } from '../support/measure.ts'
import { ownDatabase } from '../support/ownDatabase.ts'
import { median, medianRatio } from '../support/statistics.ts'

/** Entries that are verified, and those of CHAIN-04 with their seconds. */
const LEAVES = 300_000
const WANTED = { leaves: 10_000_000, seconds: 120 }
/** Changes of a round, one after the other, and rounds with the record and without. */
const CHANGES = 300
const ROUNDS = 15

async function fill(db: Database, organisationId: string, leaves: number): Promise<void> {
  await sql`
    insert into activity (kind, person_id, session_id, organisation_id, tree_id, document_id, recorded_path, detail)
    select 'VIEW', ${randomUUID()}, gen_random_uuid(), ${organisationId}, gen_random_uuid(), gen_random_uuid(),
      'Permits/Interconnection/Study ' || n || '.pdf', '{"bytes": 12345}'
    from generate_series(1, ${leaves}::int) n`.execute(db)
  await appendPending(db)
}

async function changes(db: Database, organisationId: string): Promise<number> {
  const entry = { kind: 'RENAME', personId: randomUUID(), sessionId: null, organisationId } as const
  const began = performance.now()
  for (let change = 0; change < CHANGES; change += 1) {
    await db.transaction().execute((tx) => recordActivity(tx, [entry]))
  }
  return (performance.now() - began) / CHANGES
}

/** How fast the record is verified, and what it costs the smallest change there is: an entry of history by itself. */
export const record: Measure = {
  name: 'record',
  run: async (stage, { quick }) => {
    const { connection } = await stage()
    const leaves = quick ? 20_000 : LEAVES
    return ownDatabase(connection, async (poolConfig) => {
      const { db, close } = openDatabase(poolConfig)
      try {
        const organisationId = randomUUID()
        await fill(db, organisationId, leaves)
        const began = performance.now()
        const { count } = await verifyOrganisation(db, organisationId)
        const seconds = (performance.now() - began) / 1000
        if (count > 0) throw new Error(`${count} entries of an intact record were found changed.`)
        const whole = (seconds * WANTED.leaves) / leaves
        const costs = { recorded: [] as number[], plain: [] as number[] }
        for (let round = 0; round < (quick ? 2 : ROUNDS); round += 1) {
          const order = ['recorded', 'plain'] as const
          for (const key of round % 2 === 0 ? order : order.toReversed()) {
            const state = sql.raw(key === 'plain' ? 'disable' : 'enable')
            await sql`alter table activity ${state} trigger activity_recorded`.execute(db)
            costs[key].push(await changes(db, organisationId))
          }
        }
        return [
          {
            title: 'verification of 10 million entries, by what some take',
            ours: `${whole.toFixed(0)} s`,
            floor: '',
            value: whole,
            shown: `${Math.round(leaves / seconds)} entries/s`,
            target: { atMost: WANTED.seconds },
            targetShown: `≤ ${WANTED.seconds} s`,
          },
          {
            title: 'an entry of history, to one that is not recorded',
            ours: `${median(costs.recorded).toFixed(3)} ms`,
            floor: `${median(costs.plain).toFixed(3)} ms`,
            value: medianRatio(costs.recorded, costs.plain),
          },
        ]
      } finally {
        await close()
      }
    })
  },
}
