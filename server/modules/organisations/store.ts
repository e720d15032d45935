import { sql } from 'kysely'
import type { DisplayStyle, OrganizationKind, StatusLabels } from '../../../shared/enumerations.ts'
import { type Actor, organisationIdsOf } from '../../access/actor.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'

export interface OrganisationRow {
  id: string
  name: string
  slug: string
  kind: OrganizationKind
  displayStyle: DisplayStyle
  documentLabels: boolean
  copilot: boolean
  /** Whether tokens may be used for what belongs to it (TOKEN-01). */
  apiTokensAllowed: boolean
  statusLabels: StatusLabels
}

const select = (db: Connection) =>
  db
    .selectFrom('organisation')
    .select([
      'id',
      'name',
      'slug',
      'kind',
      'display_style as displayStyle',
      'document_labels as documentLabels',
      'copilot',
      'api_tokens_allowed as apiTokensAllowed',
      'status_labels as statusLabels',
    ])
    .orderBy(sql`organisation.name collate name_order`)
    .orderBy('id')
    .$castTo<OrganisationRow>()

/** Organisations by id, whoever asks: the caller has checked that the actor may see what belongs to them. */
export const organisationsByIds = (db: Connection, ids: readonly string[]): Promise<OrganisationRow[]> =>
  select(db)
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()

/** Those of them that are not deleted. The caller has shown that their names may be known. */
export const openOrganisations = (db: Connection, ids: readonly string[]): Promise<OrganisationRow[]> =>
  select(db)
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('deleted_at', 'is', null)
    .execute()

/** Those that the actor is in (ORG-03): a super user in all that are not deleted, without reading them. */
const openTo = (db: Connection, actor: Actor) =>
  actor.isSuperUser
    ? select(db).where('deleted_at', 'is', null)
    : select(db).where('id', '=', (eb) => eb.fn.any(eb.val(organisationIdsOf(actor))))

/** The actor's organisations by name, or a part of them; for a super user all that are not deleted. */
export const organisationsOf = async (
  db: Connection,
  actor: Actor,
  part: { limit: number; offset: number } | null,
): Promise<OrganisationRow[]> => {
  const mine = openTo(db, actor)
  return (part ? mine.limit(part.limit).offset(part.offset) : mine).execute()
}

/** Organisations that the actor belongs to by their groups, as a super user does to few or none. */
export const organisationsJoined = async (db: Connection, actor: Actor): Promise<OrganisationRow[]> =>
  actor.groups.length === 0 ? [] : organisationsByIds(db, organisationIdsOf(actor))

/** Organisations of other people that the actor shares with each, by name; in the order of the ids. */
export const organisationsShared = async (
  db: Connection,
  actor: Actor,
  personIds: readonly string[],
): Promise<OrganisationRow[][]> => {
  const theirs = await db
    .selectFrom('membership')
    .innerJoin('user_group', 'user_group.id', 'membership.group_id')
    .select(['membership.person_id as personId', 'user_group.organisation_id as organisationId'])
    .distinct()
    .where('membership.person_id', '=', (eb) => eb.fn.any(eb.val([...personIds])))
    .execute()
  const ids = [...new Set(theirs.map(({ organisationId }) => organisationId))]
  const mine =
    ids.length === 0
      ? []
      : await openTo(db, actor)
          .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
          .execute()
  const shared = Map.groupBy(theirs, ({ personId }) => personId)
  return personIds.map((personId) => {
    const common = new Set(shared.get(personId)?.map(({ organisationId }) => organisationId))
    return mine.filter(({ id }) => common.has(id))
  })
}

/** The organisation of that slug if the actor is a member of it (ORG-03, SHELL-19). */
export const organisationBySlug = async (
  db: Connection,
  actor: Actor,
  slug: string,
): Promise<OrganisationRow | null> =>
  (await openTo(db, actor).where('slug', '=', slug).executeTakeFirst()) ?? null

/** Whether one of the actor's organisations has the copilot on. */
export const anyHasCopilot = async (db: Connection, actor: Actor): Promise<boolean> =>
  (await openTo(db, actor).where('copilot', '=', true).limit(1).executeTakeFirst()) !== undefined

/** The organisation of that id if the actor is in it. */
export const organisationOpenTo = async (
  db: Connection,
  actor: Actor,
  id: string,
): Promise<OrganisationRow | null> =>
  (await openTo(db, actor).where('id', '=', id).executeTakeFirst()) ?? null

/** Whether tokens may be used for what belongs to an organisation. @returns false where that was so already */
export async function setTokensAllowed(tx: Tx, id: string, isAllowed: boolean): Promise<boolean> {
  const changed = await tx
    .updateTable('organisation')
    .set({ api_tokens_allowed: isAllowed })
    .where('id', '=', id)
    .where('api_tokens_allowed', '<>', isAllowed)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
