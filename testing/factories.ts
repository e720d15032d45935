import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../server/access/actor.ts'
import { loadActor } from '../server/access/loadActor.ts'
import { createPerson } from '../server/modules/accounts/index.ts'
import { createTree } from '../server/modules/documents/index.ts'
import { createHoldingCompany, createPortfolio, grantEntities } from '../server/modules/funds/index.ts'
import {
  addMember,
  createGroup,
  createOrganisation,
  createRole,
} from '../server/modules/memberships/index.ts'
import { newId } from '../server/platform/ids.ts'
import type { DealStatus, TabKind } from '../shared/enumerations.ts'
import type { Permission } from '../shared/permissions.ts'
import type { TestDatabase } from './database/index.ts'

/** The password of every person that a factory makes. */
export const PASSWORD = 'Daylight-2026'

let counter = 0
const unique = (word: string): string => {
  counter += 1
  return `${word} ${counter}`
}

/** Of people made before, by password: a hash costs 25 ms of a processor, and nearly everybody has the same password. */
const hashes = new Map<string, string>()

/** Makes what a test needs, each thing with its own prerequisites, through the product's own services. */
export function factories(database: TestDatabase) {
  const write = <T>(work: Parameters<ReturnType<TestDatabase['db']['transaction']>['execute']>[0]) =>
    database.db.transaction().execute(work) as Promise<T>

  const organisation = (input: Partial<Parameters<typeof createOrganisation>[1]> = {}): Promise<string> =>
    write((tx) => createOrganisation(tx, { name: unique('Fund'), ...input }))

  const person = (
    input: { email?: string; isSuperUser?: boolean; password?: string; acceptsLicence?: false } = {},
  ): Promise<string> =>
    write(async (tx) => {
      const email = input.email ?? `${unique('person').replace(' ', '')}@test.example`
      const { password = '' } = input
      const known = hashes.get(password)
      const id = await createPerson(tx, {
        email,
        firstName: 'Pat',
        lastName: unique('Lee'),
        ...(password !== '' && known === undefined ? { password } : {}),
        isSuperUser: input.isSuperUser ?? false,
        ...(input.acceptsLicence === false ? {} : { acceptedEulaAt: new Date() }),
      })
      if (password === '') return id
      const { rows } = await sql<{ hash: string }>`
        update person set password_hash = coalesce(password_hash, ${known ?? null}) where id = ${id}
        returning password_hash as hash`.execute(tx)
      for (const { hash } of rows) hashes.set(password, hash)
      return id
    })

  const portfolio = (input: {
    organisationId: string
    name?: string
    status?: DealStatus
    dealManagerId?: string
  }): Promise<{ id: string; slug: string }> =>
    write((tx) => createPortfolio(tx, { name: unique('Portfolio'), status: 'DILIGENCE', ...input }))

  const holdingCompany = (input: {
    organisationId: string
    name?: string
    status?: DealStatus
    enableReports?: boolean
    portfolioIds?: readonly string[]
  }): Promise<{ id: string; slug: string }> =>
    write((tx) =>
      createHoldingCompany(tx, {
        name: unique('Company'),
        status: 'ACQUIRED',
        ...input,
        portfolioIds: input.portfolioIds ?? [],
      }),
    )

  /** Of the portfolio or the holding company, or of the organisation itself without either. */
  const tree = (input: {
    organisationId: string
    portfolioId?: string
    holdingCompanyId?: string
    type?: TabKind
    permissionsType?: 'ROLE' | 'GROUP'
    allowRootFiles?: boolean
  }): Promise<string> => write((tx) => createTree(tx, { type: 'DOCUMENTS', ...input }))

  /** A portfolio of an organisation of its own with a tree of documents; `root` is the root's id in the API. */
  const room = async (
    input: Parameters<typeof organisation>[0] = {},
  ): Promise<{ place: { organisationId: string; portfolioId: string }; treeId: string; root: string }> => {
    const organisationId = await organisation(input)
    const { id: portfolioId } = await portfolio({ organisationId })
    const place = { organisationId, portfolioId }
    const treeId = await tree(place)
    return { place, treeId, root: `tree:${treeId}` }
  }

  /** A group holding exactly these permissions, or a default role by its name, on the portfolios. */
  const group = (input: {
    organisationId: string
    name?: string
    role: string | readonly Permission[]
    portfolioIds?: readonly string[]
    holdingCompanyIds?: readonly string[]
    organisationWide?: boolean
  }): Promise<string> =>
    write(async (tx) => {
      let roleName = input.role
      if (typeof roleName !== 'string') {
        const permissions = roleName
        roleName = unique('Role')
        await createRole(tx, input.organisationId, roleName, permissions)
      }
      const id = await createGroup(tx, {
        organisationId: input.organisationId,
        name: input.name ?? unique('Group'),
        roleName,
        organisationWide: input.organisationWide ?? false,
      })
      await grantEntities(tx, id, {
        portfolioIds: input.portfolioIds ?? [],
        holdingCompanyIds: input.holdingCompanyIds ?? [],
      })
      return id
    })

  const member = (groupId: string, personId: string): Promise<void> =>
    write((tx) => addMember(tx, groupId, personId))

  /** The actor that a request of that person would have now, in a session of its own. */
  const actor = (personId: string): Promise<Actor> => loadActor(database.db, personId, newId())

  /** The same as a request would have it in that session, which is there: what goes on ends with it. */
  const inSession = async <T extends Actor>(who: T): Promise<T> => {
    await database.db
      .insertInto('session')
      .values({ id: who.sessionId, token_hash: randomBytes(32), person_id: who.personId })
      .execute()
    return { ...who, sessionBound: true }
  }

  /** A new person in a new group with these permissions on the portfolio, as an actor. */
  const actorWith = async (
    place: { organisationId: string; portfolioId: string },
    role: string | readonly Permission[],
    groupName?: string,
  ): Promise<Actor & { groupId: string }> => {
    const personId = await person()
    const groupId = await group({
      organisationId: place.organisationId,
      role,
      portfolioIds: [place.portfolioId],
      ...(groupName ? { name: groupName } : {}),
    })
    await member(groupId, personId)
    return { ...(await actor(personId)), groupId }
  }

  return {
    organisation,
    person,
    portfolio,
    holdingCompany,
    tree,
    room,
    group,
    member,
    actor,
    inSession,
    actorWith,
  }
}
