import { sql } from 'kysely'
import { GROUP_NAME_TAKEN } from '../../../../shared/peopleRules.ts'
import { badInput, conflict } from '../../../access/errors.ts'
import {
  type AdminResource,
  flagIn,
  type OfficeValues,
  ORGANISATION_FIELD,
  requiredIn,
  severalIn,
  tableResource,
} from '../../../access/office/index.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Hooks } from '../../../platform/hooks.ts'
import { entitiesOfOrganisation, setGroupEntities } from '../../funds/index.ts'
import {
  addMember,
  changeGroup,
  deleteGroup,
  groupsOfOrganisation,
  insertGroup,
  isGroupName,
  keepAdmin,
  memberRemoved,
  organisationOfGroup,
  peopleLock,
  removeMember,
  rolesOfOrganisation,
} from '../../organisations/index.ts'
import { sendNewLinks } from '../invitations/invitations.ts'

/** @throws BAD_USER_INPUT for a role or an entity of another organisation, CONFLICT for a name that is taken */
async function requireGood(tx: Tx, values: OfficeValues, exceptId?: string): Promise<void> {
  const organisationId = requiredIn(values, 'organisationId')
  const elsewhere = 'Please choose what belongs to the same organisation.'
  if ((await rolesOfOrganisation(tx, organisationId, requiredIn(values, 'roleId'))).length === 0) {
    throw badInput(elsewhere, { roleId: elsewhere })
  }
  const entities = entitiesIn(values)
  const own = await entitiesOfOrganisation(tx, organisationId, entities)
  for (const field of ['portfolioIds', 'holdingCompanyIds'] as const) {
    if (own[field].length < entities[field].length) throw badInput(elsewhere, { [field]: elsewhere })
  }
  if (await isGroupName(tx, organisationId, requiredIn(values, 'name'), exceptId)) {
    throw conflict(GROUP_NAME_TAKEN, { name: GROUP_NAME_TAKEN })
  }
}

const entitiesIn = (values: OfficeValues) => ({
  portfolioIds: severalIn(values, 'portfolioIds'),
  holdingCompanyIds: severalIn(values, 'holdingCompanyIds'),
})

/** User groups with their members and all that they reach, holding companies and the whole organisation included (BO-15). */
export const groupKind = (hooks: Hooks): AdminResource => ({
  ...tableResource({
    name: 'usergroup',
    path: 'users/usergroup',
    section: 'People',
    one: 'user group',
    many: 'User groups',
    about: 'Its members hold its role on the portfolios and holding companies given here.',
    table: 'user_group',
    names: 'name',
    searched: ['name'],
    sort: 'name',
    parts: ['deleted_membership', 'membership', 'user_group_portfolio', 'user_group_holding_company'],
    columns: {
      memberIds: sql`array(select m.person_id from membership m where m.group_id = row.id order by m.person_id)`,
      portfolioIds: sql`array(
        select given.portfolio_id from user_group_portfolio given where given.group_id = row.id order by given.portfolio_id)`,
      holdingCompanyIds: sql`array(
        select given.holding_company_id from user_group_holding_company given
        where given.group_id = row.id order by given.holding_company_id)`,
    },
    fields: [
      { name: 'name', label: 'Name', type: 'TEXT', required: true, listed: true, sortable: true, max: 128 },
      ORGANISATION_FIELD,
      {
        name: 'roleId',
        label: 'Role',
        type: 'REFERENCE',
        of: 'role',
        required: true,
        listed: true,
        filter: true,
      },
      {
        name: 'organisationWide',
        label: 'Organisation-wide',
        type: 'FLAG',
        help: 'The role holds on the organisation and all its portfolios and holding companies.',
        listed: true,
        filter: true,
      },
      { name: 'portfolioIds', label: 'Portfolios', type: 'REFERENCES', of: 'portfolio' },
      { name: 'holdingCompanyIds', label: 'Holding companies', type: 'REFERENCES', of: 'holdingcompany' },
      { name: 'memberIds', label: 'Members', type: 'REFERENCES', of: 'user' },
      { name: 'createdAt', label: 'Created', type: 'MOMENT', readOnly: true },
    ],
  }),
  lockOf: async (db, id) => peopleLock((await organisationOfGroup(db, id)) ?? ''),
  create: async (tx, _actor, values) => {
    await requireGood(tx, values)
    const id = await insertGroup(tx, {
      organisationId: requiredIn(values, 'organisationId'),
      name: requiredIn(values, 'name'),
      roleId: requiredIn(values, 'roleId'),
      organisationWide: flagIn(values, 'organisationWide'),
    })
    await setGroupEntities(tx, id, entitiesIn(values))
    for (const personId of severalIn(values, 'memberIds')) await addMember(tx, id, personId)
    return id
  },
  change: async (tx, actor, id, values, before) => {
    await requireGood(tx, values, id)
    const organisationId = requiredIn(values, 'organisationId')
    const [stored] = await groupsOfOrganisation(tx, organisationId, [id])
    await keepAdmin(tx, organisationId, async () => {
      await changeGroup(tx, {
        id,
        name: requiredIn(values, 'name'),
        roleId: requiredIn(values, 'roleId'),
        organisationWide: flagIn(values, 'organisationWide'),
        revision: (stored?.revision ?? 0) + 1,
      })
      await setGroupEntities(tx, id, entitiesIn(values))
      await setMembers(tx, hooks, id, {
        had: severalIn(before, 'memberIds'),
        wanted: severalIn(values, 'memberIds'),
      })
    })
    const [after] = await groupsOfOrganisation(tx, requiredIn(values, 'organisationId'), [id])
    if (stored && after) await sendNewLinks(tx, actor, { before: stored, after })
  },
  remove: async (tx, _actor, id) => {
    const organisationId = await organisationOfGroup(tx, id)
    await keepAdmin(tx, organisationId ?? '', () => deleteGroup(tx, id))
  },
})

async function setMembers(
  tx: Tx,
  hooks: Hooks,
  groupId: string,
  { had, wanted }: { had: readonly string[]; wanted: readonly string[] },
): Promise<void> {
  for (const personId of wanted) if (!had.includes(personId)) await addMember(tx, groupId, personId)
  for (const personId of had) {
    if (wanted.includes(personId)) continue
    await removeMember(tx, groupId, personId)
    await hooks.ask(memberRemoved, tx, { groupId, personId })
  }
}
