import { GROUP_NAME_TAKEN } from '../../../../shared/peopleRules.ts'
import { badInput, conflict } from '../../../access/errors.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { createOrganisation as insertOrganisation, type NewOrganisation } from '../../organisations/index.ts'
import { insertGroup, isGroupName } from './groups.ts'
import { createDefaultRoles } from './roles.ts'

// What an installation starts with, which nobody makes: the demo and tests are filled by it.

/**
 * Creates an organisation with its default roles (ORG-18) and its label set (ORG-39).
 * @throws BAD_USER_INPUT for an address that the product's own addresses use (ORG-43)
 */
export async function createOrganisation(tx: Tx, input: NewOrganisation): Promise<string> {
  const id = await insertOrganisation(tx, input)
  await createDefaultRoles(tx, id)
  return id
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
