import { sql } from 'kysely'
import type { PeoplePage } from '../../../access/audience.ts'
import { scopeOf } from '../../../access/scopes.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { whoMaySee } from '../../funds/index.ts'
import { openingRights } from '../policy.ts'
import { treeRow } from './trees.ts'

/** A page of the ids of active people who may open the tree: the inverse of `openTree`. Empty for an unknown tree. */
export async function whoMayOpen(db: Connection, treeId: string, page: PeoplePage): Promise<string[]> {
  const tree = await treeRow(db, sql`t.id = ${treeId}`)
  if (!tree) return []
  return whoMaySee(db, { place: scopeOf(tree), status: tree.status }, openingRights(tree.treeType), page)
}
