import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Waiting, WaitingAsked } from '../waiting/index.ts'
import { administered, connectsApplications } from './policy.ts'

/** The actor's own imports that failed, the last one of each file name until it succeeds, for 30 days (NEW-04). */
export async function waitingImports(
  db: Connection,
  { actor, organisationId }: WaitingAsked,
): Promise<Waiting[]> {
  if (!connectsApplications(actor)) return []
  const ids = administered(actor)
  const { rows } = await sql<{ name: string; at: Date }>`
    select name, at from (
      select distinct on (file_name) file_name as name, created_at as at, state, organisation_ids
      from data_import
      where person_id = ${actor.personId} and created_at > now() - interval '30 days'
      order by file_name, created_at desc) as latest
    where state = 'FAILED' and organisation_ids && ${organisationId === null ? ids : ids.filter((id) => id === organisationId)}::uuid[]
    order by at desc limit 20`.execute(db)
  return rows.map(({ name, at }) => ({
    kind: 'FAILED_IMPORT',
    title: '1 import failed',
    place: name,
    path: '/applications/salesforce',
    count: 1,
    at,
  }))
}
