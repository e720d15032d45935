import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { withLock } from '../../platform/database/withLock.ts'
import { type Losses, peopleLock } from '../memberships/index.ts'
import { activate, deactivate, describe, fillGroups } from './directory.ts'
import { patchedUser, type UserDraft, userIn } from './draft.ts'
import { taken, unknownResource } from './errors.ts'
import { recordOf } from './record.ts'
import type { Caller } from './tokenStore.ts'
import {
  deleteUser,
  insertUser,
  linkMembers,
  moveInvitation,
  type UserRow,
  updateUser,
  userOf,
} from './userStore.ts'
import type { Json } from './values.ts'

const TAKEN = 'The userName, the externalId or the e-mail is taken.'

export interface UsersDeps {
  db: Database
  losses: Losses
  now: () => Date
}

/** The people of a directory, as it changes them. Each throws ScimError for what is refused. */
export function createUsers({ db, losses, now }: UsersDeps) {
  /** @param matches throws where the caller knows another version */
  const change = (
    caller: Caller,
    id: string,
    {
      matches,
      work,
    }: { matches: (version: number) => void; work: (tx: Tx, user: UserRow) => Promise<UserRow> },
  ): Promise<UserRow> =>
    withLock(db, peopleLock(caller.organisationId), async (tx) => {
      await linkMembers(tx, caller, [id])
      const user = await userOf(tx, caller.connectionId, id, { lock: true })
      if (!user) throw unknownResource()
      matches(user.version)
      return work(tx, user)
    })

  const save = async (tx: Tx, caller: Caller, before: UserRow, draft: UserDraft): Promise<UserRow> => {
    const at = now()
    if (before.personId === null && before.email !== draft.email)
      await moveInvitation(tx, caller.organisationId, { from: before.email, to: draft.email })
    const state =
      draft.isActive === before.isActive
        ? before
        : draft.isActive
          ? await activate(tx, { ...caller, at }, { ...before, ...draft })
          : await deactivate(tx, losses, caller, { ...before, email: draft.email })
    const { endedGroupIds, hasDeactivated } = state
    const after = await updateUser(tx, { ...before, ...draft, endedGroupIds, hasDeactivated, at })
    if (!after) throw taken(TAKEN)
    if (after.personId !== null) {
      await describe(tx, caller, { personId: after.personId, before, after })
      await fillGroups(tx, losses, caller, [after.personId])
    }
    const kind =
      draft.isActive === before.isActive
        ? 'UPDATE_SCIM_USER'
        : draft.isActive
          ? 'ACTIVATE_SCIM_USER'
          : 'DEACTIVATE_SCIM_USER'
    await recordOf(tx, caller, kind, { user: after.userName })
    return after
  }

  return {
    /** Its request is listed, and it is recorded, by the same statement. */
    create: async (caller: Caller, body: Json, path: string): Promise<UserRow> => {
      const draft = userIn(body, caller.domains)
      const at = now()
      const add = async (on: Connection): Promise<UserRow> => {
        const user = await insertUser(on, { caller, draft, at, path })
        if (!user) throw taken(TAKEN)
        return user
      }
      if (draft.isActive) return add(db)
      return withLock(db, peopleLock(caller.organisationId), async (tx) => {
        const user = await add(tx)
        if (user.personId === null) return user
        const state = await deactivate(tx, losses, caller, user)
        return (await updateUser(tx, { ...user, ...state, at })) ?? user
      })
    },
    /** Where it doesn't say whether they are active, they stay as they are: nobody is let in again by an omission. */
    replace: (caller: Caller, id: string, body: Json, matches: (version: number) => void) =>
      change(caller, id, {
        matches,
        work: (tx, user) => save(tx, caller, user, userIn(body, caller.domains, user)),
      }),
    patch: (caller: Caller, id: string, body: Json, matches: (version: number) => void) =>
      change(caller, id, {
        matches,
        work: (tx, user) => save(tx, caller, user, patchedUser(draftOf(user), body, caller.domains)),
      }),
    /** Does as `active` false, and forgets the link (SCIM-11). */
    remove: async (caller: Caller, id: string, matches: (version: number) => void): Promise<void> => {
      await change(caller, id, {
        matches,
        work: async (tx, user) => {
          if (user.isActive) await deactivate(tx, losses, caller, user)
          await deleteUser(tx, user)
          await recordOf(tx, caller, 'DELETE_SCIM_USER', { user: user.userName })
          return user
        },
      })
    },
  }
}

const draftOf = ({
  userName,
  externalId,
  email,
  givenName,
  familyName,
  title,
  isActive,
}: UserRow): UserDraft => ({
  userName,
  externalId,
  email,
  givenName,
  familyName,
  title,
  isActive,
})
