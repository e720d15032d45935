import { beforeAll, expect, test } from 'vitest'
import type { Permission } from '../../../shared/permissions.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { documentsOver } from '../../../testing/documents.ts'
import { factories } from '../../../testing/factories.ts'
import type { Actor } from '../../access/actor.ts'
import { createOrganisations } from '../organisations/index.ts'
import { createPartner, createReporting, type Reporting } from './index.ts'

const database = testDatabase()
const make = factories(database)
const { documents } = documentsOver(database)
const ALL = { limit: 200, offset: 0 }
let reporting: Reporting

beforeAll(() => {
  reporting = createReporting(database.db, createOrganisations(database.db))
})

async function holder(
  organisationId: string,
  role: readonly Permission[],
  organisationWide = true,
): Promise<Actor> {
  const personId = await make.person()
  await make.member(await make.group({ organisationId, role, organisationWide }), personId)
  return make.actor(personId)
}

test('OAM-07 OAM-08 API-093 BO-30 ORG-57 partners by name, each with the sum of its sites, for whoever sees the area', async () => {
  const organisationId = await make.organisation({ name: 'Partner Fund' })
  const foreign = await make.organisation({ name: 'Other Fund' })
  const add = (name: string, capacities: number[], of = organisationId) =>
    database.db.transaction().execute((tx) =>
      createPartner(tx, {
        organisationId: of,
        name,
        sites: capacities.map((capacity, at) => ({ name: `Site ${at}`, capacity })),
      }),
    )
  await add('Partner 10', [1000, 2500.5])
  await add('Partner 9', [])
  await add('Elsewhere', [7], foreign)
  const reader = await holder(organisationId, ['O_AND_M_VIEW'])
  expect(await reporting.partners(reader, 'partner-fund', ALL)).toEqual([
    { id: expect.any(String), name: 'Partner 9', projectCount: 0, totalCapacity: 0 },
    { id: expect.any(String), name: 'Partner 10', projectCount: 2, totalCapacity: 3500.5 },
  ])
  expect(await reporting.partners(reader, 'partner-fund', { limit: 1, offset: 1 })).toHaveLength(1)
  await expect(
    reporting.partners(await holder(organisationId, ['REPORTS_VIEW']), 'partner-fund', ALL),
  ).rejects.toThrow('Not authorized.')
  // The right on entities alone is none on the organisation (ORG-24).
  await expect(
    reporting.partners(await holder(organisationId, ['O_AND_M_VIEW'], false), 'partner-fund', ALL),
  ).rejects.toThrow('Not authorized.')
  await expect(reporting.partners(reader, 'other-fund', ALL)).rejects.toThrow('Organisation not found.')
})

test('OAM-10 API-093 an organisation gets its O&M tree when an O&M admin first asks, once', async () => {
  const organisationId = await make.organisation()
  const reader = await holder(organisationId, ['O_AND_M_VIEW'])
  const admin = await holder(organisationId, ['O_AND_M_VIEW', 'O_AND_M_ADMIN'])
  const treeOf = (actor: Actor) => documents().operationsTree(actor, organisationId)
  expect(await treeOf(reader)).toBeNull()
  const trees = await Promise.all([treeOf(admin), treeOf(admin), treeOf(admin)])
  expect(new Set(trees.map((tree) => tree?.id)).size).toBe(1)
  const [tree] = trees
  expect((await treeOf(reader))?.id).toBe(tree?.id)
  const root = await documents().document(reader, tree?.id ?? '', null)
  expect([root.name, await documents().families.childCounts([root])]).toEqual(['O&M', [0]])
  await expect(treeOf(await holder(organisationId, ['DOCUMENTS_VIEW']))).rejects.toThrow('Not authorized.')
})
