import {
  insertProjects,
  NOTHING_KNOWN,
  neighboursOf,
  surroundingsOf,
} from '../../server/modules/projects/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { factories } from '../../testing/factories.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { ownDatabase } from '../support/ownDatabase.ts'
import { median } from '../support/statistics.ts'

const ROUNDS = 51
/** Projects that are written at a time. */
const BATCH = 5000
/** Of the radius view, which asks for all that it shows together. */
const SHOWN = 500

/** Neighbours of projects all over the United States, some of them close together. */
export const neighbours: Measure = {
  name: 'neighbours',
  run: async (stage, { quick }) => {
    const { connection } = await stage()
    const count = quick ? 5000 : 100_000
    return ownDatabase(connection, async (poolConfig) => {
      const { close, ...database } = openDatabase(poolConfig)
      const { db, pool } = database
      try {
        const organisationId = await factories({ ...database, poolConfig }).organisation()
        const ids: string[] = []
        for (let from = 0; from < count; from += BATCH) {
          const added = await db.transaction().execute((tx) =>
            insertProjects(
              tx,
              Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
                ...NOTHING_KNOWN,
                organisationId,
                portfolioIds: [],
                name: `Site ${from + at}`,
                latitude: 25 + (((from + at) * 7919) % 24_000) / 1000,
                longitude: -124 + (((from + at) * 104_729) % 57_000) / 1000,
                capacityAc: ((from + at) * 31) % 9000,
              })),
            ),
          )
          ids.push(...added)
        }
        await pool.query('vacuum analyze')
        const scope = { organisationId, all: true, portfolioIds: [] }
        const timed = async (ask: (round: number) => Promise<unknown>, rounds = ROUNDS): Promise<number> => {
          const times: number[] = []
          for (let round = 0; round < rounds; round += 1) {
            const start = performance.now()
            await ask(round)
            times.push(performance.now() - start)
          }
          return median(times)
        }
        const one = (round: number) => ids[(round * 997) % ids.length] ?? ''
        const figure = (title: string, ms: number, atMost: number): Figure => ({
          title,
          ours: `${ms.toFixed(1)} ms`,
          floor: '',
          value: ms,
          shown: `${ms.toFixed(1)} ms`,
          target: { atMost },
          targetShown: `at most ${atMost} ms`,
        })
        const many = ids.slice(0, SHOWN)
        const among = count.toLocaleString('en-US')
        return [
          figure(
            `neighbours of one of ${among} projects`,
            await timed((round) => neighboursOf(db, [one(round)], scope, null, 200)),
            5,
          ),
          figure(
            `counts and sums around ${SHOWN} of ${among} projects, in one statement`,
            await timed(() => surroundingsOf(db, many, scope, null), 9),
            1000,
          ),
        ]
      } finally {
        await close()
      }
    })
  },
}
