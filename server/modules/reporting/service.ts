import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

export interface NewPartner {
  organisationId: string
  name: string
  /** The sites that it serves, each once; capacity in kW DC. */
  sites: readonly { readonly name: string; readonly capacity: number }[]
}

/** Creates an O&M partner with the sites that it serves (BO-30). @returns its id */
export async function createPartner(tx: Tx, { organisationId, name, sites }: NewPartner): Promise<string> {
  const id = newId()
  await tx.insertInto('o_and_m_partner').values({ id, organisation_id: organisationId, name }).execute()
  if (sites.length > 0) {
    await sql`
      insert into o_and_m_site (partner_id, name, capacity)
      select ${id}, site.* from unnest(${sites.map((site) => site.name)}::text[],
        ${sites.map((site) => site.capacity)}::float8[]) as site`.execute(tx)
  }
  return id
}
