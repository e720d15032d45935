import type { Actor } from '../../access/actor.ts'
import { unauthenticated } from '../../access/errors.ts'
import type { UploadedFile } from '../../contracts/uploadedFile.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { HookHandler } from '../../platform/hooks.ts'
import { definePicture, type Files, ownsFiles } from '../files/index.ts'
import { recordOwn } from './ownActivity.ts'
import { requireSelf } from './profile.ts'
import { avatarsAmong, lockActivePerson, type PersonRow, setAvatar } from './store.ts'

const AVATAR = definePicture('avatar', 'avatar')

/** An address is for one viewer who may see the person, and works for them alone for as long as the picture is shown. */
export const avatarFiles: readonly HookHandler[] = ownsFiles(AVATAR, {
  inUse: avatarsAmong,
  mayRead: async (db, _actor, { id }) => (await avatarsAmong(db, [id])).length > 0,
})

/** Pictures of people. Each changes the own one alone (PROF-13). */
export interface Avatars {
  /**
   * Takes a picture as avatar, upright, as a square and without what else the file holds.
   * @throws NOT_FOUND or FORBIDDEN for somebody else; BAD_USER_INPUT with fields for a file that is no such picture
   * (PROF-12); RATE_LIMITED while too many wait
   */
  upload(actor: Actor, userId: string, file: UploadedFile): Promise<PersonRow>
  /** Goes back to the default avatar (PROF-10). @throws NOT_FOUND or FORBIDDEN for somebody else */
  remove(actor: Actor, userId: string): Promise<PersonRow>
}

export interface AvatarsDeps {
  db: Database
  files: Files
}

export function createAvatars({ db, files }: AvatarsDeps): Avatars {
  const change = async (tx: Tx, actor: Actor, avatarId: string | null) => {
    const person = await lockActivePerson(tx, actor.personId)
    if (!person) throw unauthenticated()
    await setAvatar(tx, actor.personId, avatarId)
    await recordOwn(tx, actor, 'UPDATE_AVATAR')
    return { ...person, avatarId }
  }
  return {
    upload: async (actor, userId, file) => {
      await requireSelf(db, actor, userId)
      return files.keepPicture(AVATAR, { ownerId: userId, file }, (tx, fileId) => change(tx, actor, fileId))
    },
    remove: async (actor, userId) => {
      await requireSelf(db, actor, userId)
      return db.transaction().execute((tx) => change(tx, actor, null))
    },
  }
}
