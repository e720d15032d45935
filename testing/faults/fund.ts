import { Client } from '../client.ts'
import type { TestDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { Room } from '../room.ts'

/**
 * A portfolio with a documents tree, and so many contributors to it, each signed in to the server that answers at
 * the address and works on that database.
 */
export async function contributors(
  database: TestDatabase,
  address: string,
  count: number,
): Promise<[Room, ...Room[]]> {
  const make = factories(database)
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId })
  const treeId = await make.tree({ organisationId, portfolioId: portfolio.id, allowRootFiles: true })
  const group = await make.group({ organisationId, role: 'Contributor', portfolioIds: [portfolio.id] })
  const rooms: Room[] = []
  for (let number = 1; number <= count; number += 1) {
    const email = `writer${number}.${treeId}@faults.example`
    await make.member(group, await make.person({ email, password: PASSWORD }))
    const client = new Client(address)
    await client.signIn(email, PASSWORD)
    rooms.push(new Room(client, treeId))
  }
  const [first, ...others] = rooms
  if (!first) throw new RangeError('A room needs somebody in it.')
  return [first, ...others]
}
