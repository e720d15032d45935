import { sql } from 'kysely'
import { compareLevels, type GivenLevel } from '../../../../shared/documentLevels.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { OpenTree } from '../core/trees.ts'
import { COMING, COMING_JOINS, type ComingRow, listsOfRows } from './comingLists.ts'
import { countEntries, type ToPublish } from './publishAll.ts'
import { apartFrom, audiencesOf, keyOfList, levelsOf, NOBODY_SEES } from './stagedAudience.ts'

/** Who will see something of a publication. */
export interface PublicationGroup {
  id: string
  name: string
  /** The highest that it will have of any of it. */
  level: GivenLevel
  entries: number
  /** Active members. */
  people: number
}

/** Who will see what would be published together (STAGE-05). */
export interface PublicationAudience {
  count: number
  /** By name; none for whoever may not know to whom documents are permitted, as the others below. */
  groups: readonly PublicationGroup[]
  groupCount: number
  /** Entries that more groups will see than see the folder above. */
  widerCount: number
  widerName: string | null
}

/** Groups that an answer names. */
const MAX_GROUPS = 200

const NOBODY_KNOWN = { groups: [], groupCount: 0, widerCount: 0, widerName: null }

/** Entries that have the same lists, now and then. */
interface Alike extends ComingRow {
  count: number
  name: string
}

/** Of entries of one tree; statements don't grow with them, since these have a handful of lists. */
export async function publicationAudience(
  db: Connection,
  tree: OpenTree,
  all: ToPublish,
): Promise<PublicationAudience> {
  const count = countEntries(all)
  if (!tree.rights.admin) return { count, ...NOBODY_KNOWN }
  const ids = new Set([
    ...all.entries.map(({ id }) => id),
    ...all.changes.map(({ documentId }) => documentId),
  ])
  const { rows } = await sql<Alike>`
    select min(document.id::text) as id, min(document.name collate name_order) as name, count(*)::int as count, ${COMING}
    from document ${COMING_JOINS}
    where document.id = any(${[...ids]}::uuid[])
    group by "aclId", "aboveId", "isMoved", asked`.execute(db)
  const lists = await listsOfRows(db, tree, rows)
  const audiences = await audiencesOf(
    db,
    tree,
    [...lists.values()].flatMap(({ own, above }) => [own, above]),
  )
  const groups = new Map<string, Omit<PublicationGroup, 'people'>>()
  const wider: Alike[] = []
  for (const row of rows) {
    const those = lists.get(row.id)
    if (!those) continue
    const { own, above } = those
    const [mine, theirs] = [own, above].map((list) => audiences.get(keyOfList(list)))
    const levelOf = levelsOf(own, tree)
    for (const group of mine?.groups ?? []) {
      const { id, name } = group
      const before = groups.get(id)
      const level = levelOf(group)
      groups.set(id, {
        id,
        name,
        level: before && compareLevels(before.level, level) > 0 ? before.level : level,
        entries: (before?.entries ?? 0) + row.count,
      })
    }
    if (apartFrom(mine ?? NOBODY_SEES, theirs ?? NOBODY_SEES).besides.length > 0) wider.push(row)
  }
  const named = [...groups.values()].sort((a, b) => a.name.localeCompare(b.name, 'en')).slice(0, MAX_GROUPS)
  const members = await membersOf(
    db,
    named.map(({ id }) => id),
  )
  return {
    count,
    groups: named.map((group) => ({ ...group, people: members.get(group.id) ?? 0 })),
    groupCount: groups.size,
    widerCount: wider.reduce((sum, row) => sum + row.count, 0),
    widerName: wider.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en'))[0] ?? null,
  }
}

/** Active members of each group. */
async function membersOf(db: Connection, groupIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select m.group_id as id, count(*)::int as count
    from membership m join person p on p.id = m.person_id and p.is_active
    where m.group_id = any(${groupIds}::uuid[]) group by m.group_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
