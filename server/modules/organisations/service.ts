import { sql } from 'kysely'
import {
  type DisplayStyle,
  type OrganizationKind,
  SEGUE_STATUS_LABELS,
  USUAL_STATUS_LABELS,
} from '../../../shared/enumerations.ts'
import { GROUP_NAME_TAKEN } from '../../../shared/peopleRules.ts'
import { CODENAMES, DEFAULT_ROLES, type Permission } from '../../../shared/permissions.ts'
import { isReserved, slugOf } from '../../../shared/slugs.ts'
import { badInput, conflict } from '../../access/errors.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { requireOpen } from './deletion.ts'
import { insertGroup, isGroupName } from './groups.ts'

/** The organisation whose label set and display style the specification fixes (ORG-38, ORG-40). */
const SEGUE = 'segue-infra'

export interface NewOrganisation {
  name: string
  /** Made from the name where left out. */
  slug?: string
  kind?: OrganizationKind
  /** By the slug where left out (ORG-41). */
  displayStyle?: DisplayStyle
  documentLabels?: boolean
  copilot?: boolean
}

/**
 * Creates an organisation with its default roles (ORG-18) and its label set (ORG-39).
 * @throws BAD_USER_INPUT for a slug that the product's own addresses use (ORG-43)
 */
export async function createOrganisation(tx: Tx, input: NewOrganisation): Promise<string> {
  const slug = input.slug ?? slugOf(input.name)
  if (slug === '' || isReserved(slug)) {
    throw badInput(`"${slug}" can't be an organisation's address. Please choose another.`)
  }
  const id = newId()
  const segue = slug === SEGUE
  await tx
    .insertInto('organisation')
    .values({
      id,
      name: input.name,
      slug,
      kind: input.kind ?? 'INVESTOR',
      display_style: input.displayStyle ?? (segue ? 'MW' : 'KW'),
      document_labels: input.documentLabels ?? false,
      copilot: input.copilot ?? false,
      status_labels: JSON.stringify(segue ? SEGUE_STATUS_LABELS : USUAL_STATUS_LABELS),
    })
    .execute()
  for (const [name, permissions] of Object.entries(DEFAULT_ROLES)) {
    await createRole(tx, id, name, permissions)
  }
  return id
}

/** Adds a role to an organisation: a name and the permissions it holds. */
export async function createRole(
  tx: Tx,
  organisationId: string,
  name: string,
  permissions: readonly Permission[],
): Promise<string> {
  const id = newId()
  await tx.insertInto('role').values({ id, organisation_id: organisationId, name }).execute()
  await setRolePermissions(tx, id, permissions)
  return id
}

/** Gives a role exactly these permissions. */
export async function setRolePermissions(
  tx: Tx,
  roleId: string,
  permissions: readonly Permission[],
): Promise<void> {
  const codenames = permissions.map((permission) => CODENAMES[permission])
  await sql`delete from role_permission where role_id = ${roleId} and codename <> all(${codenames}::text[])`.execute(
    tx,
  )
  if (codenames.length === 0) return
  await sql`
    insert into role_permission (role_id, codename)
    select ${roleId}, unnest(${codenames}::text[]) on conflict do nothing`.execute(tx)
}

export interface NewGroup {
  organisationId: string
  name: string
  roleName: string
  /** The role holds on the organisation and all its entities (ORG-24). */
  organisationWide?: boolean
}

/** Creates a user group without access to any entity yet; the funds module gives it some. */
export async function createGroup(tx: Tx, input: NewGroup): Promise<string> {
  const role = await tx
    .selectFrom('role')
    .select('id')
    .where('organisation_id', '=', input.organisationId)
    .where('name', '=', input.roleName)
    .executeTakeFirst()
  if (!role) throw badInput(`There is no role "${input.roleName}" in this organisation.`)
  if (await isGroupName(tx, input.organisationId, input.name)) throw conflict(GROUP_NAME_TAKEN)
  return insertGroup(tx, { ...input, roleId: role.id })
}

/**
 * Puts a person into a group; nothing changes where they are in it already.
 * @throws CONFLICT where the organisation of the group is deleted
 */
export async function addMember(tx: Tx, groupId: string, personId: string): Promise<void> {
  await requireOpen(tx, groupId)
  await tx
    .insertInto('membership')
    .values({ group_id: groupId, person_id: personId })
    .onConflict((conflicting) => conflicting.doNothing())
    .execute()
}
