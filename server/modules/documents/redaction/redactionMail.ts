import type { NotificationHandler } from '../../notifications/index.ts'
import { handlesNotification, type Written } from '../../notifications/index.ts'
import { pageOf, slugsOf } from '../core/addresses.ts'
import { canRedactIn } from '../core/redacting.ts'
import { openOrNull, treeRowOf } from '../core/trees.ts'
import { redactionOver } from './applying.ts'
import { redactionById } from './redactionStore.ts'

const FOOT = {
  why: 'You get this e-mail because you applied redactions. It is sent whatever your notification settings are.',
}

const redactions = (count: number): string => (count === 1 ? '1 redaction' : `${count} redactions`)

/** Mails whoever applied redactions how many are done and how many have failed; which room, never which documents. */
export const redactionMail = (origin: () => string): NotificationHandler =>
  handlesNotification({
    kind: redactionOver,
    write: async (db, items, readers) => {
      const mails = new Map<string, Written>()
      const [first] = items
      const row = first && (await treeRowOf(db, first.subject.id))
      const [reader] = readers
      const tree = row && reader && openOrNull(reader.actor, row)
      if (!tree || !reader || !(await canRedactIn(db, [tree]))[0]) return mails
      const found = await Promise.all(items.map(({ data }) => redactionById(db, data.redactionId)))
      const [applied, failed] = [['APPLIED', 'REPLACED'], ['FAILED']].map(
        (states) => found.filter((each) => each && states.includes(each.state)).length,
      )
      if (!applied && !failed) return mails
      const subject = failed
        ? `${redactions(failed)} in ${tree.name} could not be applied`
        : `${redactions(applied ?? 0)} in ${tree.name} ${applied === 1 ? 'is' : 'are'} applied`
      const done = applied
        ? [
            `${redactions(applied)} ${applied === 1 ? 'is' : 'are'} applied. Nobody is shown anything new by this.`,
          ]
        : []
      const wrong = failed
        ? [
            `${redactions(failed)} could not be applied, and nothing was made of them. Each says why at its document.`,
          ]
        : []
      return mails.set(reader.person.id, {
        subject,
        title: subject,
        paragraphs: [...done, ...wrong],
        button: { label: 'Open documents', url: `${origin()}${pageOf(tree, await slugsOf(db, tree))}` },
        foot: FOOT,
      })
    },
  })
