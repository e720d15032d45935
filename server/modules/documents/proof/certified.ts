import { sql } from 'kysely'
import type { TabKind } from '../../../../shared/enumerations.ts'
import { type Actor, holds, type PermissionScope } from '../../../access/actor.ts'
import { type Interval, spansOfGroup } from '../../../access/pastSpans.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { documentsByIds } from '../core/nodes.ts'
import { numbersOf } from '../core/numbers.ts'
import { openOrNull, type TreeRow, treeRowOf } from '../core/trees.ts'
import { adminRight } from '../policy.ts'
import { foldersAtEnd, readableSpans } from './certifiedSpans.ts'
import {
  type CertifiedUse,
  type CertifiedVersion,
  certifiedUses,
  certifiedVersions,
  countUses,
  deleteCertified,
  insertCertified,
  type Members,
  type UseCursor,
} from './certifiedStore.ts'

export type { CertifiedUse, CertifiedVersion, Members } from './certifiedStore.ts'

type Room = PermissionScope & { kind: 'portfolio' }

/** A version with the number of its document in the index. */
export interface NumberedVersion extends CertifiedVersion {
  number: string | null
}

/** What a certificate is asked about. */
export interface CertifiedAsked {
  /** Under which its files are kept while it is made. */
  proofId: string
  room: Room
  /** Trees that it tells of. */
  types: readonly TabKind[]
  /** What this group could see; null for everything. */
  groupId: string | null
  interval: Interval
  /** By whose numbers documents are told: of who asked for it, or of a member of the group as of now; null for none. */
  reader: Actor | null
  /** Whose uses are told. */
  members: Members
}

/** Files of a room for a certificate: what was put down is there until it is dropped. */
export interface CertifiedFiles {
  /** Files, and uses of the trees, of which some may not be told. */
  count: { files: number; uses: number }
  /** In the order of trees and paths. */
  versions(): AsyncGenerator<NumberedVersion[]>
  /** The first one first, tree by tree. */
  uses(): AsyncGenerator<CertifiedUse[]>
}

/** Which trees of a room the actor knows whole, so that a certificate may tell them of these. */
export const treesKnown = (actor: Actor, room: Room): TabKind[] =>
  (['DOCUMENTS', 'REPORTS'] as const).filter((type) => holds(actor, adminRight(type), room))

/** Files, and uses, that are read together: so few that hardly any of their rows are met by the collector (PROOF-09). */
const PORTION = 250

async function treesOf(db: Connection, { room, types }: CertifiedAsked): Promise<TreeRow[]> {
  const { rows } = await sql<{ id: string }>`
    select id from document_tree
    where portfolio_id = ${room.portfolioId} and type = any(${[...types]}::text[]) order by type, id`.execute(
    db,
  )
  const trees = await Promise.all(rows.map(({ id }) => treeRowOf(db, id)))
  return trees.flatMap((tree) => tree ?? [])
}

/** The numbers of documents as the reader sees them now, by id. */
async function numbersIn(
  db: Connection,
  tree: TreeRow,
  reader: Actor | null,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const opened = tree.numbering === 'OFF' || !reader ? null : openOrNull(reader, tree)
  if (!opened) return new Map()
  const nodes = await documentsByIds(db, opened, [...new Set(ids)])
  const numbers = await numbersOf(db, nodes)
  return new Map(nodes.map(({ id }, at) => [id, numbers[at] ?? null]))
}

/** Puts down the files of a room that could be seen in an interval, in place of those of an earlier run (PROOF-07). */
export async function certifiedFiles(db: Connection, asked: CertifiedAsked): Promise<CertifiedFiles> {
  const { proofId, room, groupId, interval, reader, members } = asked
  await deleteCertified(db, proofId)
  const rows = await treesOf(db, asked)
  const treeIds = rows.map(({ treeId }) => treeId)
  const held = groupId === null ? null : await spansOfGroup(db, room, { groupId, treeIds }, interval)
  const trees = rows.map((row) => ({
    row,
    key: { proofId, treeId: row.treeId, organisationId: room.organisationId },
  }))
  const count = { files: 0, uses: 0 }
  for (const { row, key } of trees) {
    const spans = await readableSpans(db, row, held, interval)
    const folders = await foldersAtEnd(db, row, spans, groupId === null)
    count.files += await insertCertified(db, key, spans, folders)
    count.uses += await countUses(db, key, interval)
  }
  return {
    count,
    async *versions() {
      for (const { row, key } of trees) {
        for (let after = 0; ; ) {
          const told = { interval, isOfGroup: groupId !== null }
          const { last, versions } = await certifiedVersions(db, key, told, { after, limit: PORTION })
          if (last === null) break
          const ids = versions.map(({ documentId }) => documentId)
          const numbers = await numbersIn(db, row, reader, ids)
          yield versions.map((each) => ({ ...each, number: numbers.get(each.documentId) ?? null }))
          after = last
        }
      }
    },
    async *uses() {
      for (const { key } of trees) {
        for (let after: UseCursor | null = null; ; ) {
          const page: { last: UseCursor | null; uses: CertifiedUse[] } = await certifiedUses(
            db,
            key,
            interval,
            members,
            { after, limit: PORTION },
          )
          if (page.last === null) break
          yield page.uses
          after = page.last
        }
      }
    },
  }
}

export { deleteCertified as dropCertified } from './certifiedStore.ts'
