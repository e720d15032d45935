import type { DisplayStyle, OrganizationKind, StatusLabels } from '../../../shared/enumerations.ts'
import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'

export interface OrganisationRow {
  id: string
  name: string
  slug: string
  kind: OrganizationKind
  displayStyle: DisplayStyle
  documentLabels: boolean
  copilot: boolean
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
      'status_labels as statusLabels',
    ])
    .orderBy('name')
    .orderBy('id')
    .$castTo<OrganisationRow>()

/** Organisations by id, whoever asks: the caller has checked that the actor may see what belongs to them. */
export const organisationsByIds = (db: Connection, ids: readonly string[]): Promise<OrganisationRow[]> =>
  select(db)
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()

/** The actor's organisations by name; for a super user all that are not deleted. */
export const organisationsOf = async (db: Connection, actor: Actor): Promise<OrganisationRow[]> => {
  if (actor.isSuperUser) return select(db).where('deleted_at', 'is', null).execute()
  const ids = [...new Set(actor.groups.map((group) => group.organisationId))]
  return ids.length === 0 ? [] : organisationsByIds(db, ids)
}

/** Organisations of other people that the actor shares with each, by name; in the order of the ids. */
export const organisationsShared = async (
  db: Connection,
  actor: Actor,
  personIds: readonly string[],
): Promise<OrganisationRow[][]> => {
  const mine = await organisationsOf(db, actor)
  const theirs = await db
    .selectFrom('membership')
    .innerJoin('user_group', 'user_group.id', 'membership.group_id')
    .select(['membership.person_id as personId', 'user_group.organisation_id as organisationId'])
    .distinct()
    .where('membership.person_id', '=', (eb) => eb.fn.any(eb.val([...personIds])))
    .execute()
  const shared = Map.groupBy(theirs, ({ personId }) => personId)
  return personIds.map((personId) => {
    const ids = new Set(shared.get(personId)?.map(({ organisationId }) => organisationId))
    return mine.filter(({ id }) => ids.has(id))
  })
}

/** The organisation of that slug if the actor is a member of it (ORG-03, SHELL-19). */
export const organisationBySlug = async (
  db: Connection,
  actor: Actor,
  slug: string,
): Promise<OrganisationRow | null> =>
  (await organisationsOf(db, actor)).find((organisation) => organisation.slug === slug) ?? null
