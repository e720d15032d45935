import { sql } from 'kysely'
import { DAY_MS } from '../../../../shared/durations.ts'
import { tidyLines, tidyText } from '../../../../shared/texts.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, type DomainError, notFound, orHidden, readable } from '../../../access/errors.ts'
import { type Holder, reauthorise } from '../../../access/reauthorise.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { defineJob, dropJob, type JobRun, pendingKeys, queueJob } from '../../../platform/jobs/index.ts'
import { recordBy } from '../../activity/index.ts'
import { defineNotification, notify } from '../../notifications/index.ts'
import { aclsByIds, permits } from '../core/acls.ts'
import { storedId } from '../core/nodes.ts'
import { changeTree } from '../core/treeLock.ts'
import { type OpenTree, openFor } from '../core/trees.ts'
import { CLOSED } from './applying.ts'
import { changesAmong, changesWithin } from './changeStore.ts'
import { type PublicationAudience, publicationAudience } from './publicationAudience.ts'
import {
  countPublications,
  type DuePublication,
  dueIds,
  duePublication,
  insertPublication,
  lockedPublication,
  type Publication,
  type Published,
  publicationsPage,
  type Remaining,
  remainingChanges,
  remainingOf,
  setFailed,
  setPublished,
} from './publicationStore.ts'
import { addedIds, countEntries, publishAll, type ToPublish } from './publishAll.ts'
import { joined } from './publishing.ts'
import { stagedAmong } from './stagedStore.ts'

/** Makes one publication happen that was asked for a later moment. */
export const publicationJob = defineJob<{ publicationId: string }>('publish_staged', { attempts: 6 })

/** A publication could not happen (STAGE-06): whoever asked for it is told why, whatever their toggles say. */
export const publicationFailed = defineNotification<{ publicationId: string }>('PUBLICATION_FAILED', {
  always: true,
})

/** Entries of one publication (STAGE-05). */
const MAX_ENTRIES = 50_000
/** Requests that staged moves or permissions, of one publication: each is done by itself, while the room's other changes wait. */
const MAX_REQUESTS = 500
const MAX_TITLE = 200
const MAX_NOTE = 2000
/** Milliseconds ahead that a publication can be asked for. */
const MAX_AHEAD_MS = 366 * DAY_MS
/** Publications that one look finds. */
const DUE = 100

const BROKEN = 'It could not be published right now. Nothing was published.'
/** Why nothing was published of whoever has lost the right to. */
export const NO_ACCESS = 'You may no longer publish in this room. Nothing was published.'
const NOTHING = 'Nothing of this is staged any more.'

export interface PublishInput {
  treeId: string
  documentIds: readonly string[]
  leaveOut: readonly string[]
  title: string
  note: string | null
  /** Null for now. */
  at: Date | null
}

export interface Publications {
  /** @throws FORBIDDEN without the tree's edit right */
  publications(
    actor: Actor,
    treeId: string,
    page: { limit: number; offset: number },
  ): Promise<{ count: number; items: Publication[] }>
  /**
   * Publishes what is staged among the documents and in the folders among them, all or nothing, now or at a moment.
   * @throws FORBIDDEN without the tree's edit right, BAD_USER_INPUT for a title, note or moment that won't do and for more
   * than 50,000 entries, CONFLICT with the reasons where it can't be published, or nothing of it is staged any more
   */
  publish(actor: Actor, input: PublishInput): Promise<Publication>
  /** Who will see what `publish` would publish. @throws FORBIDDEN and BAD_USER_INPUT as that */
  publicationAudience(
    actor: Actor,
    input: Pick<PublishInput, 'treeId' | 'documentIds' | 'leaveOut'>,
  ): Promise<PublicationAudience>
  /** @throws NOT_FOUND for one that is unknown, another's, or has happened or failed */
  cancel(actor: Actor, id: string): Promise<void>
}

const keyOf = (id: string): string => `publication:${id}`

/** @throws BAD_USER_INPUT */
function checked({ title, note, at }: PublishInput): { title: string; note: string | null; at: Date | null } {
  const said = { title: tidyText(title), note: tidyLines(note ?? '') || null }
  const refuse = (field: string, message: string): never => {
    throw badInput(message, { [field]: message })
  }
  if (said.title === '') refuse('title', 'Please enter a title.')
  if ([...said.title].length > MAX_TITLE) refuse('title', `A title has at most ${MAX_TITLE} characters.`)
  if ([...(said.note ?? '')].length > MAX_NOTE) refuse('note', `A note has at most ${MAX_NOTE} characters.`)
  const ahead = at === null ? 1 : at.getTime() - Date.now()
  if (Number.isNaN(ahead)) refuse('at', 'Please enter a day and a time.')
  if (ahead <= 0) refuse('at', 'Please choose a moment in the future.')
  if (ahead > MAX_AHEAD_MS) refuse('at', 'Please choose a moment within a year.')
  return { ...said, at }
}

export function createPublications(db: Database): Publications {
  return {
    publications: async (actor, treeId, page) => {
      const tree = await openFor(db, actor, treeId, 'edit')
      const [items, count] = [await publicationsPage(db, tree, page), await countPublications(db, tree)]
      return { count, items }
    },
    publish: (actor, input) => {
      const said = checked(input)
      return changeTree(db, actor, input.treeId, 'edit', async (tx, tree) => {
        const chosen = checkAmount(await chosenEntries(tx, tree, input))
        const asked = { ...said, id: newId(), ...publishedOf(chosen) }
        if (said.at === null) {
          const at = new Date()
          await insertPublication(tx, tree, { ...asked, at, publishedAt: at })
          await publishAll(tx, tree, chosen, { at, publicationId: asked.id })
          await recordPublication(tx, tree, 'PUBLISH', { ...asked, at })
        } else {
          await insertPublication(tx, tree, { ...asked, at: said.at, publishedAt: null })
          await queueJob(
            tx,
            publicationJob,
            { publicationId: asked.id },
            { key: keyOf(asked.id), runAt: said.at },
          )
          await recordPublication(tx, tree, 'SCHEDULE_PUBLICATION', asked)
        }
        const made = await lockedPublication(tx, tree, asked.id)
        if (!made) throw new Error('A publication that was just written is there.')
        return made
      })
    },
    publicationAudience: async (actor, input) => {
      const tree = await openFor(db, actor, input.treeId, 'edit')
      return publicationAudience(db, tree, await chosenEntries(db, tree, input))
    },
    cancel: async (actor, id) => {
      const due = isId(id) ? await duePublication(db, id) : null
      if (!due || !(await orHidden(openFor(db, actor, due.treeId, 'edit')))) throw notFound('Publication')
      await changeTree(db, actor, due.treeId, 'edit', async (tx, tree) => {
        const found = await lockedPublication(tx, tree, id)
        if (!found || found.publishedAt !== null || found.problem !== null) throw notFound('Publication')
        await tx.deleteFrom('publication').where('id', '=', id).execute()
        await dropJob(tx, keyOf(id))
        await recordPublication(tx, tree, 'CANCEL_PUBLICATION', { ...due, id, entries: due.count })
      })
    },
  }
}

const publishedOf = (all: ToPublish): Published => ({
  documentIds: addedIds(all),
  changeIds: all.changes.map(({ id }) => id),
  entries: countEntries(all),
})

/** @throws BAD_USER_INPUT for too many */
async function chosenEntries(
  db: Connection,
  tree: OpenTree,
  input: Pick<PublishInput, 'documentIds' | 'leaveOut'>,
): Promise<ToPublish> {
  const stored = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => storedId(tree, id) ?? [])
  if (input.documentIds.length > MAX_ENTRIES || input.leaveOut.length > MAX_ENTRIES) throw tooMany()
  const among = { chosen: stored(input.documentIds), leaveOut: stored(input.leaveOut) }
  const all = {
    entries: await stagedAmong(db, tree, among, MAX_ENTRIES + 1),
    changes: await changesWithin(db, tree, among, MAX_ENTRIES + 1),
  }
  if (all.entries.length + all.changes.length > MAX_ENTRIES) throw tooMany()
  return all
}

/** @throws BAD_USER_INPUT for too many requests, CONFLICT for no entries */
function checkAmount(all: ToPublish): ToPublish {
  const requests = new Set(all.changes.flatMap(({ kind, batchId }) => (kind === 'VERSION' ? [] : batchId)))
  if (requests.size > MAX_REQUESTS) throw tooManyRequests()
  if (all.entries.length + all.changes.length === 0) throw conflict(NOTHING)
  return all
}

const tooManyRequests = (): DomainError =>
  badInput(
    `At most ${MAX_REQUESTS} moves and changes of permissions can be published at a time. Please publish folder by folder.`,
  )

const tooMany = (): DomainError =>
  badInput('At most 50,000 entries can be published at a time. Please publish folder by folder.')

/** Writes into the record what becomes of a publication (CHAIN-01); what it did to entries stands there with these. */
const recordPublication = (
  tx: Tx,
  tree: OpenTree,
  kind: 'PUBLISH' | 'SCHEDULE_PUBLICATION' | 'CANCEL_PUBLICATION',
  { id, title, at, entries }: { id: string; title: string; at: Date | null; entries: number },
): Promise<unknown> =>
  recordBy(tx, tree.actor, [
    {
      kind,
      organisationId: tree.organisationId,
      treeId: tree.id,
      subject: { kind: 'publication', id },
      detail: { title, at: at?.toISOString() ?? null, count: entries },
    },
  ])

/** On whose behalf: it happens also where the session has ended in which it was asked for. */
const holderOf = ({ personId, sessionId }: DuePublication): Holder => ({
  personId,
  sessionId: sessionId ?? '',
  sessionBound: false,
})

/**
 * Makes a publication happen whose time has come, once, whichever servers try: under the tree's lock, in one transaction with
 * the mark that it has (STAGE-06). A conflict is kept as its problem and mailed.
 */
export async function runPublication(
  db: Database,
  id: string,
  { last, signal }: Pick<JobRun, 'last' | 'signal'>,
): Promise<void> {
  const due = await duePublication(db, id)
  if (!due) return
  try {
    const actor = await reauthorise(db, holderOf(due), (now) => now)
    await changeTree(db, actor, due.treeId, 'edit', (tx, tree) => publishDue(tx, tree, id))
  } catch (error) {
    const refusal = readable(error)
    if (refusal?.code === 'CONFLICT') return await fail(db, due, refusal.message)
    if (refusal && ['FORBIDDEN', 'NOT_FOUND', 'UNAUTHENTICATED'].includes(refusal.code)) {
      return await fail(db, due, NO_ACCESS)
    }
    if (last && !signal.aborted) await fail(db, due, BROKEN)
    throw error
  }
}

async function publishDue(tx: Tx, tree: OpenTree, id: string): Promise<void> {
  // Whoever came first has published it.
  const due = await duePublication(tx, id, sql`for update`)
  if (!due) return
  const all = await remainingOfDue(tx, tree, due)
  const at = new Date()
  await publishAll(tx, tree, all, { at, publicationId: id })
  const published = publishedOf(all)
  await setPublished(tx, id, { at, ...published })
  await recordPublication(tx, tree, 'PUBLISH', { id, title: due.title, at, entries: published.entries })
}

/** @throws CONFLICT with the reasons, or where nothing of it is staged any more */
async function remainingOfDue(tx: Tx, tree: OpenTree, due: DuePublication): Promise<ToPublish> {
  const found = await remainingChanges(tx, tree, due.changeIds)
  const deleted = found.flatMap(({ deletedName }) => deletedName ?? [])
  if (deleted.length > 0) {
    throw conflict(joined([...new Set(deleted)].map((name) => `"${name}" was deleted.`)))
  }
  // Whoever may not know it may not publish it.
  const changes = await changesAmong(tx, tree, { ids: found.map(({ id }) => id) })
  if (changes.length < found.length) throw conflict(CLOSED)
  const all = { entries: await remainingEntries(tx, tree, due), changes }
  if (all.entries.length + changes.length === 0) throw conflict(NOTHING)
  return all
}

/** What of it is staged still: what was dropped or published since is left out. @throws CONFLICT with the reasons */
async function remainingEntries(tx: Tx, tree: OpenTree, due: DuePublication): Promise<Remaining[]> {
  const found = await remainingOf(tx, tree, due.documentIds)
  const gone = new Set(found.flatMap(({ goneFolder }) => goneFolder ?? []))
  if (gone.size > 0) {
    throw conflict(joined([...gone].map((name) => `The folder "${name}" was deleted.`)))
  }
  const entries = found.filter(({ isDeleted, isStaged }) => isStaged && !isDeleted)
  const acls = await aclsByIds(
    tx,
    entries.map(({ aclId }) => aclId),
  )
  if ([...acls.values()].some((acl) => !permits(acl, tree))) {
    throw conflict(CLOSED)
  }
  return entries
}

async function fail(db: Database, due: DuePublication, problem: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await setFailed(tx, due.id, problem))) return
    await notify(tx, publicationFailed, {
      subject: { kind: 'document_tree', id: due.treeId },
      by: null,
      candidates: [due.personId],
      digest: due.id,
      data: { publicationId: due.id },
    })
  })
}

/** Queues publications whose time has come and whose job was lost, such as with a process that died each time. */
export async function queueLost(db: Database): Promise<void> {
  const due = await dueIds(db, DUE)
  const pending = await pendingKeys(db, due.map(keyOf))
  for (const id of due.filter((each) => !pending.has(keyOf(each)))) {
    await db
      .transaction()
      .execute((tx) => queueJob(tx, publicationJob, { publicationId: id }, { key: keyOf(id) }))
  }
}
