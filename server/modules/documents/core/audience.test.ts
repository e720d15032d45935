import { expect, test } from 'vitest'
import { TAB_KINDS } from '../../../../shared/enumerations.ts'
import { DEFAULT_ROLES } from '../../../../shared/permissions.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories } from '../../../../testing/factories.ts'
import { loadActors } from '../../../access/loadActor.ts'
import { whoMayOpen } from './audience.ts'
import { openTree } from './trees.ts'

const database = testDatabase()
const make = factories(database)

test('DOC-36 DOC-37 ORG-57 DRM-25 who may open a tree is who is let in, for every role, type of tree and status', async () => {
  const organisationId = await make.organisation()
  const portfolios = [
    await make.portfolio({ organisationId }),
    await make.portfolio({ organisationId, status: 'DRAFT' }),
  ]
  const trees = [await make.tree({ organisationId, type: 'O_AND_M' })]
  for (const { id: portfolioId } of portfolios) {
    for (const type of TAB_KINDS) {
      if (type !== 'O_AND_M') trees.push(await make.tree({ organisationId, portfolioId, type }))
    }
  }
  const people = [await make.person({ isSuperUser: true }), await make.person()]
  for (const role of [...Object.keys(DEFAULT_ROLES), ['O_AND_M_ADMIN'], ['REPORTS_ADMIN']] as const) {
    for (const organisationWide of [false, true]) {
      const person = await make.person()
      const portfolioIds = organisationWide ? [] : portfolios.map(({ id }) => id)
      await make.member(await make.group({ organisationId, role, portfolioIds, organisationWide }), person)
      people.push(person)
    }
  }
  const actors = await loadActors(database.db, people)
  for (const treeId of trees) {
    const admitted: string[] = []
    for (const [id, actor] of actors) {
      const opened = await openTree(database.db, actor, treeId).catch(() => null)
      if (opened) admitted.push(id)
    }
    expect(await whoMayOpen(database.db, treeId, { limit: 1000 })).toEqual(admitted.toSorted())
    expect(admitted.length).toBeGreaterThan(1)
  }
  expect(await whoMayOpen(database.db, organisationId, { limit: 1000 })).toEqual([])
})
