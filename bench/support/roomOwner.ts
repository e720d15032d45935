import { Client } from '../../testing/client.ts'
import type { TestDatabase } from '../../testing/database/index.ts'
import { factories, PASSWORD } from '../../testing/factories.ts'
import type { Room } from '../../testing/room.ts'

/** Somebody who administers a room and its organisation, signed in. */
export interface Owner {
  client: Client
  personId: string
  groupId: string
  portfolioId: string
}

/** A new person with all rights on the room of a tree and on its organisation. */
export async function ownerOf(
  database: TestDatabase,
  address: string,
  { treeId }: Pick<Room, 'treeId'>,
): Promise<Owner> {
  const { rows } = await database.pool.query<{ organisationId: string; portfolioId: string }>(
    `select organisation_id as "organisationId", portfolio_id as "portfolioId" from document_tree where id = $1`,
    [treeId],
  )
  const [{ organisationId, portfolioId } = { organisationId: '', portfolioId: '' }] = rows
  const make = factories(database)
  const groupId = await make.group({
    organisationId,
    role: ['ORG_ADMIN', 'DEALROOM_ADMIN'],
    organisationWide: true,
  })
  const email = `owner.${treeId}@bench.example`
  const personId = await make.person({ email, password: PASSWORD })
  await make.member(groupId, personId)
  const client = new Client(address)
  await client.signIn(email, PASSWORD)
  return { client, personId, groupId, portfolioId }
}
