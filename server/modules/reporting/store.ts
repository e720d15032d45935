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
    .leftJoin('o_and_m_site as site', 'site.partner_id', 'partner.id')
    .where('partner.organisation_id', '=', organisationId)
    .groupBy('partner.id')
    .select((eb) => [
      'partner.id',
      'partner.name',
      eb.fn.count<number>('site.name').as('projectCount'),
      eb.fn.coalesce(eb.fn.sum<number>('site.capacity'), sql<number>`0`).as('totalCapacity'),
    ])
    .orderBy(sql`partner.name collate name_order`)
    .orderBy('partner.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
