import { type RawBuilder, sql } from 'kysely'
import type { DealStatus } from '../../../shared/enumerations.ts'
import type { Actor } from '../../access/actor.ts'
import type { EntityPlace } from '../../access/reach.ts'
import { entityScope } from '../../access/scopes.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { isVisible } from '../funds/index.ts'
import { groupsShown, type LogAccess, seesLog } from './policy.ts'

/** A group that a log is restricted to. */
export interface LogGroup {
  id: string
  name: string
}

/** A log that somebody sees. */
export interface LogRow extends LogAccess {
  id: string
  name: string
  revision: number
  /** Those that the reader is shown, by name (QA-13). */
  groups: LogGroup[]
  /** Its fund entity. */
  entity: { id: string; name: string; slug: string }
  limits: Limits
}

/** How many questions may be asked (QA-49); null is no limit. */
export interface Limits {
  total: number | null
  perDay: number | null
  perParty: number | null
  endsAt: Date | null
}

/** Choices of a log's questions. */
export interface ChoiceRow {
  id: string
  logId: string
  name: string
}

/** The usual set of a new log (QA-36). */
const CATEGORIES = [
  'Interconnection',
  'Offtake',
  'Site control',
  'Title',
  'Permitting',
  'Environmental',
  'Engineering',
  'Construction',
  'Insurance',
  'Tax and finance',
  'Operations',
]
const TOPICS = ['Document request', 'Clarification', 'Schedule', 'Cost', 'Risk', 'Counterparty']

interface StoredLog {
  id: string
  name: string
  restricted: boolean
  revision: number
  organisationId: string
  portfolioId: string | null
  companyId: string | null
  entityName: string
  entitySlug: string
  groups: LogGroup[]
  eachParty: boolean
  total: number | null
  perDay: number | null
  perParty: number | null
  endsAt: Date | null
}

/** SQL: columns of `log` that say who sees what and how much is asked. */
const SETTINGS = sql`
  log.name, log.restricted, log.each_party as "eachParty", log.limit_total as total, log.limit_per_day as "perDay",
  log.limit_per_party as "perParty", log.ends_at as "endsAt", log.organisation_id as "organisationId",
  log.portfolio_id as "portfolioId", log.holding_company_id as "companyId"`

/** SQL: logs of entities that the actor may open and that have Q&A (QA-37). Whether they see the log itself `seenBy` says. */
const logs = (actor: Actor) => sql`
  select log.id, log.revision, ${SETTINGS}, coalesce(portfolio.name, holding_company.name) as "entityName",
    coalesce(portfolio.slug, holding_company.slug) as "entitySlug",
    (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name)
        order by g.name collate name_order, g.id), '[]')
      from question_log_group link join user_group g on g.id = link.group_id where link.log_id = log.id) as groups
  from question_log log
    left join portfolio on portfolio.id = log.portfolio_id and portfolio.enable_q_and_a
      and ${isVisible(actor, 'portfolio')}
    left join holding_company on holding_company.id = log.holding_company_id and holding_company.enable_q_and_a
      and ${isVisible(actor, 'holdingCompany')}
  where coalesce(portfolio.id, holding_company.id) is not null`

/** The log of a visible entity as the actor sees it; null where they don't. */
function seenBy(actor: Actor, stored: StoredLog): LogRow | null {
  const { id, name, restricted, revision, groups, eachParty } = stored
  const access: LogAccess = {
    place: entityScope(stored),
    restricted,
    groupIds: groups.map((group) => group.id),
    eachParty,
  }
  if (!seesLog(actor, access)) return null
  const shown = new Set(groupsShown(actor, access))
  const { entityName, entitySlug, portfolioId, companyId, total, perDay, perParty, endsAt } = stored
  return {
    ...access,
    id,
    name,
    revision,
    groups: groups.filter((group) => shown.has(group.id)),
    entity: { id: portfolioId ?? companyId ?? '', name: entityName, slug: entitySlug },
    limits: { total, perDay, perParty, endsAt },
  }
}

/** A log whoever asks: each reader is asked about by `seesEntity` and `seesLog`. */
export interface LogFacts extends LogAccess {
  name: string
  entity: LogRow['entity']
  status: DealStatus
  enabled: boolean
}

/** Logs by id, whoever asks. */
export const logFactsByIds = (db: Connection, logIds: readonly string[]): Promise<Map<string, LogFacts>> =>
  factsWhere(db, sql<boolean>`log.id = any(${logIds}::uuid[])`)

/** Logs of an entity by id, whoever asks. */
export const logFactsOf = (db: Connection, place: EntityPlace): Promise<Map<string, LogFacts>> =>
  factsWhere(
    db,
    place.kind === 'portfolio'
      ? sql<boolean>`log.portfolio_id = ${place.portfolioId}`
      : sql<boolean>`log.holding_company_id = ${place.holdingCompanyId}`,
  )

async function factsWhere(db: Connection, condition: RawBuilder<boolean>): Promise<Map<string, LogFacts>> {
  const { rows } = await sql<
    Omit<StoredLog, 'groups'> & { groupIds: string[]; status: DealStatus; enabled: boolean }
  >`
    select log.id, ${SETTINGS}, coalesce(p.status, h.status) as status,
      coalesce(p.enable_q_and_a, h.enable_q_and_a) as enabled, coalesce(p.name, h.name) as "entityName",
      coalesce(p.slug, h.slug) as "entitySlug",
      array(select link.group_id from question_log_group link where link.log_id = log.id) as "groupIds"
    from question_log log left join portfolio p on p.id = log.portfolio_id
      left join holding_company h on h.id = log.holding_company_id
    where ${condition}`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        place: entityScope(row),
        restricted: row.restricted,
        groupIds: row.groupIds,
        eachParty: row.eachParty,
        name: row.name,
        entity: { id: row.portfolioId ?? row.companyId ?? '', name: row.entityName, slug: row.entitySlug },
        status: row.status,
        enabled: row.enabled,
      },
    ]),
  )
}

/** For mails. */
export const logFacts = async (db: Connection, logId: string): Promise<LogFacts | null> =>
  (await logFactsByIds(db, [logId])).get(logId) ?? null

export async function logById(db: Connection, actor: Actor, id: string): Promise<LogRow | null> {
  const { rows } = await sql<StoredLog>`${logs(actor)} and log.id = ${id}`.execute(db)
  return rows[0] ? seenBy(actor, rows[0]) : null
}

/** The logs of entities that the actor sees, in the order in which they were added. */
export async function logsOfEntities(
  db: Connection,
  actor: Actor,
  entityIds: readonly string[],
): Promise<LogRow[]> {
  const { rows } = await sql<StoredLog>`
    ${logs(actor)}
      and (log.portfolio_id = any(${entityIds}::uuid[]) or log.holding_company_id = any(${entityIds}::uuid[]))
    order by log.created_at, log.id`.execute(db)
  return rows.flatMap((row) => seenBy(actor, row) ?? [])
}

/** The logs of organisations that the actor sees, in the order in which they were added. */
export async function logsSeen(
  db: Connection,
  actor: Actor,
  organisationIds: readonly string[],
): Promise<LogRow[]> {
  if (organisationIds.length === 0) return []
  const { rows } = await sql<StoredLog>`
    ${logs(actor)} and log.organisation_id = any(${organisationIds}::uuid[])
    order by log.created_at, log.id`.execute(db)
  return rows.flatMap((row) => seenBy(actor, row) ?? [])
}

/** Logs of an entity, whoever sees them: for the bound on their number. */
export async function countLogs(db: Connection, entityId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from question_log log
    where log.portfolio_id = ${entityId} or log.holding_company_id = ${entityId}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface LogSettings {
  name: string
  restricted: boolean
  groupIds: readonly string[]
  /** Absent is ALL in a new log, and as it is in one that is changed. */
  visibility?: 'EACH_PARTY' | 'ALL' | null | undefined
  /** Absent is none in a new log, and as they are in one that is changed. */
  limits?: { [Name in keyof Limits]?: Limits[Name] | undefined } | null | undefined
  /** Names of what questions of a new log can be about, where they are not the usual ones. */
  choices?: { categories: readonly string[]; topics: readonly string[] }
}

const settingsColumns = ({ name, restricted, visibility, limits }: LogSettings) => ({
  name,
  restricted,
  ...(visibility && { each_party: visibility === 'EACH_PARTY' }),
  ...(limits && {
    limit_total: limits.total ?? null,
    limit_per_day: limits.perDay ?? null,
    limit_per_party: limits.perParty ?? null,
    ends_at: limits.endsAt ?? null,
  }),
})

async function setGroups(tx: Tx, logId: string, groupIds: readonly string[]): Promise<void> {
  await sql`delete from question_log_group
    where log_id = ${logId} and group_id <> all(${groupIds}::uuid[])`.execute(tx)
  await sql`insert into question_log_group (log_id, group_id)
    select ${logId}, unnest(${groupIds}::uuid[]) on conflict do nothing`.execute(tx)
}

/** @returns the id of the new log, which has the usual categories and topics unless others are given */
export async function insertLog(tx: Tx, place: EntityPlace, settings: LogSettings): Promise<string> {
  const id = newId()
  await tx
    .insertInto('question_log')
    .values({
      id,
      organisation_id: place.organisationId,
      portfolio_id: place.kind === 'portfolio' ? place.portfolioId : null,
      holding_company_id: place.kind === 'holdingCompany' ? place.holdingCompanyId : null,
      ...settingsColumns(settings),
    })
    .execute()
  await setGroups(tx, id, settings.groupIds)
  const choices = (names: readonly string[]) =>
    names.map((name, position) => ({ id: newId(), log_id: id, name, position }))
  const { categories, topics } = settings.choices ?? { categories: CATEGORIES, topics: TOPICS }
  if (categories.length > 0) await tx.insertInto('question_category').values(choices(categories)).execute()
  if (topics.length > 0) await tx.insertInto('question_topic').values(choices(topics)).execute()
  return id
}

export async function updateLog(tx: Tx, id: string, settings: LogSettings): Promise<void> {
  await tx
    .updateTable('question_log')
    .set((eb) => ({ ...settingsColumns(settings), revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await setGroups(tx, id, settings.groupIds)
}

/** The next number of a log, taken by this transaction (QA-18); no lower one than that. */
export async function takeNumber(tx: Tx, logId: string, atLeast = 1): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    update question_log set last_number = greatest(last_number + 1, ${atLeast}::integer) where id = ${logId}
    returning last_number as number`.execute(tx)
  return rows[0]?.number ?? 0
}

export type ChoiceKind = 'category' | 'topic'

/** Categories or topics of a log that the caller has shown to be visible, in their order. */
export async function choicesOf(db: Connection, kind: ChoiceKind, logId: string): Promise<ChoiceRow[]> {
  const table = kind === 'category' ? sql`question_category` : sql`question_topic`
  const { rows } = await sql<ChoiceRow>`
    select id, log_id as "logId", name from ${table} where log_id = ${logId} order by position, id`.execute(
    db,
  )
  return rows
}
