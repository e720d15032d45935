import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { handles, type JobHandler, type ScheduledJob } from '../../../platform/jobs/index.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { openFor } from '../core/trees.ts'
import { folderOf } from '../news/newness.ts'
import { dropChanges } from './dropping.ts'
import {
  createPublications,
  type Publications,
  publicationJob,
  queueLost,
  runPublication,
} from './publications.ts'
import { asItWillBe, isTooMuchStaged } from './rehearsing.ts'
import {
  audiencesOf,
  countPeople,
  keyOfList,
  type StagedAudience,
  stagedAudiences,
} from './stagedAudience.ts'
import { type StagedChange, stagedChangesOf } from './stagedChanges.ts'
import { countStaged, stagedPage } from './stagedStore.ts'

/** What is staged, a page of it. */
export interface StagedDocuments {
  count: number
  items: DocumentNode[]
  groups: string[]
  people: number
}

export interface Staging extends Publications {
  /** Of one folder and below, or of the whole tree. @throws FORBIDDEN without the edit right, NOT_FOUND for what is no folder */
  list(
    actor: Actor,
    input: { treeId: string; folderId: string | null },
    page: { limit: number; offset: number },
  ): Promise<StagedDocuments>
  /** For loaders, in the order of the nodes. */
  audiences(nodes: readonly DocumentNode[]): Promise<(StagedAudience | null)[]>
  changes(nodes: readonly DocumentNode[]): Promise<StagedChange[][]>
  /** The address of a new version's file for that person; null where they may not open it. */
  fileUrl(change: StagedChange, personId: string): string | null
  /** @throws as dropChanges */
  drop(actor: Actor, input: { treeId: string; ids: readonly string[] }): Promise<number>
  /** As isTooMuchStaged. */
  isTooMuchStaged(actor: Actor): Promise<boolean>
  /** As asItWillBe. */
  asItWillBe<T>(actor: Actor, read: () => Promise<T>): Promise<T>
  scheduled: readonly ScheduledJob[]
  queued: readonly JobHandler[]
}

type DocumentsAddress = (file: { id: string; personId: string; disposition: 'attachment' }) => string

/** Names of groups that a page says. */
const MAX_GROUPS = 200

/** What is staged, with what publishes it when its time has come. */
export const openStaging = ({
  db,
  jobsDb,
  fileAddress,
}: {
  db: Database
  jobsDb: Database
  fileAddress: DocumentsAddress
}): Staging => ({
  ...createPublications(db),
  list: async (actor, { treeId, folderId }, page) => {
    const tree = await openFor(db, actor, treeId, 'edit')
    const folder = await folderOf(db, tree, folderId)
    const { count, lists } = await countStaged(db, tree, folder)
    const items = await stagedPage(db, tree, folder, page)
    if (!tree.rights.admin || lists.length === 0) return { count, items, groups: [], people: 0 }
    const audiences = await audiencesOf(db, tree, lists)
    const [first, ...others] = lists.map((list) => audiences.get(keyOfList(list))?.groups ?? [])
    const all = (first ?? []).filter(({ id: group }) =>
      others.every((groups) => groups.some((each) => each.id === group)),
    )
    return {
      count,
      items,
      groups: all.slice(0, MAX_GROUPS).map(({ name }) => name),
      people: await countPeople(
        db,
        all.map((group) => group.id),
      ),
    }
  },
  audiences: async (nodes) => {
    const found = new Map<DocumentNode, StagedAudience | null>()
    for (const [tree, mine] of Map.groupBy(nodes, (node) => node.tree)) {
      const audiences = await stagedAudiences(db, tree, mine)
      for (const [at, node] of mine.entries()) found.set(node, audiences[at] ?? null)
    }
    return nodes.map((node) => found.get(node) ?? null)
  },
  changes: async (nodes) => {
    const found = new Map<DocumentNode, StagedChange[]>()
    for (const [tree, mine] of Map.groupBy(nodes, (node) => node.tree)) {
      const changes = await stagedChangesOf(db, tree, mine)
      for (const node of mine) found.set(node, changes.get(node.id) ?? [])
    }
    return nodes.map((node) => found.get(node) ?? [])
  },
  fileUrl: ({ openVersionId: id }, personId) =>
    id === null ? null : fileAddress({ id, personId, disposition: 'attachment' }),
  drop: (actor, input) => dropChanges(db, actor, input),
  isTooMuchStaged: (actor) => isTooMuchStaged(db, actor),
  asItWillBe: (actor, read) => asItWillBe(db, actor, read),
  scheduled: [{ name: 'publish_due', pattern: '* * * * *', run: () => queueLost(jobsDb) }],
  queued: [handles(publicationJob, ({ publicationId }, run) => runPublication(jobsDb, publicationId, run))],
})
