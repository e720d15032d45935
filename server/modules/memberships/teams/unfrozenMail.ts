import { fullName } from '../../../../shared/personName.ts'
import { holds } from '../../../access/actor.ts'
import type { HookHandler } from '../../../platform/hooks.ts'
import { joins } from '../../../platform/hooks.ts'
import { personsByIds } from '../../accounts/index.ts'
import {
  entityAddress,
  placeOfEntity,
  portfoliosNamed,
  roomUnfrozen,
  seesEntity,
  whoMaySee,
} from '../../funds/index.ts'
import {
  defineNotification,
  handlesNotification,
  type NotificationHandler,
  notify,
  type Written,
} from '../../notifications/index.ts'

/**
 * A deal room was unfrozen; all its admins are told whatever their toggles say (STAGE-09), and so is whoever did it: its cause
 * would be left out. `by` is the id of that person.
 */
const unfrozen = defineNotification<{ by: string }>('ROOM_UNFROZEN', { always: true })

export const tellsOfUnfrozen: HookHandler = joins(roomUnfrozen, (tx, { place, by }) =>
  notify(tx, unfrozen, { subject: { kind: 'portfolio', id: place.portfolioId }, by: null, data: { by } }),
)

const FOOT = {
  why: 'You get this e-mail because you administer this deal room. It is sent whatever your notification settings are.',
}

/** Says who has unfrozen a deal room, to those who administer it by then. */
export const unfrozenMail = (origin: () => string): NotificationHandler =>
  handlesNotification({
    kind: unfrozen,
    audience: async (db, [item], page) => {
      const [room] = item ? await portfoliosNamed(db, [item.subject.id]) : []
      if (!room) return []
      return whoMaySee(db, { place: placeOfEntity(room), status: room.status }, ['DEALROOM_ADMIN'], page)
    },
    write: async (db, items, readers) => {
      const mails = new Map<string, Written>()
      const item = items.at(-1)
      const [room] = item ? await portfoliosNamed(db, [item.subject.id]) : []
      const [person] = item ? await personsByIds(db, [item.data.by]) : []
      if (!room || !person) return mails
      const place = placeOfEntity(room)
      const subject = `${room.name} is no longer frozen`
      for (const { person: reader, actor } of readers) {
        if (!holds(actor, 'DEALROOM_ADMIN', place) || !seesEntity(actor, place, room.status)) continue
        mails.set(reader.id, {
          subject,
          title: subject,
          paragraphs: [
            `${fullName(person)} has unfrozen ${room.name}. Its documents, questions, checklists and pages can be changed again.`,
          ],
          button: { label: 'Open deal room', url: `${origin()}${entityAddress(place, room.slug)}` },
          foot: FOOT,
        })
      }
      return mails
    },
  })
