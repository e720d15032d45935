import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { isPersonWho, personHolds } from '../../access/audience.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createHooks } from '../../platform/hooks.ts'
import { createFunds, type Funds } from '../funds/index.ts'
import { addMember } from '../memberships/index.ts'
import { createOrganisations, deleteOrganisation, type Organisations, restoreOrganisation } from './index.ts'

const database = testDatabase()
const make = factories(database)
let organisations: Organisations
let funds: Funds
let staffId: string

beforeAll(async () => {
  organisations = createOrganisations(database.db)
  funds = createFunds(
    database.db,
    organisations,
    createHooks(() => []),
  )
  staffId = await make.person({ isSuperUser: true })
})

const changing = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction().execute(work)

/** An organisation with a room and a member of it, and all that a test asks of them. */
async function fund(name: string) {
  const id = await make.organisation({ name })
  const portfolio = await make.portfolio({ organisationId: id })
  const personId = await make.person()
  const groupId = await make.group({
    organisationId: id,
    role: ['DOCUMENTS_VIEW'],
    portfolioIds: [portfolio.id],
  })
  await make.member(groupId, personId)
  const place = { kind: 'portfolio', organisationId: id, portfolioId: portfolio.id } as const
  const seenBy = async (who: string) => {
    const actor = await make.actor(who)
    return {
      organisation: (await organisations.of(actor, null)).some((each) => each.id === id),
      room: (await funds.portfolioBySlug(actor, portfolio.slug)) !== null,
      listed: (await funds.portfolios(actor, {})).some((each) => each.id === portfolio.id),
      mailed: await isPersonWho(database.db, who, personHolds(place, 'DOCUMENTS_VIEW')),
    }
  }
  return { id, name, groupId, personId, seenBy }
}

const ALL = { organisation: true, room: true, listed: true, mailed: true }
const NOTHING = { organisation: false, room: false, listed: false, mailed: false }

describe('a deleted organisation', () => {
  test('is closed for its members and for staff, leaves others as they are, and comes back as it was', async () => {
    const [mine, other] = [await fund('Closing Fund'), await fund('Staying Fund')]
    for (const who of [mine.personId, staffId]) expect(await mine.seenBy(who)).toEqual(ALL)
    await changing((tx) => deleteOrganisation(tx, { id: mine.id, by: staffId, name: mine.name }))
    for (const who of [mine.personId, staffId]) expect(await mine.seenBy(who)).toEqual(NOTHING)
    for (const who of [other.personId, staffId]) expect(await other.seenBy(who)).toEqual(ALL)
    await changing((tx) => restoreOrganisation(tx, mine.id))
    for (const who of [mine.personId, staffId]) expect(await mine.seenBy(who)).toEqual(ALL)
    const { rows } = await database.pool.query('select from deleted_membership where group_id = $1', [
      mine.groupId,
    ])
    expect(rows).toHaveLength(0)
  })

  test('is deleted by its exact name only, and once', async () => {
    const { id, name } = await fund('Named Fund')
    const deleting = (typed: string) =>
      changing((tx) => deleteOrganisation(tx, { id, by: staffId, name: typed }))
    await expect(deleting('named fund')).rejects.toThrow('exactly as it is')
    await deleting(` ${name} `)
    await expect(deleting(name)).rejects.toThrow('already been deleted')
  })

  test('takes no new members', async () => {
    const { id, name, groupId } = await fund('Full Fund')
    await changing((tx) => deleteOrganisation(tx, { id, by: staffId, name }))
    const personId = await make.person()
    await expect(changing((tx) => addMember(tx, groupId, personId))).rejects.toThrow('has been deleted')
  })

  test('is not restored after 30 days, nor while it is open', async () => {
    const { id, name } = await fund('Late Fund')
    await expect(changing((tx) => restoreOrganisation(tx, id))).rejects.toThrow('is not deleted')
    await changing((tx) => deleteOrganisation(tx, { id, by: staffId, name }))
    await database.pool.query("update organisation set purge_after = now() - interval '1 s' where id = $1", [
      id,
    ])
    await expect(changing((tx) => restoreOrganisation(tx, id))).rejects.toThrow('more than 30 days')
  })
})
