import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { publish } from '../platform/events/index.ts'
import type { Actor } from './actor.ts'

/** The outbox topic under which the sockets of a person learn that they may hold something else by now. */
export const heldTopic = (personId: string): string => `held:${personId}`

/**
 * Has the open pages of all members of some groups asked again, in the transaction of a change or at its moment: they lose
 * within seconds what their people don't hold any more. Requests go by what is held anyway.
 * @param isOne SQL: whether it is group `g`
 */
export async function tellMembers(tx: Tx, isOne: RawBuilder<boolean>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct m.person_id as id from user_group g join membership m on m.group_id = g.id where ${isOne}`.execute(
    tx,
  )
  await publish(
    tx,
    rows.map(({ id }) => ({ topic: heldTopic(id), kind: 'HELD' })),
  )
}

/** What somebody holds, as a word that is the same as long as that is the same: a page reads all again where it is another. */
export function heldMark(actor: Actor): string {
  const groups = actor.groups
    .map(({ id, organisationWide, permissions, portfolioIds, holdingCompanyIds }) => [
      id,
      organisationWide,
      ...[permissions, portfolioIds, holdingCompanyIds].map((each) => [...each].sort()),
    ])
    .sort(([one], [other]) => String(one).localeCompare(String(other)))
  const held = [
    actor.isSuperUser,
    actor.viewing?.id ?? null,
    [...actor.deletedOrganisationIds].sort(),
    [...actor.closedRooms].sort(),
    groups,
  ]
  return createHash('sha256').update(JSON.stringify(held)).digest('base64url').slice(0, 16)
}
