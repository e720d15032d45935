import { sql } from 'kysely'
import { noteProblem } from '../../../../shared/personalDocuments.ts'
import { tidyLines } from '../../../../shared/texts.ts'
import { type Actor, groupsListing } from '../../../access/actor.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { assertRevision } from '../../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { advisoryLock, withLock } from '../../../platform/database/withLock.ts'
import { newId } from '../../../platform/ids.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import { openById } from './openById.ts'

/** A private note as one reader has it. */
export interface Note {
  id: string
  revision: number
  text: string
  authorId: string
  isMine: boolean
  /** Those of the groups that it is given to, of which the reader is a member. */
  groups: readonly NoteGroup[]
  at: Date
}

export interface NoteGroup {
  id: string
  name: string
}

/** A note as it is to be. */
export interface NoteInput {
  documentId: string
  /** Empty removes the note. */
  text: string
  /** Null for the author alone. */
  groupIds: readonly string[] | null
  /** The state that the author knew; null for none. */
  revision: number | null
}

export interface SavedNote {
  note: Note | null
  errors: { field: string | null; message: string }[]
}

/**
 * Private notes (INDEX-12): their author reads them, and whoever is with the author in a group that they chose. No right
 * opens them: not that of an admin, of staff, nor the view of others. They stand in no history, log or export.
 */
export interface DocumentNotes {
  /** @throws NOT_FOUND for a document that the actor doesn't see */
  list(actor: Actor, documentId: string): Promise<Note[]>
  /** @throws NOT_FOUND as `list`, CONFLICT where the author's own note is no longer the one they knew */
  save(actor: Actor, input: NoteInput): Promise<SavedNote>
  /** Groups that each tree's actor may give a note to. For a loader, in the order of the trees. */
  groups(trees: readonly OpenTree[]): Promise<NoteGroup[][]>
}

const MAX_SHOWN = 200
const MAX_GROUPS = 200

const groupIdsOf = (tree: OpenTree): string[] =>
  tree.actor.viewing
    ? []
    : groupsListing(tree.actor, tree.place)
        .slice(0, MAX_GROUPS)
        .map(({ id }) => id)

/** The notes on a document that its actor reads; only their own with `own`. */
async function notesOf(db: Connection, { id, tree }: DocumentNode, own = false): Promise<Note[]> {
  const { personId } = tree.actor
  const { rows } = await sql<Note>`
    select note.id, note.revision, note.text, note.author_id as "authorId", note.at,
      note.author_id = ${personId} as "isMine", coalesce(given.groups, '[]') as groups
    from document_note note
    left join lateral (
      select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name collate name_order, g.id) as groups
      from document_note_group of_group join user_group g on g.id = of_group.group_id
      where of_group.note_id = note.id and of_group.group_id = any(${groupIdsOf(tree)}::uuid[])
        and exists (
          select from membership m where m.group_id = g.id and m.person_id = note.author_id)) as given on true
    where note.document_id = ${id} and ${
      own
        ? sql`note.author_id = ${personId}`
        : sql`(note.author_id = ${personId} or given.groups is not null)`
    }
    order by "isMine" desc, note.at desc, note.id limit ${MAX_SHOWN}`.execute(db)
  return rows
}

async function write(tx: Tx, node: DocumentNode, former: Note | undefined, input: NoteInput): Promise<void> {
  const { tree } = node
  const id = former?.id ?? newId()
  await sql`
    insert into document_note (organisation_id, id, document_id, author_id, text)
    values (${tree.organisationId}, ${id}, ${node.id}, ${tree.actor.personId}, ${input.text})
    on conflict (document_id, author_id) do update
    set text = excluded.text, revision = document_note.revision + 1, at = now()`.execute(tx)
  await tx.deleteFrom('document_note_group').where('note_id', '=', id).execute()
  await sql`
    insert into document_note_group (organisation_id, note_id, group_id)
    select ${tree.organisationId}::uuid, ${id}::uuid, group_id
    from unnest(${[...new Set(input.groupIds ?? [])]}::uuid[]) as given(group_id)`.execute(tx)
}

const refused = (field: string, message: string): SavedNote => ({ note: null, errors: [{ field, message }] })

export const createNotes = (db: Database): DocumentNotes => ({
  list: async (actor, documentId) => {
    const node = await openById(db, actor, documentId)
    return actor.viewing ? [] : notesOf(db, node)
  },
  groups: async (trees) => {
    const ids = trees.map(groupIdsOf)
    const rows = await db
      .selectFrom('user_group')
      .select(['id', 'name'])
      .where('id', '=', (eb) => eb.fn.any(eb.val([...new Set(ids.flat())])))
      .orderBy(sql`name collate name_order`)
      .orderBy('id')
      .execute()
    return ids.map((own) => rows.filter(({ id }) => own.includes(id)))
  },
  save: async (actor, { text: given, ...input }) => {
    await openById(db, actor, input.documentId)
    const text = tidyLines(given)
    const problem = noteProblem(text)
    if (problem) return refused('text', problem)
    return withLock(db, advisoryLock(`note:${actor.personId}`), async (tx) => {
      const node = await reauthorise(tx, actor, (now) => openById(tx, now, input.documentId))
      const own = new Set(groupIdsOf(node.tree))
      if (input.groupIds?.some((id) => !own.has(id))) {
        return refused('groupIds', 'You are no longer in one of these groups. Please choose again.')
      }
      const [former] = await notesOf(tx, node, true)
      assertRevision({
        of: 'documentNote',
        known: input.revision ?? 0,
        now: former?.revision ?? 0,
        what: 'this note',
        newer: { text: former?.text ?? '', groups: former?.groups ?? [] },
      })
      if (text === '') {
        if (former) await tx.deleteFrom('document_note').where('id', '=', former.id).execute()
        return { note: null, errors: [] }
      }
      await write(tx, node, former, { ...input, text })
      const [note = null] = await notesOf(tx, node, true)
      return { note, errors: [] }
    })
  },
})
