import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

export interface PartnerRow {
  id: string
  name: string
  projectCount: number
  /** kW DC. */
  totalCapacity: number
}

/** A page of an organisation's O&M partners by name, each with the sum of the sites it serves (BO-30, OAM-07). */
export const partnersOf = (
  db: Connection,
  organisationId: string,
  page: { limit: number; offset: number },
): Promise<PartnerRow[]> =>
  db
    .selectFrom('o_and_m_partner as partner')
    .where('partner.organisation_id', '=', organisationId)
    .select([
      'partner.id',
      'partner.name',
      sql<number>`(select count(*) from o_and_m_site where partner_id = partner.id)
        + (select count(*) from o_and_m_project served
          join project on project.id = served.project_id and project.deleted_at is null
          where served.partner_id = partner.id)`.as('projectCount'),
      sql<number>`coalesce((select sum(capacity) from o_and_m_site where partner_id = partner.id), 0)
        + coalesce((select sum(project.capacity) from o_and_m_project served
          join project on project.id = served.project_id and project.deleted_at is null
          where served.partner_id = partner.id), 0)`.as('totalCapacity'),
    ])
    .orderBy(sql`partner.name collate name_order`)
    .orderBy('partner.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
