import { MINUTE_MS } from '../../../../shared/durations.ts'
import { fullName } from '../../../../shared/personName.ts'
import { orHidden } from '../../../access/errors.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { companiesByIds, personsByIds } from '../../accounts/index.ts'
import {
  defineNotification,
  handlesNotification,
  type NotificationHandler,
  type NotificationItem,
  notify,
  type Reader,
  type Written,
} from '../../notifications/index.ts'
import type { WaitingByPerson, WaitingItems } from '../../waiting/index.ts'
import { aclsByIds, permits } from '../core/acls.ts'
import { slugsOf } from '../core/addresses.ts'
import { whoMayOpen } from '../core/audience.ts'
import type { Acl } from '../core/levels.ts'
import { rootName } from '../core/nodes.ts'
import { type OpenTree, openedBy, type TreeRow, treeRowOf } from '../core/trees.ts'
import {
  type AddedFolder,
  type Batch,
  firstFiles,
  folderCounts,
  foldersWithin,
  publicationsOf,
} from './additions.ts'
import { type Addition, letterOf, withWaiting } from './letter.ts'
import { filledFor, foldersToName, inTreeOrder, MAX_NAMED, summaryOf } from './summary.ts'

/**
 * One person added documents to one tree: one mail to each member who may see some of them, once 10 minutes have passed
 * without more, 60 at most (NOTIF-16). Which documents they are the history says, by the moments in `data`.
 */
export const documentsAdded = defineNotification<{ at: string }>('DOCUMENTS_ADDED', {
  quietMs: 10 * MINUTE_MS,
  maxDelayMs: 60 * MINUTE_MS,
})

/** Has members notified, in the transaction that publishes: of documents and reports of fund entities. */
export async function announceAdded(tx: Tx, tree: OpenTree, at: Date): Promise<void> {
  if (tree.type === 'O_AND_M' || tree.place.kind === 'organisation') return
  const { personId } = tree.actor
  await notify(tx, documentsAdded, {
    subject: { kind: 'document_tree', id: tree.id },
    by: personId,
    place: tree.place,
    digest: `${tree.id} ${personId}`,
    data: { at: at.toISOString() },
  })
}

type Item = NotificationItem<{ at: string }>

const batchOf = (items: readonly Item[]): Batch | null => {
  const [item] = items
  if (!item || item.causedBy === null) return null
  const moments = items.map(({ data }) => new Date(data.at)).sort((a, b) => a.getTime() - b.getTime())
  return { treeId: item.subject.id, personId: item.causedBy, moments }
}

/** Who added the documents, as members know them. */
async function additionOf(db: Connection, { personId, moments }: Batch): Promise<Omit<Addition, 'together'>> {
  const [person] = await personsByIds(db, [personId])
  const [company] = person?.companyId ? await companiesByIds(db, [person.companyId]) : []
  const [from = new Date()] = moments
  const name = person ? fullName(person) : null
  return {
    by: name && company ? `${name} of ${company.name}` : name,
    from,
    to: moments.at(-1) ?? from,
  }
}

/** By which lists somebody reads: those for whom it is the same get the same mail. */
const classOf = ({ rights, principals, seesStaged }: OpenTree): string =>
  rights.admin ? 'admin' : [String(seesStaged), ...[...principals].sort()].join(' ')

/**
 * Writes the mails. Everything is as it is at that moment: who may open the tree, by which lists they read, where the
 * documents lie and what they are called; what was deleted or closed since is neither named nor counted. The statements
 * are the same for a thousand readers as for one.
 */
export const documentsAddedMail = (
  origin: () => string,
  waiting: Pick<WaitingItems, 'inRoom'>,
): NotificationHandler =>
  handlesNotification({
    kind: documentsAdded,
    audience: async (db, [item], page) => (item ? whoMayOpen(db, item.subject.id, page) : []),
    write: async (db, items, readers) => {
      const batch = batchOf(items)
      const row = batch ? await treeRowOf(db, batch.treeId) : undefined
      const opened = await treesOf(readers, row)
      const [first] = opened.values()
      const mails = new Map<string, Written>()
      if (!batch || !first) return mails
      const piles = await folderCounts(db, batch)
      const folders = await foldersWithin(db, [...new Set(piles.map(({ folderId }) => folderId))])
      const acls = await aclsByIds(db, [
        ...piles.map(({ aclId }) => aclId),
        ...[...folders.values()].map(({ aclId }) => aclId),
      ])
      const ordered = inTreeOrder([...new Set(piles.map(({ folderId }) => folderId))], folders)
      const classes = Map.groupBy([...opened], ([, tree]) => classOf(tree))
      const found = [...classes.values()].flatMap((members) => {
        const [, tree] = members[0] ?? []
        if (!tree) return []
        const reads = readerOf(tree, acls)
        return [{ members, tree, reads, filled: filledFor(ordered, piles, reads) }]
      })
      const toName = new Set(found.flatMap(({ filled }) => foldersToName(filled).map(({ id }) => id)))
      const files = Map.groupBy(
        await firstFiles(db, batch, [...toName], MAX_NAMED),
        ({ folderId }) => folderId,
      )
      const addition = await additionOf(db, batch)
      const publications = await publicationsOf(db, batch)
      const slugs = await slugsOf(db, first)
      for (const { members, tree, reads, filled } of found) {
        const summary = summaryOf(filled, files, reads)
        if (summary.files === 0) continue
        const pathOf = (folder: AddedFolder) => namesAlong(folder, folders, tree, reads)
        const written = letterOf(
          summary,
          { ...addition, together: publications.filter(({ aclIds }) => aclIds.some(reads)) },
          { tree, slugs, origin: origin(), pathOf },
        )
        for (const [personId] of members) mails.set(personId, written)
      }
      return withWaiting(mails, await waitingFor(db, waiting, [...mails.keys()], opened), origin())
    },
  })

/** What else waits in the room for who gets a mail, by the rules of home (NEW-06). */
async function waitingFor(
  db: Connection,
  waiting: Pick<WaitingItems, 'inRoom'>,
  personIds: readonly string[],
  opened: ReadonlyMap<string, OpenTree>,
): Promise<WaitingByPerson> {
  const readers = personIds.flatMap((id) => opened.get(id)?.actor ?? [])
  const [place] = personIds.map((id) => opened.get(id)?.place)
  return place && place.kind !== 'organisation' ? waiting.inRoom(db, readers, place) : new Map()
}

const opening = async (actor: Reader['actor'], row: TreeRow | undefined) => openedBy(actor, row)

/** The tree as each reader has it open: members of its organisation alone, staff only where they are such. */
async function treesOf(readers: readonly Reader[], row: TreeRow | undefined): Promise<Map<string, OpenTree>> {
  const opened = new Map<string, OpenTree>()
  for (const { person, actor } of readers) {
    const tree = await orHidden(opening(actor, row))
    const isMember = actor.groups.some(({ organisationId }) => organisationId === tree?.organisationId)
    if (tree && isMember) opened.set(person.id, tree)
  }
  return opened
}

/** Whether the tree's actor reads by a list; each is asked once. */
function readerOf(tree: OpenTree, acls: ReadonlyMap<number, Acl>): (aclId: number) => boolean {
  const known = new Map<number, boolean>()
  return (aclId) => {
    const seen = known.get(aclId)
    if (seen !== undefined) return seen
    const acl = acls.get(aclId)
    const reads = acl !== undefined && permits(acl, tree)
    known.set(aclId, reads)
    return reads
  }
}

/** Names of the folders down to this one, without those that the reader may not see. */
function namesAlong(
  folder: AddedFolder,
  folders: ReadonlyMap<string, AddedFolder>,
  tree: OpenTree,
  reads: (aclId: number) => boolean,
): string[] {
  const parts = folder.path.slice(1).flatMap((id) => {
    const step = folders.get(id)
    return step && reads(step.aclId) ? [step.name] : []
  })
  return parts.length > 0 ? parts : [rootName(tree)]
}
