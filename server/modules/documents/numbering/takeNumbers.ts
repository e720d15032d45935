import { sql } from 'kysely'
import type { Numbering } from '../../../../shared/enumerations.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { recordBy } from '../../activity/index.ts'
import { changeTree } from '../core/treeLock.ts'
import { numberTree } from './numbering.ts'

/**
 * Numbers a tree as it was numbered elsewhere (ARCH-08), with the gaps that it had; what is not named gets the next numbers of
 * its folder.
 * @param numbers of entries within their folders, by document
 * @throws FORBIDDEN without the tree's admin right, CONFLICT for a tree of too many entries
 */
export const takeNumbers = (
  db: Database,
  actor: Actor,
  {
    treeId,
    numbering,
    numbers,
  }: { treeId: string; numbering: Numbering; numbers: ReadonlyMap<string, number> },
): Promise<void> =>
  changeTree(db, actor, treeId, 'admin', async (tx, tree) => {
    await tx.updateTable('document_tree').set({ numbering }).where('id', '=', tree.id).execute()
    if (numbering === 'OFF') return
    await sql`
      with taken as materialized (
        select document.id, document.parent_id, given.number
        from unnest(${[...numbers.keys()]}::uuid[], ${[...numbers.values()]}::integer[]) as given(id, number)
        join document on document.id = given.id where document.tree_id = ${tree.id}
      ), counted as (
        update folder_place folder set last_number = greatest(folder.last_number, of_folder.last)
        from (select parent_id, max(number) as last from taken group by parent_id) as of_folder
        where folder.folder_id = of_folder.parent_id)
      update document_name_search named set number = taken.number, number_place = null
      from taken where named.document_id = taken.id`.execute(tx)
    await numberTree(tx, { ...tree, numbering })
    await recordBy(tx, tree.actor, [
      {
        kind: 'SET_NUMBERING',
        organisationId: tree.organisationId,
        treeId: tree.id,
        detail: { numbering, former: tree.numbering },
      },
    ])
  })
