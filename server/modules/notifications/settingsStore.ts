import { sql } from 'kysely'
import type { Actor, PermissionScope } from '../../access/actor.ts'
import type { EntityKind } from '../../access/reach.ts'
import { companyScope, roomScope } from '../../access/scopes.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { escapeLike } from '../../platform/database/like.ts'
import { isVisible } from '../funds/index.ts'

/** The toggle of a fund entity, or the master of an organisation under its own name. */
export interface ToggleRow {
  /** Of the entity or organisation. */
  id: string
  name: string
  enabled: boolean
}

const OF_KIND = {
  portfolio: { table: 'portfolio', column: 'portfolio_id', from: sql`from portfolio` },
  holdingCompany: {
    table: 'holding_company',
    column: 'holding_company_id',
    from: sql`from holding_company`,
  },
} as const

/** SQL: the entities of a kind that the actor may open, each with whether its toggle is off. */
function togglesOf(actor: Actor, kind: EntityKind) {
  const table = sql.ref(OF_KIND[kind].table)
  return sql`
    ${OF_KIND[kind].from} left join notification_off off on off.person_id = ${actor.personId}
      and off.organisation_id = ${table}.organisation_id and off.${sql.ref(OF_KIND[kind].column)} = ${table}.id
    where ${isVisible(actor, kind)} and ${table}.status <> 'DELETED'`
}

const columnsOf = (kind: EntityKind) => {
  const table = sql.ref(OF_KIND[kind].table)
  return sql`${table}.id, ${table}.name, off.person_id is null as enabled`
}

/** Whether the actor's master toggle of the organisation is on. */
export async function masterEnabled(
  db: Connection,
  personId: string,
  organisationId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from notification_off where person_id = ${personId} and organisation_id = ${organisationId}
      and portfolio_id is null and holding_company_id is null`.execute(db)
  return rows.length === 0
}

/** A page of the toggles of the entities that the actor may open, by name (NOTIF-05). */
export async function entityToggles(
  db: Connection,
  actor: Actor,
  {
    kind,
    organisationId,
    search,
    limit,
    offset,
  }: { kind: EntityKind; organisationId: string; search: string | null; limit: number; offset: number },
): Promise<ToggleRow[]> {
  const table = sql.ref(OF_KIND[kind].table)
  const found = search === null ? sql`true` : sql`${table}.name ilike ${`%${escapeLike(search)}%`}`
  const { rows } = await sql<ToggleRow>`
    select ${columnsOf(kind)} ${togglesOf(actor, kind)}
      and ${table}.organisation_id = ${organisationId} and ${found}
    order by ${table}.name collate name_order, ${table}.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The toggle of one entity that the actor may open, with its organisation; null for any other. */
export async function entityToggle(
  db: Connection,
  actor: Actor,
  kind: EntityKind,
  id: string,
): Promise<(ToggleRow & { organisationId: string }) | null> {
  const table = sql.ref(OF_KIND[kind].table)
  const { rows } = await sql<ToggleRow & { organisationId: string }>`
    select ${columnsOf(kind)}, ${table}.organisation_id as "organisationId"
    ${togglesOf(actor, kind)} and ${table}.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function countToggles(
  db: Connection,
  actor: Actor,
  kind: EntityKind,
  organisationId: string,
): Promise<{ all: number; on: number }> {
  const { rows } = await sql<{ all: number; on: number }>`
    select count(*) as all, count(*) filter (where off.person_id is null) as on
    ${togglesOf(actor, kind)} and ${sql.ref(OF_KIND[kind].table)}.organisation_id = ${organisationId}`.execute(
    db,
  )
  return rows[0] ?? { all: 0, on: 0 }
}

/** The place of an entity's id, or of an organisation's own; null where there is none. */
export async function placeById(
  db: Connection,
  kind: PermissionScope['kind'],
  id: string,
): Promise<PermissionScope | null> {
  const table = kind === 'organisation' ? sql`from organisation` : OF_KIND[kind].from
  const column = kind === 'organisation' ? sql.ref('id') : sql.ref('organisation_id')
  const { rows } = await sql<{ organisationId: string }>`
    select ${column} as "organisationId" ${table} where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return null
  if (kind === 'organisation') return { kind, ...row }
  return kind === 'portfolio' ? roomScope({ id, ...row }) : companyScope({ id, ...row })
}

/** Switches one toggle of a person: that of the organisation itself for its own place. */
export async function switchOne(
  tx: Tx,
  personId: string,
  place: PermissionScope,
  enabled: boolean,
): Promise<void> {
  const portfolioId = place.kind === 'portfolio' ? place.portfolioId : null
  const companyId = place.kind === 'holdingCompany' ? place.holdingCompanyId : null
  if (enabled) {
    await sql`
      delete from notification_off
      where person_id = ${personId} and organisation_id = ${place.organisationId}
        and portfolio_id is not distinct from ${portfolioId}::uuid
        and holding_company_id is not distinct from ${companyId}::uuid`.execute(tx)
    return
  }
  await sql`
    insert into notification_off (person_id, organisation_id, portfolio_id, holding_company_id)
    values (${personId}, ${place.organisationId}, ${portfolioId}, ${companyId})
    on conflict do nothing`.execute(tx)
}

/** Switches the toggles of all entities of a kind that the actor may open (NOTIF-07). */
export async function switchAll(
  tx: Tx,
  actor: Actor,
  { kind, organisationId, enabled }: { kind: EntityKind; organisationId: string; enabled: boolean },
): Promise<void> {
  const column = sql.ref(OF_KIND[kind].column)
  if (enabled) {
    await sql`
      delete from notification_off
      where person_id = ${actor.personId} and organisation_id = ${organisationId} and ${column} is not null`.execute(
      tx,
    )
    return
  }
  const table = sql.ref(OF_KIND[kind].table)
  await sql`
    insert into notification_off (person_id, organisation_id, ${column})
    select ${actor.personId}, ${table}.organisation_id, ${table}.id
    ${togglesOf(actor, kind)} and ${table}.organisation_id = ${organisationId} and off.person_id is null
    on conflict do nothing`.execute(tx)
}

/** Those of the people who want notifications of a place: master and, for a fund entity, its own toggle on. */
export async function wantedBy(
  db: Connection,
  place: PermissionScope,
  personIds: readonly string[],
): Promise<Set<string>> {
  const entity =
    place.kind === 'portfolio'
      ? sql`portfolio_id = ${place.portfolioId}`
      : place.kind === 'holdingCompany'
        ? sql`holding_company_id = ${place.holdingCompanyId}`
        : sql`false`
  const { rows } = await sql<{ id: string }>`
    select person_id as id from notification_off
    where person_id = any(${personIds}::uuid[]) and organisation_id = ${place.organisationId}
      and ((portfolio_id is null and holding_company_id is null) or ${entity})`.execute(db)
  const off = new Set(rows.map(({ id }) => id))
  return new Set(personIds.filter((id) => !off.has(id)))
}

/**
 * Whether the master toggle of each person is on in an organisation that the actor shares with them, in the order of
 * the ids; of the actor's own, in any of theirs.
 */
export async function enabledAmong(
  db: Connection,
  actor: Actor,
  personIds: readonly string[],
): Promise<boolean[]> {
  const mine = actor.groups.map(({ organisationId }) => organisationId)
  const { rows } = await sql<{ id: string }>`
    select distinct m.person_id as id
    from membership m join user_group g on g.id = m.group_id
    where m.person_id = any(${personIds}::uuid[])
      and (${actor.isSuperUser} or g.organisation_id = any(${mine}::uuid[]))
      and not exists (
        select from notification_off off where off.person_id = m.person_id
          and off.organisation_id = g.organisation_id and off.portfolio_id is null and off.holding_company_id is null)`.execute(
    db,
  )
  const enabled = new Set(rows.map(({ id }) => id))
  return personIds.map((id) => enabled.has(id))
}

/** A setting of somebody, with the place that it is about. */
export interface StoredSetting {
  personId: string
  organisationId: string
  portfolioId: string | null
  holdingCompanyId: string | null
}

const KEPT = sql`
  person_id as "personId", organisation_id as "organisationId", portfolio_id as "portfolioId",
  holding_company_id as "holdingCompanyId"`

/** All that a person has switched off. */
export async function settingsOf(db: Connection, personIds: readonly string[]): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`
    select ${KEPT} from notification_off where person_id = any(${personIds}::uuid[])`.execute(db)
  return rows
}

/** Which of the people are in no group. */
export async function inNoGroup(db: Connection, personIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from unnest(${personIds}::uuid[]) as p (id)
    where not exists (select from membership m where m.person_id = p.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Forgets what people had set of a portfolio. */
export async function removeOfPortfolio(tx: Tx, portfolioId: string): Promise<void> {
  await sql`delete from notification_off where portfolio_id = ${portfolioId}`.execute(tx)
}

/** A page of all that is switched off, by person: those of people after `after`, of at most `limit` people. */
export async function settingsAfter(
  db: Connection,
  after: string | null,
  limit: number,
): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`
    select ${KEPT} from notification_off
    where person_id in (
      select distinct person_id from notification_off
      where ${after}::uuid is null or person_id > ${after}::uuid order by person_id limit ${limit})
    order by person_id`.execute(db)
  return rows
}

export async function removeSettings(db: Connection, settings: readonly StoredSetting[]): Promise<void> {
  if (settings.length === 0) return
  await sql`
    delete from notification_off off
    using json_to_recordset(${JSON.stringify(settings)}) as lost ("personId" uuid, "organisationId" uuid,
      "portfolioId" uuid, "holdingCompanyId" uuid)
    where off.person_id = lost."personId" and off.organisation_id = lost."organisationId"
      and off.portfolio_id is not distinct from lost."portfolioId"
      and off.holding_company_id is not distinct from lost."holdingCompanyId"`.execute(db)
}
