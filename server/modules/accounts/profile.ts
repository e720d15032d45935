import { type ProfileText, profileProblem } from '../../../shared/profileRules.ts'
import { tidyText } from '../../../shared/texts.ts'
import type { Actor } from '../../access/actor.ts'
import { forbidden, notFound, requireFields, unauthenticated } from '../../access/errors.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { recordOwn } from './ownActivity.ts'
import {
  administeredAmong,
  lockActivePerson,
  type PersonRow,
  personsByIds,
  setPersonDetails,
} from './store.ts'

/** What a person says of themselves. What is left out stays as it is; an empty title or location is removed. */
export interface ProfileInput {
  firstName: string
  lastName: string
  title?: string | null | undefined
  location?: string | null | undefined
  /** Of the profile in view; without it whatever stands is overwritten. */
  revision?: number | null | undefined
}

/** The profiles of people: read by those who administer them, changed by themselves alone. */
export interface Profiles {
  /** The actor, or somebody whom the actor administers. @throws NOT_FOUND for anybody else */
  user(actor: Actor, id: string): Promise<PersonRow>
  /**
   * Changes the actor's own profile (PROF-03).
   * @throws NOT_FOUND or, for somebody whom the actor administers, FORBIDDEN (PROF-13); BAD_USER_INPUT with fields
   * (PROF-02); CONFLICT where its revision is another by now
   */
  update(actor: Actor, id: string, input: ProfileInput): Promise<PersonRow>
}

/** @throws NOT_FOUND for whoever is neither the actor nor administered by them */
async function personInView(db: Connection, actor: Actor, id: string): Promise<PersonRow> {
  if (!isId(id)) throw notFound('User')
  const [isAdministered] = id === actor.personId ? [true] : await administeredAmong(db, actor, [id])
  const [person] = isAdministered ? await personsByIds(db, [id]) : []
  if (!person) throw notFound('User')
  return person
}

/**
 * Refuses access to anybody other than the actor (PROF-13).
 * @throws FORBIDDEN for somebody whom the actor administers, NOT_FOUND for anybody else
 */
export async function requireSelf(db: Connection, actor: Actor, id: string): Promise<void> {
  if (id === actor.personId) return
  await personInView(db, actor, id)
  throw forbidden()
}

export const createProfiles = (db: Database): Profiles => ({
  user: (actor, id) => personInView(db, actor, id),
  update: async (actor, id, { revision, ...input }) => {
    await requireSelf(db, actor, id)
    const given = Object.entries(input).filter((entry): entry is [ProfileText, string] => entry[1] != null)
    requireFields(Object.fromEntries(given.map(([field, text]) => [field, profileProblem(field, text)])))
    const texts = Object.fromEntries(given.map(([field, text]) => [field, tidyText(text)]))
    return withLock(db, rowLock('person', id), async (tx) => {
      const person = await lockActivePerson(tx, id)
      if (!person) throw unauthenticated()
      assertRevision({
        of: 'profile',
        known: revision,
        now: person.revision,
        what: 'this profile',
        newer: {
          firstName: person.firstName,
          lastName: person.lastName,
          title: person.title,
          location: person.location,
        },
      })
      const { firstName = person.firstName, lastName = person.lastName } = texts
      const { title = person.title, location = person.location } = texts
      const details = { firstName, lastName, title: title || null, location: location || null }
      await setPersonDetails(tx, id, details)
      await recordOwn(tx, actor, 'UPDATE_PROFILE')
      return { ...person, ...details, revision: person.revision + 1 }
    })
  },
})
