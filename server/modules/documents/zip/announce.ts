import type { Actor } from '../../../access/actor.ts'
import { orHidden } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import {
  defineNotification,
  handlesNotification,
  type NotificationHandler,
  type Written,
} from '../../notifications/index.ts'
import { pageOf, slugsOf } from '../core/addresses.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { openScopeOfZip } from './content.ts'
import { type ZipRow, zipById } from './store.ts'

/**
 * A zip is ready, or could not be made. A person who is waiting fetches it within half a minute and needs no mail
 * (NOTIF-20).
 */
export const zipOver = defineNotification<object>('ZIP_OVER', { quietMs: 30_000, always: true })

/**
 * Mails the link of a finished zip to the person who asked, or that it could not be made (DOP-25, NOTIF-20). Says
 * which room, never which documents; nothing goes out to somebody who lost the room, or has fetched the zip.
 */
export const zipAnnouncement = (origin: () => string): NotificationHandler =>
  handlesNotification({
    kind: zipOver,
    write: async (db, [item], readers) => {
      const mails = new Map<string, Written>()
      const zip = item ? await zipById(db, item.subject.id) : null
      const [reader] = readers.filter(({ person }) => person.id === zip?.personId)
      if (!zip || zip.fetchedAt || !reader) return mails
      const tree = await orHidden(openTree(db, reader.actor, zip.treeId))
      if (!tree) return mails
      const { firstName } = reader.person
      const page = `${origin()}${await pageOfZip(db, reader.actor, { tree, zip })}`
      const mail = mailOf(zip, { name: tree.name, firstName, origin: origin(), page })
      return mail ? mails.set(reader.person.id, mail) : mails
    },
  })

/** The page on which the zip was asked for: of the folder above what was chosen, as far as the person still sees it. */
async function pageOfZip(
  db: Connection,
  actor: Actor,
  { tree, zip }: { tree: OpenTree; zip: ZipRow },
): Promise<string> {
  const scope = await orHidden(openScopeOfZip(db, actor, zip))
  // The first is the tree itself.
  const folder = scope?.base.slice(1).at(-1)
  return pageOf(tree, await slugsOf(db, tree), folder)
}

const FOOT = {
  why: 'You get this e-mail because you asked for this zip. It is sent whatever your notification settings are.',
}

function mailOf(
  zip: ZipRow,
  { name, firstName, origin, page }: { name: string; firstName: string; origin: string; page: string },
): Written | null {
  if (zip.state === 'READY') {
    return {
      subject: `Your zip of ${name} is ready`,
      title: `Your zip of ${name} is ready`,
      paragraphs: [`Hello ${firstName}, the zip that you asked for in ${name} can be downloaded now.`],
      button: { label: 'Download the zip', url: `${origin}/zip-exports/${zip.id}` },
      remarks: ['The link works for you alone, after signing in, and for seven days.'],
      foot: FOOT,
    }
  }
  if (zip.state !== 'FAILED') return null
  return {
    subject: `Your zip of ${name} could not be made`,
    title: `Your zip of ${name} could not be made`,
    paragraphs: [
      `Hello ${firstName}, the zip that you asked for in ${name} could not be made. ${zip.failure ?? ''}`,
    ],
    button: { label: 'Open the folder', url: page },
    foot: FOOT,
  }
}
