import { newId } from '../../server/platform/ids.ts'
import type { TestDatabase } from '../../testing/database/index.ts'
import { factories, PASSWORD } from '../../testing/factories.ts'
import { growTree, SITE_DOCUMENTS } from '../support/growTree.ts'

const ROOMS = 2
const TEAM = 4
const BIDDERS = 6

/** Who reads, in the organisation that the others are copies of. */
export const READER = 'bidder0@scale.example'
/** Who manages its rooms. */
export const MANAGER = 'team0@scale.example'

/**
 * One organisation with two rooms, a deal team and bidders, and about so many documents, each with its version and two
 * entries of activity.
 */
export async function makeTemplate(database: TestDatabase, documents: number): Promise<void> {
  const make = factories(database)
  const organisationId = await make.organisation({ name: 'Scale Fund' })
  const rooms: { portfolioId: string; treeId: string }[] = []
  for (let at = 0; at < ROOMS; at += 1) {
    const { id: portfolioId } = await make.portfolio({ organisationId, name: `Scale Portfolio ${at}` })
    rooms.push({ portfolioId, treeId: await make.tree({ organisationId, portfolioId }) })
  }
  const portfolioIds = rooms.map(({ portfolioId }) => portfolioId)
  const join = async (word: string, count: number, role: string) => {
    const group = await make.group({ organisationId, role, portfolioIds })
    const people: string[] = []
    for (let at = 0; at < count; at += 1) {
      people.push(await make.person({ email: `${word}${at}@scale.example`, password: PASSWORD }))
      await make.member(group, people.at(-1) ?? '')
    }
    return people
  }
  const [author = ''] = await join('team', TEAM, 'Deal Room Admin')
  const bidders = await join('bidder', BIDDERS, 'Viewer')
  const sites = Math.max(1, Math.round(documents / ROOMS / SITE_DOCUMENTS))
  for (const { treeId } of rooms)
    await growTree(database.jobs.pool, { treeId, authorId: author, restrictedTo: newId(), sites })
  const client = await database.jobs.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const kind of ['VIEW', 'DOWNLOAD'])
      await client.query(
        `insert into activity (kind, person_id, organisation_id, tree_id, document_id, version_id, at)
         select $1, ($2::uuid[])[1 + (size % cardinality($2::uuid[]))], organisation_id, tree_id, id, current_version_id, now()
         from document where not is_folder`,
        [kind, bidders],
      )
    await client.query('commit')
  } finally {
    client.release()
  }
}
