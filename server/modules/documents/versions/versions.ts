import { sql } from 'kysely'
import { normaliseName } from '../../../../shared/documentNames.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, notFound, orHidden } from '../../../access/errors.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { recordBy } from '../../activity/index.ts'
import { fileToRead } from '../contents/downloads.ts'
import { foldersToFill } from '../core/destinations.ts'
import { childrenByName, type DocumentNode, nameKey, placeKey, storedId } from '../core/nodes.ts'
import { recordChanges } from '../core/record.ts'
import { allRenditionsOf, countRenditions, givenOf, type Rendition } from '../core/renditions.ts'
import { requirePermitted } from '../core/selection.ts'
import { changeTree } from '../core/treeLock.ts'
import { type OpenTree, openFor } from '../core/trees.ts'
import { versionMoment } from '../core/versionMoment.ts'
import { seesEarlierVersions } from '../policy.ts'
import { awaitTexts } from '../texts/texts.ts'
import { awaitThumbnails } from '../thumbnails/thumbnails.ts'

/** Paths that are looked up together. */
const MAX_PATHS = 1000

/** One content that a file has had. */
export interface Version {
  id: string
  document: DocumentNode
  number: number
  /** Bytes of what is given of it. */
  size: number
  /** Bytes of the file as it was uploaded. */
  storedSize: number
  /** Whose redacted rendition is given in place of the file; null for the file itself. */
  rendition: Rendition | null
  createdAt: Date
  personId: string
  isCurrent: boolean
  /** Its bytes open for nobody (DOC-44). */
  withdrawnAt: Date | null
  withdrawnBy: string | null
}

interface VersionInput {
  treeId: string
  documentId: string
  versionId: string
}

/** How many versions of a file somebody is given, and the number of the one that is current for them. */
export interface VersionCount {
  count: number
  /** Null while nothing of it is given (REDACT-21). */
  number: number | null
}

/** Versions of files: what a document has been is for who may edit it, and for its readers where the tree says so (DOC-44). */
export interface DocumentVersions {
  /** Newest first. @throws NOT_FOUND for what is unknown or hidden */
  list(
    actor: Actor,
    input: { treeId: string; documentId: string },
    page: { limit: number; offset: number },
  ): Promise<Version[]>
  /** For a loader, in the order of the nodes. */
  counts(nodes: readonly DocumentNode[]): Promise<VersionCount[]>
  /** One version of a file that the actor sees, to be opened. @throws NOT_FOUND, CONFLICT for one that was withdrawn */
  one(actor: Actor, input: VersionInput): Promise<Version>
  /**
   * One version that the actor sees, of a file that isn't named, withdrawn ones too.
   * @throws NOT_FOUND alike for what is unknown, hidden, or in a tree that the actor may not open
   */
  byId(actor: Actor, versionId: string): Promise<Version>
  /**
   * Closes the bytes of an earlier version for everybody; its row stays, with who and when.
   * @throws NOT_FOUND for one that the actor doesn't see, FORBIDDEN without the tree's admin right, CONFLICT for the current one
   */
  withdraw(actor: Actor, versionId: string): Promise<void>
  /** @throws FORBIDDEN without the edit right, NOT_FOUND for an unknown version, CONFLICT for a withdrawn one */
  restore(actor: Actor, input: VersionInput): Promise<DocumentNode>
  /** Whether readers see earlier versions. @throws FORBIDDEN without the tree's admin right */
  setReaders(actor: Actor, input: { treeId: string; isOn: boolean }): Promise<OpenTree>
  /** @throws FORBIDDEN without the edit right, NOT_FOUND for an unknown folder, BAD_USER_INPUT for too many */
  taken(
    actor: Actor,
    input: { treeId: string; parentId: string; paths: readonly string[] },
  ): Promise<string[]>
}

async function versionsOf(
  db: Connection,
  document: DocumentNode,
  narrow: { versionId: string } | { limit: number; offset: number },
): Promise<Version[]> {
  const given = await givenRenditions(db, document)
  const rows = await db
    .selectFrom('document_version as version')
    .innerJoin('document', 'document.id', 'version.document_id')
    .select(['version.id', 'version.number', 'version.size as storedSize', 'version.created_by as personId'])
    .select(['version.withdrawn_at as withdrawnAt', 'version.withdrawn_by as withdrawnBy'])
    .select(versionMoment.as('createdAt'))
    .where('version.document_id', '=', document.id)
    // Of who sees no earlier ones there is the current one alone.
    .$if(!given && !seesEarlierVersions(document.tree), (query) =>
      query.where('version.id', '=', document.versionId),
    )
    .$if(given !== null, (query) =>
      query.where('version.id', '=', (eb) => eb.fn.any(eb.val([...(given?.keys() ?? [])]))),
    )
    .$if('versionId' in narrow, (query) =>
      query.where('version.id', '=', 'versionId' in narrow ? narrow.versionId : ''),
    )
    .orderBy('version.number', 'desc')
    .limit('limit' in narrow ? narrow.limit : 1)
    .offset('offset' in narrow ? narrow.offset : 0)
    .execute()
  const [current] = given?.keys() ?? [document.versionId]
  return rows.map((row) => {
    const rendition = given?.get(row.id) ?? null
    return {
      ...row,
      document,
      rendition,
      size: rendition?.size ?? row.storedSize,
      isCurrent: row.id === current,
    }
  })
}

/**
 * Renditions that are given of a document by version, the one of the document itself first: of whoever is given redacted
 * renditions there are no other versions (REDACT-21). Null for whoever is given the file.
 */
async function givenRenditions(
  db: Connection,
  document: DocumentNode,
): Promise<ReadonlyMap<string, Rendition> | null> {
  const [given] = await givenOf(db, [document])
  if (given?.access.rendition !== 'REDACTED') return null
  const { rendition } = given
  if (!rendition) return new Map()
  const others = seesEarlierVersions(document.tree) ? await allRenditionsOf(db, document.id) : []
  return new Map([rendition, ...others].map((each) => [each.versionId, each]))
}

async function versionOf(db: Connection, document: DocumentNode, versionId: string): Promise<Version> {
  if (!isId(versionId)) throw notFound('Version')
  const [version] = await versionsOf(db, document, { versionId })
  if (!version) throw notFound('Version')
  return version
}

/** @throws CONFLICT for a version whose bytes are open for nobody */
export function opened(version: Version): Version {
  if (version.withdrawnAt !== null) throw conflict(`Version ${version.number} has been withdrawn.`)
  return version
}

/** The file of a version, whoever asks. @throws NOT_FOUND */
async function placeOfVersion(
  db: Connection,
  versionId: string,
): Promise<{ treeId: string; documentId: string }> {
  const row = isId(versionId)
    ? await db
        .selectFrom('document_version as v')
        .innerJoin('document as d', 'd.id', 'v.document_id')
        .select(['d.tree_id as treeId', 'd.id as documentId'])
        .where('v.id', '=', versionId)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('Version')
  return row
}

export const createVersions = (db: Database): DocumentVersions => ({
  list: async (actor, { treeId, documentId }, page) =>
    versionsOf(db, await fileToRead(db, actor, treeId, documentId), page),

  counts: async (nodes) => {
    const { rows } = await sql<VersionCount & { id: string }>`
      select asked.id, max(v.number) as count, max(v.number) filter (where v.id = asked.current) as number
      from unnest(${nodes.map(({ id }) => id)}::uuid[], ${nodes.map(({ versionId }) => versionId)}::uuid[])
        as asked(id, current) join document_version v on v.document_id = asked.id
      group by asked.id`.execute(db)
    const counts = new Map(rows.map((row) => [row.id, row]))
    const given = await givenOf(db, nodes)
    const redacted = nodes.filter((_, at) => given[at]?.access.rendition === 'REDACTED')
    const renditions = await countRenditions(
      db,
      redacted.map(({ id }) => id),
    )
    return nodes.map(({ id, tree }, at) => {
      const isRedacted = given[at]?.access.rendition === 'REDACTED'
      const { count = 0, number = 0 } = isRedacted
        ? { count: renditions.get(id) ?? 0, number: given[at]?.rendition?.version ?? null }
        : (counts.get(id) ?? {})
      return { count: seesEarlierVersions(tree) ? count : Math.min(count, 1), number }
    })
  },

  one: async (actor, { treeId, documentId, versionId }) =>
    opened(await versionOf(db, await fileToRead(db, actor, treeId, documentId), versionId)),

  byId: async (actor, versionId) => {
    const { treeId, documentId } = await placeOfVersion(db, versionId)
    const document = await orHidden(fileToRead(db, actor, treeId, documentId))
    if (!document) throw notFound('Version')
    return versionOf(db, document, versionId)
  },

  withdraw: async (actor, versionId) => {
    const place = await placeOfVersion(db, versionId)
    // Whoever does not see it is told of no tree either.
    await versionOf(db, await fileToRead(db, actor, place.treeId, place.documentId), versionId)
    await changeTree(db, actor, place.treeId, 'admin', async (tx, tree) => {
      const document = await fileToRead(tx, tree.actor, place.treeId, place.documentId)
      const version = opened(await versionOf(tx, document, versionId))
      if (version.isCurrent) {
        throw conflict('This is the current version. Please restore another one, or delete the file.')
      }
      await tx
        .updateTable('document_version')
        .set({ withdrawn_at: new Date(), withdrawn_by: tree.actor.personId })
        .where('id', '=', versionId)
        .execute()
      await recordChanges(tx, [{ kind: 'WITHDRAW_VERSION', node: document, versionId }])
    })
  },

  setReaders: (actor, { treeId, isOn }) =>
    changeTree(db, actor, treeId, 'admin', async (tx, tree) => {
      if (tree.readersSeeEarlierVersions === isOn) return tree
      await tx
        .updateTable('document_tree')
        .set({ readers_see_earlier_versions: isOn })
        .where('id', '=', treeId)
        .execute()
      await recordBy(tx, tree.actor, [
        {
          kind: 'SET_EARLIER_VERSIONS',
          organisationId: tree.organisationId,
          treeId,
          detail: { isOn },
        },
      ])
      return { ...tree, readersSeeEarlierVersions: isOn }
    }),

  restore: (actor, { treeId, documentId, versionId }) =>
    changeTree(db, actor, treeId, 'edit', async (tx, tree) => {
      const document = await fileToRead(tx, tree.actor, treeId, documentId)
      await requirePermitted(tx, tree, [document])
      const version = opened(await versionOf(tx, document, versionId))
      if (versionId === document.versionId) return document
      const node: DocumentNode = {
        ...document,
        versionId,
        size: version.storedSize,
        modifiedAt: new Date(),
      }
      await tx
        .updateTable('document')
        .set({ current_version_id: versionId, size: node.size, modified_at: node.modifiedAt })
        .where('id', '=', node.id)
        .execute()
      await recordChanges(tx, [
        { kind: 'UPLOAD', node, versionId, detail: { restored: true }, at: node.modifiedAt },
      ])
      await awaitThumbnails(tx, tree, [node])
      await awaitTexts(tx, tree, [node])
      return node
    }),

  taken: async (actor, { treeId, parentId, paths }) => {
    if (paths.length > MAX_PATHS) {
      throw badInput(`Please ask for at most ${MAX_PATHS} paths at a time, not ${paths.length}.`)
    }
    const tree = await openFor(db, actor, treeId, 'edit')
    const folderId = storedId(tree, parentId)
    const folder = folderId === null ? undefined : (await foldersToFill(db, tree, [folderId])).get(folderId)
    if (!folder) throw notFound('Document')
    // Level by level, so that a thousand paths take as many statements as the deepest has names.
    let open = [...new Set(paths)].map((path) => ({ path, names: path.split('/'), at: folder.id }))
    const taken: string[] = []
    while (open.length > 0) {
      const steps = open.flatMap((each) => {
        const checked = normaliseName(each.names[0] ?? '')
        return checked.ok ? [{ ...each, key: nameKey(checked.name) }] : []
      })
      const found = await childrenByName(
        db,
        tree,
        steps.map(({ at, key }) => ({ parentId: at, key })),
      )
      open = steps.flatMap(({ path, names, at, key }) => {
        const node = found.get(placeKey(at, key))
        if (node && !node.isFolder && names.length === 1) taken.push(path)
        return node?.isFolder && names.length > 1 ? [{ path, names: names.slice(1), at: node.id }] : []
      })
    }
    return taken
  },
})
