import { sql } from 'kysely'
import { conflict, requireFields } from '../../access/errors.ts'
import { requireNoHoldIn } from '../../access/legalHold.ts'
import type { OfficeDependents } from '../../admin/index.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'

/** For as long a deleted organisation can be restored. */
export const RESTORABLE_DAYS = 30

const OTHER_NAME = 'Please enter the name of the organisation exactly as it is.'

interface State {
  name: string
  deletedAt: Date | null
  isRestorable: boolean
}

/** The organisation for a change of whether it is there, which waits for other such changes and for new members. */
async function locked(tx: Tx, id: string): Promise<State> {
  const { rows } = await sql<State>`
    select name, deleted_at as "deletedAt", coalesce(purge_after > now(), false) as "isRestorable"
    from organisation where id = ${id} for no key update`.execute(tx)
  const [row] = rows
  if (!row) throw conflict('This organisation is no longer there.')
  return row
}

/**
 * Deletes an organisation with everything below it, for everyone and from this transaction on: its members leave its
 * groups, and staff hold nothing in it (`Actor.deletedOrganisationIds`). Its rows, files and address stay as they are
 * until it is restored or purged. Who may (super users) is the caller's to ask.
 * @param name typed by whoever deletes it
 * @throws BAD_USER_INPUT at `name` for another name, CONFLICT where it has been deleted already, and where one of its rooms
 * is under a legal hold (STAGE-12)
 */
export async function deleteOrganisation(
  tx: Tx,
  { id, by, name }: { id: string; by: string; name: string },
): Promise<void> {
  const organisation = await locked(tx, id)
  if (organisation.deletedAt) throw conflict('This organisation has already been deleted.')
  const isSame = name.normalize('NFC').trim() === organisation.name.normalize('NFC').trim()
  requireFields({ name: isSame ? null : OTHER_NAME })
  await requireNoHoldIn(tx, id)
  await sql`
    update organisation
    set deleted_at = now(), deleted_by = ${by}, purge_after = now() + make_interval(days => ${RESTORABLE_DAYS})
    where id = ${id}`.execute(tx)
  await sql`
    with gone as (
      delete from membership m using user_group g
      where g.id = m.group_id and g.organisation_id = ${id}
      returning m.group_id, m.person_id, m.created_at)
    insert into deleted_membership (group_id, person_id, created_at)
    select group_id, person_id, created_at from gone`.execute(tx)
}

/**
 * Gives a deleted organisation back to its members as it was.
 * @throws CONFLICT where it is not deleted, or was so for more than RESTORABLE_DAYS
 */
export async function restoreOrganisation(tx: Tx, id: string): Promise<void> {
  const organisation = await locked(tx, id)
  if (!organisation.deletedAt) throw conflict('This organisation is not deleted.')
  if (!organisation.isRestorable) {
    throw conflict(`This organisation was deleted more than ${RESTORABLE_DAYS} days ago.`)
  }
  await sql`
    update organisation set deleted_at = null, deleted_by = null, purge_after = null where id = ${id}`.execute(
    tx,
  )
  await sql`
    with back as (
      delete from deleted_membership d using user_group g
      where g.id = d.group_id and g.organisation_id = ${id}
      returning d.group_id, d.person_id, d.created_at)
    insert into membership (group_id, person_id, created_at)
    select group_id, person_id, created_at from back on conflict do nothing`.execute(tx)
}

/** Whether the organisation is deleted, or gone. */
export async function isClosed(db: Connection, id: string): Promise<boolean> {
  const { rows } = await sql`select from organisation where id = ${id} and deleted_at is null`.execute(db)
  return rows.length === 0
}

/**
 * For a change that adds members to a group: holds off a deletion of its organisation until the change is committed.
 * @throws CONFLICT where the organisation is deleted
 */
export async function requireOpen(tx: Tx, groupId: string): Promise<void> {
  const { rows } = await sql<{ deletedAt: Date | null }>`
    select o.deleted_at as "deletedAt" from user_group g join organisation o on o.id = g.organisation_id
    where g.id = ${groupId} for share of o`.execute(tx)
  if (rows[0]?.deletedAt) throw conflict('This organisation has been deleted.')
}

/** SQL: whether person `p` is in no other organisation than this, closed ones included, nor staff. */
export const isOnlyIn = (organisationId: string) => sql<boolean>`
  (not p.is_super_user and not exists (
    select from membership m join user_group g on g.id = m.group_id
    where m.person_id = p.id and g.organisation_id <> ${organisationId}
    union all
    select from deleted_membership d join user_group g on g.id = d.group_id
    where d.person_id = p.id and g.organisation_id <> ${organisationId}))`

/** The groups of an organisation and their members, as its deletion says beforehand; the first of what it takes with it. */
export async function membersOf(db: Connection, organisationId: string): Promise<OfficeDependents[]> {
  const { rows } = await sql<{ groups: number; people: number; only: number }>`
    select (select count(*)::integer from user_group where organisation_id = ${organisationId}) as groups,
      count(*)::integer as people, (count(*) filter (where ${isOnlyIn(organisationId)}))::integer as only
    from person p where exists (
      select from membership m join user_group g on g.id = m.group_id
      where m.person_id = p.id and g.organisation_id = ${organisationId})`.execute(db)
  const [counted] = rows
  if (!counted) return []
  return [
    { words: 'User groups', count: counted.groups, names: [] },
    { words: 'People who lose access', count: counted.people, names: [] },
    { words: 'People who are in no other organisation', count: counted.only, names: [] },
  ].filter(({ count }) => count > 0)
}
