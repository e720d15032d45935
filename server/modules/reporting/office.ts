import { sql } from 'kysely'
import { conflict } from '../../access/errors.ts'
import {
  type AdminResource,
  type OfficeValues,
  ORGANISATION_FIELD,
  requiredIn,
  severalIn,
  tableResource,
} from '../../admin/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createPartner } from './service.ts'

const TAKEN = 'An O&M partner with this name already exists in this organisation.'

async function requireFreeName(tx: Tx, values: OfficeValues, besides: string | null): Promise<void> {
  const { rows } = await sql`
    select from o_and_m_partner where organisation_id = ${requiredIn(values, 'organisationId')}
      and lower(name) = lower(${requiredIn(values, 'name')}) and id is distinct from ${besides}::uuid`.execute(
    tx,
  )
  if (rows.length > 0) throw conflict(TAKEN, { name: TAKEN })
}

async function setProjects(tx: Tx, partnerId: string, projectIds: readonly string[]): Promise<void> {
  await sql`
    delete from o_and_m_project where partner_id = ${partnerId} and project_id <> all(${projectIds}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into o_and_m_project (partner_id, project_id)
    select ${partnerId}, unnest(${projectIds}::uuid[]) on conflict do nothing`.execute(tx)
}

/** O&M partners with the projects that they serve, from which their count and capacity follow (BO-30). */
export const partnerKind = (): AdminResource => ({
  ...tableResource({
    name: 'omandmpartner',
    path: 'projects/omandmpartner',
    section: 'Projects',
    one: 'O&M partner',
    many: 'O&M partners',
    table: 'o_and_m_partner',
    names: 'name',
    searched: ['name'],
    sort: 'name',
    parts: ['o_and_m_project', 'o_and_m_site'],
    columns: {
      projectIds: sql`array(
        select served.project_id from o_and_m_project served where served.partner_id = row.id order by served.project_id)`,
      sites: sql`(select string_agg(site.name || ' (' || trim(trailing '.' from to_char(site.capacity::numeric, 'FM999,999,999,990.###')) || ' kW)', E'\\n' order by site.name)
        from o_and_m_site site where site.partner_id = row.id)`,
    },
    fields: [
      { name: 'name', label: 'Name', type: 'TEXT', required: true, listed: true, sortable: true, max: 200 },
      ORGANISATION_FIELD,
      { name: 'projectIds', label: 'Projects', type: 'REFERENCES', of: 'project' },
      { name: 'sites', label: 'Sites that are no projects', type: 'LONG_TEXT', readOnly: true },
    ],
  }),
  create: async (tx, _actor, values) => {
    await requireFreeName(tx, values, null)
    const id = await createPartner(tx, {
      organisationId: requiredIn(values, 'organisationId'),
      name: requiredIn(values, 'name'),
      sites: [],
    })
    await setProjects(tx, id, severalIn(values, 'projectIds'))
    return id
  },
  change: async (tx, _actor, id, values) => {
    await requireFreeName(tx, values, id)
    await tx
      .updateTable('o_and_m_partner')
      .set({ name: requiredIn(values, 'name') })
      .where('id', '=', id)
      .execute()
    await setProjects(tx, id, severalIn(values, 'projectIds'))
  },
  remove: async (tx, _actor, id) => {
    await tx.deleteFrom('o_and_m_partner').where('id', '=', id).execute()
  },
})
