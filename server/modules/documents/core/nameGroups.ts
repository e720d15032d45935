import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { isReadable, readableAcls } from './acls.ts'
import type { OpenTree } from './trees.ts'

/**
 * Names are searched by groups of at most 64 names of one folder and one access list (`name_group`), and listed by lists
 * of all entries of one folder, one access list and one kind (`folder_list`). A trigger puts new and renamed documents
 * into theirs; a change of access lists, places or deletions says so here, in its transaction and under the tree's lock.
 * Whoever searches or lists looks only at what they may read, so that the time of it reveals nothing of what is hidden
 * from them.
 */

/**
 * SQL: the groups, as `g`, of names that the actor may read, list by list: conditions on what they hold are asked of
 * no others, however PostgreSQL plans.
 */
export const readableGroups = (tree: OpenTree): RawBuilder<unknown> =>
  tree.rights.admin
    ? sql`(select * from name_group where tree_id = ${tree.id} offset 0) as g`
    : sql`(
        select of_list.* from (select distinct unnest(${readableAcls(tree)}) as id) as readable
        cross join lateral (
          select * from name_group where tree_id = ${tree.id} and acl_id = readable.id offset 0) as of_list
        offset 0) as g`

/**
 * SQL: the lists of a folder, by the column that has its id, that the actor may read; as `l`, folders apart from files.
 * Of a list that is the only one of its kind (`is_alone`) the entries need not be compared with those of others.
 */
export const readableLists = (tree: OpenTree, folder: string): RawBuilder<unknown> => sql`
  lateral (
    select id, acl_id, is_folder, count(*) over (partition by is_folder) = 1 as is_alone from folder_list
    where folder_id = ${sql.ref(folder)} and ${isReadable(tree, 'folder_list.acl_id')} and not is_deleted
    offset 0) as l`

/**
 * SQL: the groups, as `g`, that hold the changes to be looked at next, the last changed first, of those that the actor
 * may read by a list.
 * @param condition SQL, on `g`
 */
export const groupsByChange = (
  tree: OpenTree,
  condition: RawBuilder<boolean>,
  limit: number,
): RawBuilder<unknown> => sql`(
    select of_list.* from (select distinct unnest(${readableAcls(tree)}) as id) as readable
    cross join lateral (
      select id, folder_id, is_folder, changed_at, all_changed_at from name_group as g
      where acl_id = readable.id and changed_at is not null and ${condition}
      order by changed_at desc, id desc limit ${limit}) as of_list
    order by changed_at desc, id desc limit ${limit}) as g`

/**
 * SQL: the first groups by their first names, as `g`, of those that the actor may read by a list. Of each list they are
 * read in this order: PostgreSQL would otherwise take the condition, as one on letters, for one that few groups meet, and
 * read and sort them all.
 * @param condition SQL, on `g`
 * @param between SQL, on its first name and id
 */
export const groupsByName = (
  tree: OpenTree,
  condition: RawBuilder<boolean>,
  limit: number,
  between: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`(
    select of_list.* from (select distinct unnest(${readableAcls(tree)}) as id) as readable
    cross join lateral (
      select id, first_name, first_id from name_group as g
      where acl_id = readable.id and not is_deleted and ${between} and case when ${condition} then true else false end
      order by first_name collate name_order, first_id limit ${limit}) as of_list
    order by first_name collate name_order, first_id limit ${limit}) as g`

/** SQL: whether one of the names of the group `g` may hold the text, so that the group is to be looked into. */
export const mayHold = (key: string): RawBuilder<boolean> => sql<boolean>`
  g.letters & (select name_letters(${key})) = (select name_letters(${key}))`

/** Letters of all of the words. */
const lettersOf = (words: readonly string[], spelling: RawBuilder<string>): RawBuilder<unknown> =>
  sql`(select bit_or(name_letters(${spelling})) from unnest(${words}::text[]) as word)`

/**
 * SQL: whether names of the group `g` may hold all of the words, written with diacritics or without. A group whose
 * letters without diacritics are not known yet is looked into for the words as they are written.
 */
export function mayHoldWords(words: readonly string[]): RawBuilder<boolean> {
  const folded = lettersOf(words, sql`fold_name(word)`)
  const hasFolded = sql<boolean>`g.letters & ${folded} = ${folded}`
  if (words.every((word) => /^\p{ASCII}*$/u.test(word))) return hasFolded
  const written = lettersOf(words, sql`word`)
  return sql<boolean>`(${hasFolded} or (not g.is_folded and g.letters & ${written} = ${written}))`
}

/**
 * SQL: whether any name of the group `g` has other letters than plain ones, as `marked`: an index says it once for the
 * group, since to look at each would take as long as to search it.
 */
const markedNames = sql`(
  select exists (
    select from document_name_search other
    where other.group_id = g.id and octet_length(other.name_key) <> length(other.name_key)) as any offset 0
) as marked`

/** SQL: a name beside `marked`, without diacritics. */
const plainName = sql`case when marked.any then fold_name(name_key) else name_key end`

/** SQL: whether a name beside `marked` holds the word, with diacritics or without. */
const holdsWord = (word: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(${plainName}, (select fold_name(${word}))) > 0`

/** SQL: the names of the group `g` that hold all of the words, in any order and with diacritics or without, as `named`. */
export const namesIn = (words: readonly string[]): RawBuilder<unknown> => sql`
  lateral (
    select document_id, name from document_name_search, ${markedNames}
    where group_id = g.id and ${sql.join(words.map(holdsWord), sql` and `)}
    offset 0) as named`

/**
 * SQL: the first files, by no order, in whose names any of the words stands, as rows of `id`, `name` and which words (`words`,
 * from 0): each name is read a single time.
 * @param condition SQL, on the group `g`
 * @param limit files of all words
 */
export const filesByAnyWord = (
  tree: OpenTree,
  words: readonly string[],
  condition: RawBuilder<boolean>,
  limit: number,
): RawBuilder<unknown> => sql`
  select named.document_id as id, named.name, named.words from ${readableGroups(tree)} cross join lateral (
    select document_id, name, array_remove(array[${sql.join(
      words.map((word, at) => sql`case when ${holdsWord(word)} then ${sql.lit(at)} end`),
    )}], null) as words
    from document_name_search, ${markedNames}
    where group_id = g.id and (${sql.join(words.map(holdsWord), sql` or `)}) offset 0) as named
  where not g.is_deleted and not g.is_folder and ${condition}
    and (${sql.join(
      words.map((word) => mayHoldWords([word])),
      sql` or `,
    )})
  limit ${limit}`

/**
 * SQL: of each of the words the first files, by no order, in whose names it stands, as rows of which word (`at`, from 1),
 * `id` and `name`. Words are found one by one, since a row has the letters that its groups must have.
 * @param condition SQL, on the group `g`
 * @param limit files of each word
 */
export const filesByWord = (
  tree: OpenTree,
  words: readonly string[],
  condition: RawBuilder<boolean>,
  limit: number,
): RawBuilder<unknown> => sql`
  select asked.at, hit.id, hit.name
  from (
    select at::int, fold_name(word) as word, name_letters(fold_name(word)) as folded, name_letters(word) as written
    from unnest(${words}::text[]) with ordinality as each(word, at) offset 0) as asked
  cross join lateral (
    select named.document_id as id, named.name from ${readableGroups(tree)} cross join lateral (
      select document_id, name from document_name_search, ${markedNames}
      where group_id = g.id and strpos(${plainName}, asked.word) > 0 offset 0) as named
    where not g.is_deleted and not g.is_folder and ${condition}
      and (g.letters & asked.folded = asked.folded
        or not g.is_folded and g.letters & asked.written = asked.written)
    limit ${limit}) as hit`

/** Groups that get their letters together. */
const FILLED_GROUPS = 500

/** Gives groups of names the letters of their names without diacritics that have none yet, in portions. */
export async function fillNameLetters(db: Connection): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with waiting as (
        select id from name_group where not is_folded order by id limit ${FILLED_GROUPS} for update skip locked
      ), held as (
        select waiting.id, bit_or(found_letters(named.name_key)) as letters
        from waiting left join document_name_search named on named.group_id = waiting.id group by waiting.id)
      update name_group set is_folded = true, letters = name_group.letters | coalesce(held.letters, 0::bit(2048))
      from held where name_group.id = held.id`.execute(db)
    if (numAffectedRows < FILLED_GROUPS) return
  }
}

/** Puts the names of documents that changed their folder or their list into the right groups. */
export async function placeNames(tx: Tx, documentIds: readonly string[]): Promise<void> {
  await sql`select place_names(${documentIds}::uuid[])`.execute(tx)
}

/** Gives the names of all that lies in the folders to other lists, by list. */
export async function mapNames(
  tx: Tx,
  folderIds: readonly string[],
  { from, to }: { from: readonly number[]; to: readonly number[] },
): Promise<void> {
  for (const table of ['name_group', 'folder_list']) {
    await sql`
      update ${sql.table(table)} as of_folder set acl_id = m.target
      from unnest(${from}::bigint[], ${to}::bigint[]) as m(source, target)
      where folder_id = any(${folderIds}::uuid[]) and acl_id = m.source and not is_deleted`.execute(tx)
  }
}

/** Folders, and by each the new list of the folders and of the files in it. */
export interface GivenLists {
  readonly folders: readonly string[]
  readonly toFolders: readonly number[]
  readonly toFiles: readonly number[]
}

/**
 * After what lies in folders was given the lists of its folder, and some documents lists of their own: groups of names,
 * and lists of entries, without any of these documents go to the list that their folder gives. Of the others each goes
 * to the access list of most of its documents, and those of others are placed where they belong.
 * @param own ids of the documents with lists of their own
 */
export async function regroupNames(
  tx: Tx,
  { folders, toFolders, toFiles }: GivenLists,
  own: readonly string[],
): Promise<void> {
  const { rows: mixed } = await sql<{ groupId: number; listId: number }>`
    select distinct group_id as "groupId", list_id as "listId" from document_name_search
    where document_id = any(${own}::uuid[])`.execute(tx)
  const groups = [...new Set(mixed.map(({ groupId }) => groupId))]
  const lists = [...new Set(mixed.map(({ listId }) => listId))]
  for (const [table, others] of [
    ['name_group', groups],
    ['folder_list', lists],
  ] as const) {
    await sql`
      update ${sql.table(table)} as of_folder
      set acl_id = case when of_folder.is_folder then folder.to_folders else folder.to_files end
      from unnest(${folders}::uuid[], ${toFolders}::bigint[], ${toFiles}::bigint[])
        as folder(id, to_folders, to_files)
      where of_folder.folder_id = folder.id and not of_folder.is_deleted
        and of_folder.acl_id <> case when of_folder.is_folder then folder.to_folders else folder.to_files end
        and not exists (select from unnest(${others}::bigint[]) as other(id) where other.id = of_folder.id)`.execute(
      tx,
    )
  }
  const { rows } = await sql<{ id: string }>`
    with held as materialized (
      select document.id, document.acl_id, named.group_id, named.list_id
      from (
        select document_id, group_id, list_id from document_name_search where group_id = any(${groups}::bigint[])
        union
        select document_id, group_id, list_id from document_name_search where list_id = any(${lists}::bigint[])
      ) as named join document on document.id = named.document_id
      where document.parent_id = any(${folders}::uuid[]) and document.deleted_at is null
    ), of_group as materialized (
      select group_id as id, mode() within group (order by acl_id) as acl_id from held
      where group_id = any(${groups}::bigint[]) group by group_id
    ), of_list as materialized (
      select list_id as id, mode() within group (order by acl_id) as acl_id from held
      where list_id = any(${lists}::bigint[]) group by list_id
    ), groups as (
      update name_group set acl_id = of_group.acl_id from of_group
      where name_group.id = of_group.id and name_group.acl_id <> of_group.acl_id
    ), lists as (
      update folder_list set acl_id = of_list.acl_id from of_list
      where folder_list.id = of_list.id and folder_list.acl_id <> of_list.acl_id)
    select held.id from held left join of_group on of_group.id = held.group_id
      left join of_list on of_list.id = held.list_id
    where held.acl_id <> of_group.acl_id or held.acl_id <> of_list.acl_id`.execute(tx)
  await placeNames(
    tx,
    rows.map(({ id }) => id),
  )
}

/**
 * After documents and all that lies in the folders were deleted, each with an entry of that moment in the history: only
 * histories find their names.
 */
export async function deleteNames(
  tx: Tx,
  documentIds: readonly string[],
  folderIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    update name_group set is_deleted = true, changes = changes + size, changed_at = greatest(changed_at, ${at}),
      all_changed_at = ${at},
      change_kinds = array(select distinct unnest(change_kinds || array['DELETE']) as kind order by kind)
    where folder_id = any(${folderIds}::uuid[]) and not is_deleted`.execute(tx)
  await sql`
    update folder_list set is_deleted = true
    where folder_id = any(${folderIds}::uuid[]) and not is_deleted`.execute(tx)
  await placeNames(tx, documentIds)
}

/**
 * After documents and all that went with them by a deletion came back, each with an entry of that moment in the history:
 * lists and searches find their names again. What was deleted in these folders before has groups and lists of its own.
 */
export async function restoreNames(
  tx: Tx,
  documentIds: readonly string[],
  folderIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    update name_group set is_deleted = false, changes = changes + size, changed_at = greatest(changed_at, ${at}),
      all_changed_at = ${at},
      change_kinds = array(select distinct unnest(change_kinds || array['MOVE']) as kind order by kind)
    where folder_id = any(${folderIds}::uuid[]) and is_deleted and exists (
      select 1 from document_name_search named join document on document.id = named.document_id
      where named.group_id = name_group.id and document.deleted_at is null)`.execute(tx)
  await sql`
    update folder_list set is_deleted = false
    where folder_id = any(${folderIds}::uuid[]) and is_deleted and exists (
      select 1 from document_name_search named join document on document.id = named.document_id
      where named.list_id = folder_list.id and document.deleted_at is null)`.execute(tx)
  await placeNames(tx, documentIds)
}

/** A change that was just recorded, now unless a moment is given. */
export interface NewChange {
  documentId: string
  kind: string
  at?: Date | undefined
}

/** After changes of documents were recorded: histories find them by the groups of their names. */
export async function addChanges(tx: Tx, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    select add_changes(${changes.map(({ documentId }) => documentId)}::uuid[], ${changes.map(({ kind }) => kind)}::text[],
      ${changes.map(({ at }) => at ?? null)}::timestamptz[])`.execute(tx)
}
