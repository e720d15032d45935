import { PERMISSIONS, type Permission } from '../../shared/permissions.ts'
import { type Actor, groupHolds, type HeldGroup, holds, type PermissionScope, type Viewing } from './actor.ts'
import { DomainError } from './errors.ts'

/** Whose view a session has of one fund entity, or of an organisation's O&M area, as it is kept. */
export interface StoredView {
  id: string
  /** Name of the group or person when the view began. */
  name: string
  place: PermissionScope
  expiresAt: Date
  /** What the group is, or all groups of the person in the organisation, with what they hold at this moment. */
  groups: readonly HeldGroup[]
}

/**
 * For each permission the right with which the viewer sees all that it shows by the group that holds it; its own name
 * where it shows the same to everybody who holds it. Null for those that no view has. Every permission is decided here.
 */
const SEEN_WITH: Readonly<Record<Permission, Permission | null>> = {
  // They hold on whole organisations (ORG-24, ORG-25): what they give on the entity is listed instead.
  ORG_ADMIN: null,
  USERS_ADMIN: null,
  DOCUMENTS_VIEW: 'DOCUMENTS_ADMIN',
  DOCUMENTS_EDIT: 'DOCUMENTS_ADMIN',
  DOCUMENTS_DELETE: 'DOCUMENTS_ADMIN',
  REPORTS_VIEW: 'REPORTS_ADMIN',
  REPORTS_EDIT: 'REPORTS_ADMIN',
  O_AND_M_VIEW: 'O_AND_M_ADMIN',
  // A restricted log or page is shown to groups that the viewer may not be in (QA-14, SUBP-29).
  QUESTIONS_VIEW: 'QUESTION_LOG_ADMIN',
  QUESTIONS_EDIT: 'QUESTION_LOG_ADMIN',
  QUESTION_ANSWERS_VIEW: 'QUESTION_LOG_ADMIN',
  QUESTION_ANSWERS_EDIT: 'QUESTION_LOG_ADMIN',
  OVERVIEW_VIEW: 'DEALROOM_ADMIN',
  ACCESS_LOG_VIEW: 'ACCESS_LOG_VIEW',
  CHECKLISTS_ADMIN: 'CHECKLISTS_ADMIN',
  DEALROOM_ADMIN: 'DEALROOM_ADMIN',
  DEALROOM_VIEW: 'DEALROOM_VIEW',
  DOCUMENTS_ADMIN: 'DOCUMENTS_ADMIN',
  DOCUMENTS_HISTORY_VIEW: 'DOCUMENTS_HISTORY_VIEW',
  O_AND_M_ADMIN: 'O_AND_M_ADMIN',
  PROJECTS_ADMIN: 'PROJECTS_ADMIN',
  PROJECTS_VIEW: 'PROJECTS_VIEW',
  QUESTION_LOG_ADMIN: 'QUESTION_LOG_ADMIN',
  REPORTS_ADMIN: 'REPORTS_ADMIN',
  REPORTS_HISTORY_VIEW: 'REPORTS_HISTORY_VIEW',
}

/** All that a view of an organisation shows: of its entities nothing. */
const OF_OPERATIONS: ReadonlySet<Permission> = new Set<Permission>(['O_AND_M_VIEW', 'O_AND_M_ADMIN'])

/** With one of them a person knows all users of an entity. */
const KNOWING_USERS: readonly Permission[] = ['DEALROOM_ADMIN', 'CHECKLISTS_ADMIN', 'USERS_ADMIN']

/** Whether the actor may know who are the users of the place. */
export const knowsUsers = (actor: Actor, place: PermissionScope): boolean =>
  KNOWING_USERS.some((permission) => holds(actor, permission, place))

/** Whether somebody may see the place as others do: a super user, or who sees all of its documents (PERM-11). */
export const mayViewAs = (actor: Actor, place: PermissionScope): boolean =>
  actor.viewing === null &&
  holds(actor, place.kind === 'organisation' ? 'O_AND_M_ADMIN' : 'DOCUMENTS_ADMIN', place)

/**
 * The actor in the view of others: with those rights alone that both have on the place, and none elsewhere. What is
 * permitted to the others' groups counts only where the viewer sees all of its kind themselves, so that nobody learns by
 * a view what they may not know.
 * @returns null where the viewer may not have the view any more, or there is nothing that the others see
 */
export function viewedAs(viewer: Actor, { id, name, place, expiresAt, groups }: StoredView): Actor | null {
  if (!mayViewAs(viewer, place)) return null
  const narrowed = groups.flatMap((group) => narrowGroup(viewer, group, place))
  if (narrowed.length === 0) return null
  const own = new Set(viewer.groups.map((group) => group.id))
  return {
    ...viewer,
    isSuperUser: false,
    groups: narrowed,
    viewing: { id, name, place, expiresAt, knownGroupIds: knowsUsers(viewer, place) ? null : own },
  }
}

function narrowGroup(viewer: Actor, group: HeldGroup, place: PermissionScope): HeldGroup[] {
  const permissions = PERMISSIONS.filter((permission) => {
    const seenWith = SEEN_WITH[permission]
    return (
      seenWith !== null &&
      (place.kind !== 'organisation' || OF_OPERATIONS.has(permission)) &&
      groupHolds(group, permission, place) &&
      holds(viewer, permission, place) &&
      holds(viewer, seenWith, place)
    )
  })
  if (permissions.length === 0) return []
  return [
    {
      ...group,
      permissions: new Set(permissions),
      organisationWide: false,
      organisationItself: place.kind === 'organisation',
      portfolioIds: new Set(place.kind === 'portfolio' ? [place.portfolioId] : []),
      holdingCompanyIds: new Set(place.kind === 'holdingCompany' ? [place.holdingCompanyId] : []),
    },
  ]
}

/** For all that would change something, or take files along, while somebody sees a room as others do. */
export const readOnlyView = ({ name }: Pick<Viewing, 'name'>): DomainError =>
  new DomainError(
    'FORBIDDEN',
    `You are viewing as ${name}, which is read only. Leave the view to change or download something.`,
    { reason: 'VIEW_AS' },
  )
