import type pg from 'pg'

export interface ManyFiles {
  treeId: string
  folderId: string
  /** Their names: the word and a number, as PDFs. */
  word: string
  count: number
  /** Who uploaded them. */
  personId: string
  /** The document whose access list they have; that of the folder unless given. */
  like?: string
}

/** Puts files of SQL's making into a folder, with ids of one moment, without bytes and history; tallies stay as they are. */
export async function manyFiles(
  pool: Pick<pg.Pool, 'query'>,
  { treeId, folderId, word, count, personId, like = folderId }: ManyFiles,
): Promise<void> {
  await pool.query(
    `with made as (
       select overlay(gen_random_uuid()::text placing '01a205d1-bbdd-7' from 1)::uuid as id,
         gen_random_uuid() as version, d.path, l.acl_id, $3 || ' ' || n || '.pdf' as name
       from document d, document l, generate_series(1, $4::int) n where d.id = $1 and l.id = $6
     ), entries as (
       insert into document (id, tree_id, parent_id, is_folder, name, name_key, extension, path, acl_id,
         current_version_id, size)
       select id, $2, $1, false, name, lower(name), 'pdf', path || id, acl_id, version, 1 from made
     )
     insert into document_version (id, document_id, number, size, sha256, created_by)
     select version, id, 1, 1, sha256('1'), $5 from made`,
    [folderId, treeId, word, count, personId, like],
  )
}

/** Writes an upload of each of the tree's files whose name begins with the word, so many minutes from now. */
export async function manyUploads(
  pool: Pick<pg.Pool, 'query'>,
  { treeId, word, personId, minutes }: { treeId: string; word: string; personId: string; minutes: number },
): Promise<void> {
  await pool.query(
    `insert into activity (kind, person_id, tree_id, document_id, recorded_path, at)
     select 'UPLOAD', $3, $1, id, name, now() + $4 * interval '1 minute'
     from document where tree_id = $1 and name like $2 || '%'`,
    [treeId, word, personId, minutes],
  )
  await pool.query('select count_group_changes(array(select id from name_group where tree_id = $1))', [
    treeId,
  ])
}
