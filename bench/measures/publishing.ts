import type pg from 'pg'
import { openDatabase } from '../../server/platform/database/database.ts'
import { factories, PASSWORD } from '../../testing/factories.ts'
import { growTree } from '../support/growTree.ts'
import { type Figure, inSeconds, type Measure } from '../support/measure.ts'
import type { Stage } from '../support/stage.ts'

/** Sites of a thousand documents each: as many entries as one publication may have. */
const SITES = 50

/** STAGE-05: a staged room that is published in one step. */
export const publishing: Measure = {
  name: 'publishing',
  run: async (stage, { quick }) => [await published(await stage(), quick ? 3 : SITES)],
}

const PUBLISH = `mutation($treeId: ID!, $documentIds: [ID!]!) {
  publish(treeId: $treeId, documentIds: $documentIds, title: "Phase 1") { publication { id } }
}`

async function published({ connection, signIn }: Stage, sites: number): Promise<Figure> {
  const email = 'publisher@bench.example'
  const { close, ...database } = openDatabase({ ...connection })
  try {
    const make = factories({ ...database, poolConfig: connection })
    const { place, treeId } = await make.room()
    const admin = await make.actorWith(place, 'Deal Room Admin')
    await make.member(admin.groupId, await make.person({ email, password: PASSWORD }))
    const { folders } = await growTree(database.pool, {
      treeId,
      authorId: admin.personId,
      restrictedTo: admin.groupId,
      sites,
    })
    await stageAll(database.pool, treeId)
    await database.pool.query('vacuum analyze document, name_group, folder_tally, document_name_search')
    const client = await signIn(email)
    const began = performance.now()
    const { errors } = await client.graphql(PUBLISH, { treeId, documentIds: folders })
    const value = (performance.now() - began) / 1000
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int as count from document join acl on acl.id = document.acl_id
       where document.tree_id = $1 and document.parent_id is not null and not acl.is_staged`,
      [treeId],
    )
    const entries = rows[0]?.count ?? 0
    if (entries < sites * 900) throw new Error(`Only ${entries} entries were published.`)
    return inSeconds(`publication of ${entries.toLocaleString('en-US')} entries`, value, 5)
  } finally {
    await close()
  }
}

/** Gives all that a new tree holds the staged form of its lists. */
async function stageAll(pool: pg.Pool, treeId: string): Promise<void> {
  await pool.query(
    `insert into acl (tree_id, principals, traversal, levels, is_staged)
     select tree_id, principals, traversal, levels, true from acl where tree_id = $1`,
    [treeId],
  )
  const staged = `(select public.id as source, staged.id as target from acl public join acl staged
    on staged.tree_id = public.tree_id and staged.is_staged
      and staged.principals is not distinct from public.principals and staged.traversal = public.traversal
    where public.tree_id = $1 and not public.is_staged) as m`
  const within = '(select id from document where tree_id = $1 and is_folder)'
  await pool.query(
    `update document set acl_id = m.target from ${staged}
     where document.tree_id = $1 and document.acl_id = m.source and document.parent_id is not null`,
    [treeId],
  )
  for (const table of ['name_group', 'folder_list', 'folder_tally']) {
    await pool.query(
      `update ${table} set acl_id = m.target from ${staged} where ${table}.acl_id = m.source and ${table}.folder_id in ${within}`,
      [treeId],
    )
  }
}
