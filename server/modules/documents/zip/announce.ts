import { loadActor } from '../../../access/loadActor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import { sendMail } from '../../../platform/mail/index.ts'
import { personsByIds } from '../../accounts/index.ts'
import { openTree } from '../ground/trees.ts'
import { zipById } from './store.ts'

export const announceZip = defineJob<{ exportId: string }>('announce_zip')

/** Milliseconds in which a person who waits for the zip fetches it; nobody needs to be told then (NOTIF-20). */
export const WAITING_MS = 30_000

/**
 * Mails the link of a finished zip to the person who asked, or that it could not be made (DOP-25, NOTIF-20). Says
 * which room, never which documents; nothing goes out to somebody who lost the room, or has fetched the zip.
 */
export async function announce(db: Database, exportId: string, origin: string): Promise<void> {
  const zip = await zipById(db, exportId)
  if (!zip || zip.fetchedAt || zip.announcedAt) return
  if (zip.state !== 'READY' && zip.state !== 'FAILED') return
  const [person] = await personsByIds(db, [zip.personId])
  const tree = await loadActor(db, zip.personId, zip.sessionId ?? '')
    .then((actor) => openTree(db, actor, zip.treeId))
    .catch(() => null)
  if (!person?.isActive || !tree) return
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('zip_export')
      .set({ announced_at: new Date() })
      .where('id', '=', zip.id)
      .where('announced_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const mail =
      zip.state === 'READY'
        ? {
            subject: `Your zip of ${tree.name} is ready`,
            text: `Hello ${person.firstName},

the zip that you asked for in ${tree.name} is ready:

${origin}/zip-exports/${zip.id}

The link works for you alone, and for seven days.
`,
          }
        : {
            subject: `Your zip of ${tree.name} could not be made`,
            text: `Hello ${person.firstName},

the zip that you asked for in ${tree.name} could not be made. ${zip.failure ?? ''}
`,
          }
    await sendMail(tx, { recipient: person.email, ...mail })
  })
}
