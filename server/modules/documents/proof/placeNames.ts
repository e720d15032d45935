import { sql } from 'kysely'
import { fullNameIn } from '../../../access/personName.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { AccessEvent } from './accessEvents.ts'

/** Names of what changes of rights are about, as they are by now; empty for what is gone. */
export interface PlaceNames {
  /** Below the root. */
  path(documentId: string | null): string
  group(id: string | null): string
  person(id: string | null): string
}

export async function namesOf(db: Connection, events: readonly AccessEvent[]): Promise<PlaceNames> {
  const ids = (of: (event: AccessEvent) => string | null) => [
    ...new Set(events.flatMap((each) => of(each) ?? [])),
  ]
  const documents = [...ids(({ documentId }) => documentId), ...ids(({ folderId }) => folderId)]
  const { rows } = await sql<{ id: string; name: string }>`
    select d.id, (select string_agg(above.name, '/' order by way.n) from unnest(d.path) with ordinality as way (id, n)
      join document above on above.id = way.id where above.parent_id is not null) as name
    from document d where d.id = any(${documents}::uuid[])
    union all
    -- A group that is gone has its last name in the record.
    select asked.id, coalesce((select g.name from user_group g where g.id = asked.id),
      (select f.was ->> 'name' from former_right f
        where f.subject = 'user_group' and f.row_key = asked.id::text and f.was is not null order by f.id desc limit 1))
    from unnest(${ids(({ groupId }) => groupId)}::uuid[]) as asked (id)
    union all
    select p.id, ${fullNameIn('p')} from person p where p.id = any(${ids(({ personId }) => personId)}::uuid[])`.execute(
    db,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null): string => (id === null ? '' : (names.get(id) ?? ''))
  return { path: nameOf, group: nameOf, person: nameOf }
}
