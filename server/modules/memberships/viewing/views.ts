import { fullName } from '../../../../shared/personName.ts'
import type { Actor, PermissionScope, Viewing } from '../../../access/actor.ts'
import { isPersonWho, isUserOf, personHolds } from '../../../access/audience.ts'
import { badInput, conflict, forbidden, notFound } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { knowsUsers, mayViewAs, readOnlyView } from '../../../access/viewing.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Hooks } from '../../../platform/hooks.ts'
import { isId } from '../../../platform/ids.ts'
import { personsByIds } from '../../accounts/index.ts'
import { groupsOfOrganisation } from '../core/groups.ts'
import { placeOfTree } from './hooks.ts'
import { endViewOf, openView, sweepViews } from './store.ts'

/** Whose view of what a tree belongs to. */
export interface StartViewInput {
  treeId: string
  groupId?: string | null | undefined
  userId?: string | null | undefined
}

export interface Views {
  /**
   * Puts the actor's session into the view of a group or person.
   * @throws BAD_USER_INPUT, NOT_FOUND for what the actor doesn't see, FORBIDDEN without DOCUMENTS_ADMIN on the entity, O_AND_M_ADMIN on the organisation of an O&M tree,
   * CONFLICT where the others see nothing of it
   */
  start(actor: Actor, input: StartViewInput): Promise<Viewing>
  leave(actor: Actor): Promise<void>
  /** Ends the views whose time is over or whose session is. */
  sweep(): Promise<void>
}

export function createViews({ db, hooks }: { db: Database; hooks: Hooks }): Views {
  const seenAs = async (actor: Actor, place: PermissionScope, { groupId, userId }: StartViewInput) => {
    if (groupId) {
      const [group] = isId(groupId) ? await groupsOfOrganisation(db, place.organisationId, [groupId]) : []
      if (!group) throw notFound('User group')
      return { kind: 'group', id: group.id, name: group.name } as const
    }
    const id = userId ?? ''
    // Nobody learns of people by a view: they are users of the entity, whom the actor knows (CHK-41).
    const isKnown =
      isId(id) &&
      knowsUsers(actor, place) &&
      (await isPersonWho(db, id, isUserOf(place.organisationId))) &&
      (actor.isSuperUser || (await isPersonWho(db, id, personHolds(place, 'ANY'))))
    const [person] = isKnown ? await personsByIds(db, [id]) : []
    if (!person) throw notFound('User')
    return { kind: 'person', id, name: fullName(person) } as const
  }

  return {
    start: async (actor, input) => {
      if (Boolean(input.groupId) === Boolean(input.userId)) {
        throw badInput('Please give a groupId or a userId, one of the two.')
      }
      if (actor.viewing) throw readOnlyView(actor.viewing)
      const [place] = await hooks.ask(placeOfTree, db, { actor, treeId: input.treeId })
      if (!place) throw notFound('Tree')
      if (!mayViewAs(actor, place)) throw forbidden()
      const as = await seenAs(actor, place, input)
      return db.transaction().execute(async (tx) => {
        const id = await openView(tx, actor, { as, place, at: new Date() })
        // What a request would have from now on decides, so that there is one rule.
        const { viewing } = await reauthorise(tx, actor, (now) => now)
        if (id !== null && viewing?.id === id) return viewing
        if (viewing) throw readOnlyView(viewing)
        // Whether a group is there that has nothing to do with the entity, only some may know.
        if (!knowsUsers(actor, place)) throw notFound('User group')
        throw conflict(
          `${as.name} sees nothing of it that you may see. Please choose another room, or somebody else.`,
        )
      })
    },
    leave: (actor) => db.transaction().execute((tx) => endViewOf(tx, actor.sessionId, new Date())),
    sweep: () => db.transaction().execute((tx) => sweepViews(tx, new Date())),
  }
}
