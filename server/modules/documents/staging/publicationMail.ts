import { sql } from 'kysely'
import type { NotificationHandler } from '../../notifications/index.ts'
import { handlesNotification, type Written } from '../../notifications/index.ts'
import { pageOf, slugsOf } from '../core/addresses.ts'
import { openOrNull, treeRowOf } from '../core/trees.ts'
import { NO_ACCESS, publicationFailed } from './publications.ts'

const FOOT = {
  why: 'You get this e-mail because you asked for the publication. It is sent whatever your notification settings are.',
}

/**
 * Mails whoever asked for a publication why nothing was published (STAGE-06): with room and names of documents while they may edit
 * there, without once they may not.
 */
export const publicationMail = (origin: () => string): NotificationHandler =>
  handlesNotification({
    kind: publicationFailed,
    write: async (db, [item], readers) => {
      const mails = new Map<string, Written>()
      const row = item && (await treeRowOf(db, item.subject.id))
      const [reader] = readers
      const tree = row && reader && openOrNull(reader.actor, row)
      if (!item || !reader) return mails
      const { rows } = await sql<{ title: string; problem: string | null }>`
        select title, problem from publication where id = ${item.data.publicationId}`.execute(db)
      const [publication] = rows
      if (!publication?.problem) return mails
      if (!tree?.rights.edit) {
        const subject = `"${publication.title}" could not be published`
        return mails.set(reader.person.id, { subject, title: subject, paragraphs: [NO_ACCESS], foot: FOOT })
      }
      const subject = `"${publication.title}" in ${tree.name} could not be published`
      const page = pageOf(tree, await slugsOf(db, tree), 'staged')
      return mails.set(reader.person.id, {
        subject,
        title: subject,
        paragraphs: [`Nothing was published. ${publication.problem}`],
        button: { label: 'Open what is staged', url: `${origin()}${page}` },
        foot: FOOT,
      })
    },
  })
