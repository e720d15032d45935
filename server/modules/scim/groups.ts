import type { Database, Tx } from '../../platform/database/database.ts'
import { withLock } from '../../platform/database/withLock.ts'
import { type Losses, peopleLock } from '../memberships/index.ts'
import { fillGroups } from './directory.ts'
import { invalidValue, taken, unknownResource } from './errors.ts'
import { type GroupDraft, groupIn, type MemberChange, patchedGroup } from './groupDraft.ts'
import {
  changeMembers,
  deleteGroup,
  type GroupRow,
  groupOf,
  insertGroup,
  knownUsers,
  peopleOf,
  updateGroup,
} from './groupStore.ts'
import { recordOf } from './record.ts'
import type { Caller } from './tokenStore.ts'
import { linkMembers } from './userStore.ts'
import type { Json } from './values.ts'

const TAKEN = 'The externalId is taken.'

export interface GroupsDeps {
  db: Database
  losses: Losses
  now: () => Date
}

/** The groups of a directory, as it changes them (SCIM-12). Each throws ScimError for what is refused. */
export function createGroups({ db, losses, now }: GroupsDeps) {
  const fill = async (tx: Tx, caller: Caller, groupId: string, changes: readonly MemberChange[]) => {
    const named = [...new Set(changes.flatMap(({ userIds }) => userIds))]
    const known = await knownUsers(tx, caller.connectionId, named)
    // Who is gone may be taken out.
    if (changes.some(({ how, userIds }) => how !== 'remove' && userIds.some((id) => !known.has(id))))
      throw invalidValue('A member is unknown.')
    await linkMembers(tx, caller, named)
    const people: string[] = []
    for (const change of changes) people.push(...(await changeMembers(tx, groupId, change)))
    await fillGroups(tx, losses, caller, [...new Set(people)])
  }
  const change = (
    caller: Caller,
    id: string,
    {
      matches,
      work,
    }: { matches: (version: number) => void; work: (tx: Tx, group: GroupRow) => Promise<GroupRow> },
  ): Promise<GroupRow> =>
    withLock(db, peopleLock(caller.organisationId), async (tx) => {
      const group = await groupOf(tx, caller.connectionId, id, { lock: true })
      if (!group) throw unknownResource()
      matches(group.version)
      return work(tx, group)
    })
  const save = async (tx: Tx, caller: Caller, id: string, draft: GroupDraft): Promise<GroupRow> => {
    const after = await updateGroup(tx, { id, ...draft, at: now() })
    if (!after) throw taken(TAKEN)
    await fill(tx, caller, id, draft.members)
    await recordOf(tx, caller, 'UPDATE_SCIM_GROUP', { group: after.displayName })
    return after
  }

  return {
    create: (caller: Caller, body: Json): Promise<GroupRow> => {
      const { members, ...draft } = groupIn(body)
      return withLock(db, peopleLock(caller.organisationId), async (tx) => {
        const group = await insertGroup(tx, { ...draft, connectionId: caller.connectionId, at: now() })
        if (!group) throw taken(TAKEN)
        await fill(tx, caller, group.id, members)
        await recordOf(tx, caller, 'CREATE_SCIM_GROUP', { group: group.displayName })
        return group
      })
    },
    replace: (caller: Caller, id: string, body: Json, matches: (version: number) => void) => {
      const draft = groupIn(body)
      return change(caller, id, { matches, work: (tx) => save(tx, caller, id, draft) })
    },
    patch: (caller: Caller, id: string, body: Json, matches: (version: number) => void) =>
      change(caller, id, {
        matches,
        work: (tx, group) => save(tx, caller, id, patchedGroup(group, body)),
      }),
    remove: async (caller: Caller, id: string, matches: (version: number) => void): Promise<void> => {
      await change(caller, id, {
        matches,
        work: async (tx, group) => {
          const people = await peopleOf(tx, id)
          await deleteGroup(tx, id)
          await fillGroups(tx, losses, caller, people)
          await recordOf(tx, caller, 'DELETE_SCIM_GROUP', { group: group.displayName })
          return group
        },
      })
    },
  }
}
