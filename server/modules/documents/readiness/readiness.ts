import { type RawBuilder, sql } from 'kysely'
import { PAGED_FILES } from '../../../../shared/pagedFiles.ts'
import type { Connection } from '../../../platform/database/database.ts'
import {
  LINES_OF_A_KIND,
  type ReadinessFinding,
  type ReadinessKind,
  type RoomAsked,
  withRest,
} from '../../funds/index.ts'
import { isReadable } from '../core/acls.ts'
import { pageOf, slugsOfTrees } from '../core/addresses.ts'
import { isShown } from '../core/nodes.ts'
import { principalsOf, principalsSeeingAll } from '../core/principals.ts'
import { redactedLists } from '../core/renditions.ts'
import { type OpenTree, treesOfPlace } from '../core/trees.ts'
import { NO_TEXT } from '../texts/textKeeping.ts'

/** A document or folder that something is said of. */
interface Line {
  id: string
  name: string
  /** Name of its folder; empty at the root. */
  folder: string
  /** What is said of it beyond its kind; null for nothing. */
  detail: string | null
  /** Files that are meant. */
  files: number
  /** Lines of the kind in the tree. */
  total: number
}

const PAGED: readonly string[] = Object.values(PAGED_FILES).flat()

/** SQL: entries without the root, with their folder. */
const ENTRIES = sql`document join document folder on folder.id = document.parent_id`
/** SQL: those of the tree that the actor sees. */
const isOf = (tree: OpenTree) => sql<boolean>`(document.tree_id = ${tree.id} and ${isShown(tree)})`

/** SQL: the same without those of which the actor is given the redacted rendition: of the content nothing is said (REDACT-20). */
const isOfFull = (tree: OpenTree, redacted: readonly number[]) => sql<boolean>`
  (${isOf(tree)} and document.acl_id <> all(${redacted}::bigint[]))`

/** SQL: the first lines by name, and how many there are. @param from `document`, its `folder` and what else is asked */
const linesOf = (
  tree: OpenTree,
  {
    from = sql``,
    where,
    detail = sql`null::text`,
  }: { from?: RawBuilder<unknown>; where: RawBuilder<unknown>; detail?: RawBuilder<unknown> },
) => sql<Line>`
  select document.id, document.name, folder.name as folder, ${detail} as detail, 1 as files,
    count(*) over ()::int as total
  from ${ENTRIES} ${from}
  where ${isOf(tree)} and ${where}
  order by folder.name collate name_order, document.name collate name_order, document.id
  limit ${LINES_OF_A_KIND}`

/** Who may see documents of the tree besides those who see all of them. */
async function readersOf(db: Connection, tree: OpenTree): Promise<string[]> {
  const [principals, seeingAll] = await Promise.all([principalsOf(db, tree), principalsSeeingAll(db, tree)])
  return principals.map(({ id }) => id).filter((id) => !seeingAll.has(id))
}

/** What is asked of a tree, by kind; what its actor may not know is not asked. */
const QUESTIONS: readonly {
  kind: ReadinessKind
  mayKnow?: (tree: OpenTree) => boolean
  /** @param redacted lists by which the actor is given redacted renditions */
  lines: (
    tree: OpenTree,
    db: Connection,
    redacted: readonly number[],
  ) => Promise<RawBuilder<Line>> | RawBuilder<Line>
}[] = [
  {
    kind: 'EMPTY_FOLDER',
    lines: (tree) =>
      linesOf(tree, {
        where: sql`document.is_folder and not exists (
          select from document child where child.parent_id = document.id and child.deleted_at is null
            and ${isReadable(tree, 'child.acl_id')})`,
      }),
  },
  {
    kind: 'UNREADABLE',
    lines: (tree, _db, redacted) =>
      linesOf(tree, {
        from: sql`join document_text text
          on text.document_id = document.id and text.version_id = document.current_version_id`,
        // A file without text is read; only a search finds nothing in it.
        where: sql`text.state = 'NOT_READ' and text.problem <> ${NO_TEXT} and ${isOfFull(tree, redacted)}`,
        detail: sql`text.problem`,
      }),
  },
  {
    kind: 'NO_PAGES',
    lines: (tree, _db, redacted) =>
      linesOf(tree, {
        from: sql`left join version_pages pages on pages.version_id = document.current_version_id`,
        where: sql`not document.is_folder
          and (pages.reason is not null or document.extension <> all(${PAGED}::text[]))
          and ${isOfFull(tree, redacted)}`,
        detail: sql`pages.reason`,
      }),
  },
  {
    kind: 'DUPLICATE',
    lines: (tree, _db, redacted) => sql<Line>`
      select alike.ids[1] as id, first.name, folder.name as folder, null::text as detail, alike.files, alike.total
      from (
        select array_agg(document.id order by document.id) as ids, count(*)::int as files,
          count(*) over ()::int as total
        from document join document_version version on version.id = document.current_version_id
        where ${isOfFull(tree, redacted)} group by version.sha256 having count(*) > 1
        order by min(document.id::text) limit ${LINES_OF_A_KIND}
      ) alike join document first on first.id = alike.ids[1] join document folder on folder.id = first.parent_id
      order by folder.name collate name_order, first.name collate name_order, first.id`,
  },
  { kind: 'DRAFT_NAME', lines: (tree) => linesOf(tree, { where: sql`document.name ilike '%draft%'` }) },
  {
    kind: 'ADMINS_ONLY',
    // Whoever does not see all documents is not told who else sees them.
    mayKnow: ({ rights }) => rights.admin,
    lines: async (tree, db) =>
      linesOf(tree, {
        from: sql`join acl on acl.id = document.acl_id`,
        where: sql`not document.is_folder and acl.principals is not null
          and not acl.principals && ${await readersOf(db, tree)}::uuid[]`,
      }),
  },
  {
    kind: 'REDACTION_DRAFT',
    // As whoever may redact (REDACT-01), as far as that can be said of a whole tree.
    mayKnow: ({ rights, hasLevels }) => rights.admin || (rights.edit && !hasLevels),
    lines: (tree) =>
      linesOf(tree, {
        from: sql`join redaction on redaction.version_id = document.current_version_id`,
        where: sql`redaction.tree_id = ${tree.id} and redaction.state = 'DRAFT'`,
      }),
  },
]

const textOf = (kind: ReadinessKind, { name, folder, detail, files }: Line): string => {
  const path = folder === '' ? name : `${folder}/${name}`
  if (kind === 'DUPLICATE') return `${path} and ${files - 1} more with the same content`
  return detail === null ? path : `${path}: ${detail}`
}

/**
 * What the documents and reports of a room lack before it opens (STAGE-07), as far as the actor sees them: a statement for
 * each kind and tree, and a limited number of lines of each.
 */
export async function documentsLacking(
  db: Connection,
  { actor, place }: RoomAsked,
): Promise<readonly ReadinessFinding[]> {
  const trees = await treesOfPlace(db, actor, place)
  const slugs = await slugsOfTrees(db, trees)
  const findings: ReadinessFinding[] = []
  for (const [at, tree] of trees.entries()) {
    const address = slugs[at]
    if (!address) continue
    const redacted = await redactedLists(db, tree)
    for (const { kind, mayKnow, lines } of QUESTIONS) {
      if (mayKnow && !mayKnow(tree)) continue
      const { rows } = await (await lines(tree, db, redacted)).execute(db)
      const found = rows.map(
        (row): ReadinessFinding => ({
          kind,
          text: textOf(kind, row),
          path: pageOf(tree, address, row.id),
          count: row.files,
        }),
      )
      const rest = { kind, text: 'more', path: pageOf(tree, address) } as const
      findings.push(...withRest(found, rows[0]?.total ?? 0, rest))
    }
  }
  return findings
}
