import { sql } from 'kysely'
import { type AdminResource, flagIn, tableResource } from '../../admin/index.ts'
import { recordChange } from './record.ts'
import { connectionById, markDomains } from './store.ts'

/** All connections, whomever they belong to (SSO-01); an organisation's page Sign-in is where they are kept. */
export const connectionKind = (): AdminResource => ({
  ...tableResource({
    name: 'ssoconnection',
    path: 'users/ssoconnection',
    section: 'People',
    one: 'sign-in connection',
    many: 'Sign-in connections',
    about:
      'Directories by which people sign in. An organisation’s are kept on its page Sign-in; super users sign in by a password in any case, at /login?password.',
    table: 'sso_connection',
    names: 'name',
    searched: ['name', 'issuer'],
    sort: 'name',
    toldBy: ['organisationId'],
    where: sql<boolean>`not exists (
      select from organisation o where o.id = row.organisation_id and o.deleted_at is not null)`,
    columns: {
      domains: sql`(select string_agg(d.name || case when d.verified_at is not null or d.approved_at is not null
        then '' else ' (waiting)' end, ', ' order by d.name) from sso_domain d where d.connection_id = row.id)`,
      waits: sql`exists (select from sso_domain d
        where d.connection_id = row.id and d.verified_at is null and d.approved_at is null)`,
    },
    fields: [
      { name: 'name', label: 'Name', type: 'TEXT', readOnly: true, listed: true, sortable: true },
      {
        name: 'organisationId',
        label: 'Organisation',
        type: 'REFERENCE',
        of: 'organisation',
        readOnly: true,
        listed: true,
        filter: true,
      },
      { name: 'companyId', label: 'Company', type: 'REFERENCE', of: 'company', readOnly: true, listed: true },
      { name: 'domains', label: 'Email domains', type: 'TEXT', readOnly: true, listed: true },
      { name: 'waits', label: 'Domains wait', type: 'FLAG', readOnly: true },
      { name: 'kind', label: 'Kind', type: 'TEXT', readOnly: true, listed: true },
      { name: 'issuer', label: 'Issuer or entity ID', type: 'TEXT', readOnly: true },
      { name: 'clientId', label: 'Client ID', type: 'TEXT', readOnly: true },
      { name: 'isOn', label: 'On', type: 'FLAG', readOnly: true, listed: true, filter: true },
      { name: 'isRequired', label: 'Required', type: 'FLAG', readOnly: true, listed: true, filter: true },
      { name: 'isProvisioned', label: 'Provisioned', type: 'FLAG', readOnly: true, filter: true },
      { name: 'maxAgeHours', label: 'Hours of a session', type: 'NUMBER', readOnly: true },
      { name: 'createdAt', label: 'Created', type: 'MOMENT', readOnly: true },
    ],
  }),
  actions: [
    {
      name: 'approveDomains',
      label: 'Approve domains',
      question: 'Its domains take effect, though no TXT record shows that they are theirs.',
      done: 'Domains approved',
      fits: (values) => flagIn(values, 'waits'),
      run: async (tx, actor, id) => {
        const connection = await connectionById(tx, id, { lock: true })
        if (!connection) return
        const names = connection.domains.map(({ name }) => name)
        const marked = await markDomains(tx, id, { names, as: 'approved_at', at: new Date() })
        for (const domain of marked) {
          await recordChange(tx, actor, 'APPROVE_SSO_DOMAIN', connection, { name: connection.name, domain })
        }
      },
    },
  ],
})
