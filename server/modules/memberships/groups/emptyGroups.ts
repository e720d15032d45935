import { sql } from 'kysely'
import { accessLasts } from '../../../access/loadActor.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { LINES_OF_A_KIND, type ReadinessFinding, type RoomAsked, withRest } from '../../funds/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import { administersPeople } from '../policy.ts'

interface Row {
  id: string
  name: string
  total: number
}

/** Groups with access to the room and without a member (STAGE-07); they lead to the group for who may open its page. */
export async function emptyGroups(
  db: Connection,
  { actor, place, slug }: RoomAsked,
  organisations: Organisations,
): Promise<readonly ReadinessFinding[]> {
  const { rows } = await sql<Row>`
    select g.id, g.name, count(*) over ()::int as total
    from user_group g
    where g.organisation_id = ${place.organisationId}
      and exists (select from user_group_portfolio gp where gp.group_id = g.id and gp.portfolio_id = ${place.portfolioId}
        and ${sql.raw(accessLasts('gp'))})
      and not exists (select from membership m where m.group_id = g.id)
    order by g.name collate name_order, g.id limit ${LINES_OF_A_KIND}`.execute(db)
  const room = `/portfolios/${slug}`
  const organisation = administersPeople(actor, place.organisationId)
    ? await organisations.openById(actor, place.organisationId)
    : null
  const lines = rows.map(
    (group): ReadinessFinding => ({
      kind: 'EMPTY_GROUP',
      text: group.name,
      path: organisation ? `/${organisation.slug}/admin/groups/${group.id}` : room,
      count: 1,
    }),
  )
  return withRest(lines, rows[0]?.total ?? 0, { kind: 'EMPTY_GROUP', text: 'more', path: room })
}
