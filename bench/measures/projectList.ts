import { createFunds } from '../../server/modules/funds/index.ts'
import { createOrganisations } from '../../server/modules/organisations/index.ts'
import { createProjects, insertProjects, NOTHING_KNOWN } from '../../server/modules/projects/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { createHooks } from '../../server/platform/hooks.ts'
import { factories } from '../../testing/factories.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { ownDatabase } from '../support/ownDatabase.ts'
import { median } from '../support/statistics.ts'

const ROUNDS = 9
const STATES = ['KS', 'NE', 'TX', 'CA', 'MD', 'NY']

/** A page of an organisation's projects with what is summed above it, for somebody who sees half of its portfolios. */
export const projectList: Measure = {
  name: 'projectList',
  run: async (stage, { quick }) => {
    const { connection } = await stage()
    const count = quick ? 1000 : 10_000
    return ownDatabase(connection, async (poolConfig) => {
      const { close, ...database } = openDatabase(poolConfig)
      const { db, pool } = database
      try {
        const make = factories({ ...database, poolConfig })
        const orgSlug = 'bench-projects'
        const organisationId = await make.organisation({ name: 'Bench', slug: orgSlug })
        const rooms: string[] = []
        for (let at = 0; at < 40; at += 1) {
          const status = at % 4 === 0 ? 'ACQUIRED' : 'DILIGENCE'
          rooms.push((await make.portfolio({ organisationId, name: `Room ${at}`, status })).id)
        }
        await db.transaction().execute((tx) =>
          insertProjects(
            tx,
            Array.from({ length: count }, (_, at) => ({
              ...NOTHING_KNOWN,
              organisationId,
              portfolioIds: [rooms[at % 40] ?? ''],
              name: `Site ${(at * 7919) % count}`,
              isOwned: at % 2 === 0,
              state: STATES[at % 6] ?? null,
              city: `City ${at % 300}`,
              capacity: (at * 31) % 9000,
              capacityAc: (at * 31) % 7000,
            })),
          ),
        )
        await pool.query('vacuum analyze')
        const person = await make.person()
        const portfolioIds = rooms.filter((_, at) => at % 2 === 0)
        await make.member(await make.group({ organisationId, role: 'Viewer', portfolioIds }), person)
        const actor = await make.actor(person)
        const organisations = createOrganisations(db)
        const projects = createProjects(
          db,
          createFunds(
            db,
            organisations,
            createHooks(() => []),
          ),
          organisations,
        )
        const cases = {
          'by name': {},
          'by location, from the end': { ordering: '-location', offset: count / 4 },
          'by capacity, owned': { ordering: '-capacity', isOwned: true },
          'by acquired portfolio': { ordering: 'acquired_portfolio' },
          'searched and filtered': { search: 'City 2', portfolioIds: portfolioIds.slice(0, 5) },
        }
        const figures: Figure[] = []
        for (const [title, asked] of Object.entries(cases)) {
          const all = {
            orgSlug,
            search: null,
            portfolioIds: null,
            workflowStatus: null,
            isOwned: null,
            ordering: null,
            limit: 50,
            offset: 0,
            ...asked,
          }
          const times: number[] = []
          for (let round = 0; round < ROUNDS; round += 1) {
            const start = performance.now()
            const [page] = await Promise.all([projects.page(actor, all), projects.aggregations(actor, all)])
            await projects.parts(page.map(({ id }) => id))
            times.push(performance.now() - start)
          }
          const ms = median(times)
          figures.push({
            title: `a page of ${count.toLocaleString('en-US')} projects, ${title}`,
            ours: `${ms.toFixed(1)} ms`,
            floor: '',
            value: ms,
            shown: `${ms.toFixed(1)} ms`,
            target: { atMost: 100 },
            targetShown: 'at most 100 ms',
          })
        }
        return figures
      } finally {
        await close()
      }
    })
  },
}
