import { sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'

export type SsoKind = 'OIDC' | 'SAML'
export type DomainState = 'WAITING' | 'VERIFIED' | 'APPROVED'

export interface DomainRow {
  name: string
  token: string
  state: DomainState
}

/** By which a provider signs its assertions (SSO-14). */
export interface CertificateRow {
  fingerprint: string
  pem: string
  validTo: Date
}

/** A connection to a directory (SSO-01). */
export interface ConnectionRow {
  id: string
  revision: number
  kind: SsoKind
  organisationId: string | null
  companyId: string | null
  name: string
  isOn: boolean
  isRequired: boolean
  secondFactorAtProvider: boolean
  maxAgeHours: number | null
  allowIdpInitiated: boolean
  /** Whether its directory keeps people and groups here (SCIM-01). */
  isProvisioned: boolean
  /** Of SAML the entity id; empty until it is known. */
  issuer: string
  /** Of SAML, where the provider takes people. */
  signInUrl: string | null
  certificates: CertificateRow[]
  /** Empty for SAML. */
  clientId: string
  /** Sealed. */
  clientSecret: Buffer | null
  provedAt: Date | null
  domains: DomainRow[]
  joinGroupIds: string[]
}

/** Whether it signs in the people of the domain: those of organisations have to show that it is theirs (SSO-03). */
export const isEffective = ({ state }: Pick<DomainRow, 'state'>): boolean => state !== 'WAITING'

const COLUMNS = sql`
  c.id, c.revision, c.kind, c.sign_in_url as "signInUrl", c.allow_idp_initiated as "allowIdpInitiated",
  c.is_provisioned as "isProvisioned",
  c.organisation_id as "organisationId", c.company_id as "companyId", c.name, c.is_on as "isOn",
  c.is_required as "isRequired", c.second_factor_at_provider as "secondFactorAtProvider",
  c.max_age_hours as "maxAgeHours", c.issuer, c.client_id as "clientId", c.client_secret as "clientSecret",
  c.proved_at as "provedAt",
  coalesce((select json_agg(json_build_object('fingerprint', e.fingerprint, 'pem', e.pem, 'validTo', e.valid_to)
    order by e.valid_to desc, e.fingerprint) from sso_certificate e where e.connection_id = c.id), '[]') as certificates,
  coalesce((select json_agg(json_build_object('name', d.name, 'token', d.token, 'state',
    case when d.verified_at is not null then 'VERIFIED' when d.approved_at is not null then 'APPROVED' else 'WAITING' end)
    order by d.name) from sso_domain d where d.connection_id = c.id), '[]') as domains,
  array(select j.group_id from sso_join_group j where j.connection_id = c.id order by j.group_id) as "joinGroupIds"`

/** JSON has no moments. */
const rowOfJson = ({ certificates, ...row }: ConnectionRow): ConnectionRow => ({
  ...row,
  certificates: certificates.map((each) => ({ ...each, validTo: new Date(each.validTo) })),
})

/** That of an organisation that is deleted serves nobody. */
const OPEN = sql`not exists (
  select from organisation o where o.id = c.organisation_id and o.deleted_at is not null)`

const EFFECTIVE = sql`(d.verified_at is not null or d.approved_at is not null)`

export async function connectionById(
  db: Connection,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`
    select ${COLUMNS} from sso_connection c where c.id = ${id} and ${OPEN}
    ${lock ? sql`for no key update of c` : sql``}`.execute(db)
  return rows[0] ? rowOfJson(rows[0]) : null
}

/** The connection that is on and signs in the people of a domain; null for none. */
export async function connectionOfDomain(db: Connection, domain: string): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`
    select ${COLUMNS} from sso_domain d join sso_connection c on c.id = d.connection_id
    where d.name = ${domain} and ${EFFECTIVE} and c.is_on and ${OPEN}`.execute(db)
  return rows[0] ? rowOfJson(rows[0]) : null
}

/** The most that are read of those that serve an organisation. */
const MAX_SERVING = 200

/** Its own, those of the installation, and those of the companies of its people, by name. */
export async function connectionsServing(db: Connection, organisationId: string): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    select ${COLUMNS} from sso_connection c
    where c.organisation_id = ${organisationId} or (c.organisation_id is null and (c.company_id is null or exists (
      select from membership m join user_group g on g.id = m.group_id join person p on p.id = m.person_id
      where g.organisation_id = ${organisationId} and p.company_id = c.company_id)))
    order by c.name collate name_order, c.id limit ${MAX_SERVING}`.execute(db)
  return rows.map(rowOfJson)
}

/** How many an owner has: an organisation, a company, or the installation with neither. */
export async function connectionCount(
  db: Connection,
  { organisationId, companyId }: { organisationId: string | null; companyId: string | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sso_connection
    where organisation_id is not distinct from ${organisationId}::uuid
      and company_id is not distinct from ${companyId}::uuid`.execute(db)
  return rows[0]?.count ?? 0
}

/** What is saved of a connection besides its domains and groups. */
export type ConnectionValues = Pick<
  ConnectionRow,
  | 'name'
  | 'isOn'
  | 'isRequired'
  | 'secondFactorAtProvider'
  | 'maxAgeHours'
  | 'allowIdpInitiated'
  | 'isProvisioned'
  | 'issuer'
  | 'signInUrl'
  | 'clientId'
  | 'clientSecret'
  | 'provedAt'
>

const rowOf = (values: ConnectionValues) => ({
  name: values.name,
  is_on: values.isOn,
  is_required: values.isRequired,
  second_factor_at_provider: values.secondFactorAtProvider,
  max_age_hours: values.maxAgeHours,
  allow_idp_initiated: values.allowIdpInitiated,
  is_provisioned: values.isProvisioned,
  issuer: values.issuer,
  sign_in_url: values.signInUrl,
  client_id: values.clientId,
  client_secret: values.clientSecret,
  proved_at: values.provedAt,
})

export async function insertConnection(
  tx: Tx,
  {
    id,
    kind,
    organisationId,
    companyId,
    at,
    ...values
  }: ConnectionValues & Pick<ConnectionRow, 'id' | 'kind' | 'organisationId' | 'companyId'> & { at: Date },
): Promise<void> {
  await tx
    .insertInto('sso_connection')
    .values({
      ...rowOf(values),
      id,
      kind,
      organisation_id: organisationId,
      company_id: companyId,
      created_at: at,
    })
    .execute()
}

export async function updateConnection(tx: Tx, id: string, values: ConnectionValues): Promise<void> {
  await tx
    .updateTable('sso_connection')
    .set((eb) => ({ ...rowOf(values), revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteConnection(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sso_connection').where('id', '=', id).execute()
}

/** An admin came back from the provider by the settings of that revision (SSO-20). */
export async function markProved(
  tx: Tx,
  { id, revision, at }: { id: string; revision: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('sso_connection')
    .set({ proved_at: at })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute()
}

/** Those of the domains that another connection has. */
export async function domainsTaken(
  db: Connection,
  names: readonly string[],
  exceptConnectionId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('sso_domain')
    .select('name')
    .where((eb) => eb('name', '=', eb.fn.any(eb.val(names))))
    .where('connection_id', '<>', exceptConnectionId)
    .execute()
  return rows.map(({ name }) => name)
}

/** Gives a connection its domains; those that it has keep their state. */
export async function setDomains(
  tx: Tx,
  connectionId: string,
  domains: readonly { name: string; token: string }[],
  approvedAt: Date | null,
): Promise<void> {
  const names = domains.map(({ name }) => name)
  await tx
    .deleteFrom('sso_domain')
    .where('connection_id', '=', connectionId)
    .where((eb) => eb.not(eb('name', '=', eb.fn.any(eb.val(names)))))
    .execute()
  const kept = await tx
    .selectFrom('sso_domain')
    .select('name')
    .where('connection_id', '=', connectionId)
    .execute()
  const added = domains.filter((domain) => !kept.some(({ name }) => name === domain.name))
  if (added.length === 0) return
  await tx
    .insertInto('sso_domain')
    .values(
      added.map(({ name, token }) => ({
        name,
        token,
        connection_id: connectionId,
        approved_at: approvedAt,
      })),
    )
    .execute()
}

/** Marks domains of a connection that wait. @returns those that did */
export async function markDomains(
  tx: Tx,
  connectionId: string,
  { names, as, at }: { names: readonly string[]; as: 'verified_at' | 'approved_at'; at: Date },
): Promise<string[]> {
  const marked = await tx
    .updateTable('sso_domain')
    .set({ [as]: at })
    .where('connection_id', '=', connectionId)
    .where((eb) => eb('name', '=', eb.fn.any(eb.val(names))))
    .where('verified_at', 'is', null)
    .where('approved_at', 'is', null)
    .returning('name')
    .execute()
  return marked.map(({ name }) => name)
}

export async function setJoinGroups(
  tx: Tx,
  connectionId: string,
  groupIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('sso_join_group').where('connection_id', '=', connectionId).execute()
  if (groupIds.length === 0) return
  await tx
    .insertInto('sso_join_group')
    .values(groupIds.map((groupId) => ({ connection_id: connectionId, group_id: groupId })))
    .execute()
}

/** Gives a connection its certificates; of those that it has their admins were told already. */
export async function setCertificates(
  tx: Tx,
  connectionId: string,
  certificates: readonly CertificateRow[],
): Promise<void> {
  const kept = certificates.map(({ fingerprint }) => fingerprint)
  await tx
    .deleteFrom('sso_certificate')
    .where('connection_id', '=', connectionId)
    .where((eb) => eb.not(eb('fingerprint', '=', eb.fn.any(eb.val(kept)))))
    .execute()
  if (certificates.length === 0) return
  await tx
    .insertInto('sso_certificate')
    .values(
      certificates.map(({ fingerprint, pem, validTo }) => ({
        connection_id: connectionId,
        fingerprint,
        pem,
        valid_to: validTo,
      })),
    )
    .onConflict((conflicting) => conflicting.doNothing())
    .execute()
}
