import { sql } from 'kysely'
import { badInput, notFound } from '../../../access/errors.ts'
import {
  type AdminResource,
  flagIn,
  type OfficeValues,
  ORGANISATION_FIELD,
  requiredIn,
  severalIn,
  tableResource,
} from '../../../admin/index.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { alsoLock } from '../../../platform/database/withLock.ts'
import { entitiesOfOrganisation, setGroupEntities } from '../../funds/index.ts'
import { requireOpen } from '../../organisations/index.ts'
import { peopleLock } from '../core/admins.ts'
import { type GroupRow, groupsByIds, organisationOfGroup } from '../core/groups.ts'
import { addMember, type Losses, removeMember } from '../core/members.ts'
import { addGroup, type GroupValues, removeGroup, saveGroup } from './saving.ts'

const ELSEWHERE = 'Please choose what belongs to the same organisation.'

/** Gives a group its entities. @throws BAD_USER_INPUT for one of another organisation */
async function setEntities(tx: Tx, groupId: string, values: OfficeValues): Promise<void> {
  const entities = entitiesIn(values)
  const own = await entitiesOfOrganisation(tx, requiredIn(values, 'organisationId'), entities)
  for (const field of ['portfolioIds', 'holdingCompanyIds'] as const) {
    if (own[field].length < entities[field].length) throw badInput(ELSEWHERE, { [field]: ELSEWHERE })
  }
  await setGroupEntities(tx, groupId, entities)
}

async function setMembers(
  tx: Tx,
  losses: Losses,
  groupId: string,
  { had, wanted }: { had: readonly string[]; wanted: readonly string[] },
): Promise<void> {
  for (const personId of wanted) if (!had.includes(personId)) await addMember(tx, groupId, personId)
  for (const personId of had) {
    if (!wanted.includes(personId)) await removeMember(tx, losses, { groupId, personId })
  }
}

const valuesOf = (values: OfficeValues): GroupValues => ({
  organisationId: requiredIn(values, 'organisationId'),
  name: requiredIn(values, 'name'),
  roleId: requiredIn(values, 'roleId'),
  organisationWide: flagIn(values, 'organisationWide'),
})

const entitiesIn = (values: OfficeValues) => ({
  portfolioIds: severalIn(values, 'portfolioIds'),
  holdingCompanyIds: severalIn(values, 'holdingCompanyIds'),
})

/** User groups with their members and all that they reach, holding companies and the whole organisation included (BO-15). */
export const groupKind = (losses: Losses): AdminResource => ({
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
    toldBy: ['organisationId'],
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
        within: 'organisationId',
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
      {
        name: 'portfolioIds',
        label: 'Portfolios',
        type: 'REFERENCES',
        of: 'portfolio',
        within: 'organisationId',
      },
      {
        name: 'holdingCompanyIds',
        label: 'Holding companies',
        type: 'REFERENCES',
        of: 'holdingcompany',
        within: 'organisationId',
      },
      { name: 'memberIds', label: 'Members', type: 'REFERENCES', of: 'user' },
      { name: 'createdAt', label: 'Created', type: 'MOMENT', readOnly: true },
    ],
  }),
  lockOf: async (db, id) => peopleLock((await organisationOfGroup(db, id)) ?? ''),
  create: async (tx, actor, values) => {
    await alsoLock(tx, peopleLock(requiredIn(values, 'organisationId')))
    const { id } = await addGroup(tx, actor, valuesOf(values), async (groupId) => {
      await setEntities(tx, groupId, values)
      await setMembers(tx, losses, groupId, { had: [], wanted: severalIn(values, 'memberIds') })
    })
    return id
  },
  change: async (tx, actor, id, values, before) => {
    await requireOpen(tx, id)
    await saveGroup(tx, actor, await storedGroup(tx, id), valuesOf(values), async () => {
      await setEntities(tx, id, values)
      await setMembers(tx, losses, id, {
        had: severalIn(before, 'memberIds'),
        wanted: severalIn(values, 'memberIds'),
      })
    })
  },
  remove: async (tx, actor, id) => {
    await requireOpen(tx, id)
    await removeGroup(tx, actor, await storedGroup(tx, id))
  },
})

/** @throws NOT_FOUND */
async function storedGroup(tx: Tx, id: string): Promise<GroupRow> {
  const [group] = await groupsByIds(tx, [id])
  if (!group) throw notFound('User group')
  return group
}
