import type pg from 'pg'

/**
 * What each site of a grown tree holds: a folder with 249 entries, 25 of them folders of 30 files, and every
 * fifth entry restricted: of the 249 a viewer sees 200, which is one page.
 */
const SUBFOLDERS = 25
const FILES = 224
const FILES_BELOW = 30
export const SITE_DOCUMENTS = 1 + SUBFOLDERS + FILES + SUBFOLDERS * FILES_BELOW

export interface GrowOptions {
  readonly treeId: string
  /** Who uploaded it all. */
  readonly authorId: string
  /** The only principal of what is restricted. */
  readonly restrictedTo: string
  readonly sites: number
}

export interface GrownTree {
  /** The sites' folders, in the order of the list. */
  readonly folders: readonly string[]
  /** The access list of everything that is not restricted. */
  readonly openAcl: number
}

/** Files in each of the folders, numbered on from its folders; below a restricted folder all is restricted. */
const INSERT_FILES = `
  insert into document (id, organisation_id, tree_id, parent_id, is_folder, name, name_key, extension, path, acl_id,
    current_version_id, size)
  select id, $6, $1, parent, false, name, lower(name), 'pdf', path || id, acl, uuidv7(), 20000 + n * 977
  from (
    select uuidv7() as id, folder.id as parent, folder.path, n,
      'Monthly production report ' || n || '.pdf' as name,
      case when n % 5 = 0 then $3::bigint else folder.acl_id end as acl
    from document folder, generate_series($4::int, $5::int) n
    where folder.id = any($2)) as made`

/**
 * Fills a new tree by SQL with what the product would have written: paths, access lists, versions, names to search
 * and tallies.
 * Foreign keys are not checked on the way, which takes half of the time; every key is one that was just made.
 */
export async function growTree(pool: pg.Pool, options: GrowOptions): Promise<GrownTree> {
  const { treeId, authorId, restrictedTo, sites } = options
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const { id: openAcl, organisation_id: organisationId } = await aclOf(client, treeId)
    const restricted = await client.query<{ id: number }>(
      'insert into acl (organisation_id, tree_id, principals) values ($1, $2, $3) returning id',
      [organisationId, treeId, [restrictedTo]],
    )
    const restrictedAcl = restricted.rows[0]?.id
    const { rows } = await client.query<{ id: string }>(
      `insert into document (id, organisation_id, tree_id, parent_id, is_folder, name, name_key, path, acl_id)
       select id, $4, $1, $1, true, name, lower(name), array[$1, id], $2
       from (select uuidv7() as id, 'Site ' || n as name from generate_series(1, $3::int) n) as made
       returning id`,
      [treeId, openAcl, sites, organisationId],
    )
    const folders = rows.map((row) => row.id)
    const subfolders = await client.query<{ id: string }>(
      `insert into document (id, organisation_id, tree_id, parent_id, is_folder, name, name_key, path, acl_id)
       select id, $6, $1, parent, true, name, lower(name), array[$1, parent, id], acl
       from (
         select uuidv7() as id, parent, 'Work package ' || n as name,
           case when n % 5 = 0 then $4::bigint else $3::bigint end as acl
         from unnest($2::uuid[]) parent, generate_series(1, $5::int) n) as made
       returning id`,
      [treeId, folders, openAcl, restrictedAcl, SUBFOLDERS, organisationId],
    )
    const addFiles = (parents: readonly string[], from: number, count: number) =>
      client.query(INSERT_FILES, [treeId, parents, restrictedAcl, from, from + count - 1, organisationId])
    await addFiles(folders, SUBFOLDERS + 1, FILES)
    await addFiles(
      subfolders.rows.map((row) => row.id),
      1,
      FILES_BELOW,
    )
    await client.query(
      `insert into document_version (id, organisation_id, document_id, number, size, sha256, created_by)
       select current_version_id, organisation_id, id, 1, size, sha256(id::text::bytea), $2
       from document where tree_id = $1 and not is_folder`,
      [treeId, authorId],
    )
    // They have no bytes: what they say is not to be read while something else is measured.
    await client.query(
      `insert into document_text (organisation_id, document_id, version_id, state)
       select organisation_id, id, current_version_id, 'READ' from document where tree_id = $1 and not is_folder`,
      [treeId],
    )
    await client.query(
      `create temporary table placed on commit drop as
       select *, dense_rank() over (order by parent_id, acl_id, is_folder, part) as place,
         dense_rank() over (order by parent_id, acl_id, is_folder) as list
       from (
         select id, parent_id, acl_id, is_folder, name, name_key, extension, (row_number() over (
           partition by parent_id, acl_id, is_folder order by id) - 1) / 64 as part
         from document where tree_id = $1::uuid and parent_id is not null) as numbered`.replace(
        '$1',
        `'${treeId}'`,
      ),
    )
    await client.query(
      `with base as (
         select (select coalesce(max(id), 0) from name_group) as last,
           (select coalesce(max(id), 0) from folder_list) as last_list
       ), lists as (
         insert into folder_list (id, organisation_id, folder_id, acl_id, is_folder, is_deleted)
         overriding system value
         select distinct last_list + list, $2::uuid, parent_id, acl_id, is_folder, false from placed, base
       ), letters as materialized (
         select name_key, found_letters(name_key) as letters from (select distinct name_key from placed) as each
       ), grouped as (
         select place, parent_id, acl_id, is_folder, count(*) as size, bit_or(letters) as letters,
           coalesce(array_agg(distinct extension) filter (where extension <> ''), '{}') as extensions,
           (array_agg(name order by name collate name_order, id))[1] as first_name,
           (array_agg(id order by name collate name_order, id))[1] as first_id
         from placed join letters using (name_key)
         group by place, parent_id, acl_id, is_folder
       ), made as (
         insert into name_group (id, organisation_id, tree_id, folder_id, acl_id, is_folder, is_deleted, size, letters, is_folded, extensions,
           first_name, first_id)
         overriding system value
         select last + place, $2, $1, parent_id, acl_id, is_folder, false, size, letters, true, extensions, first_name, first_id
         from grouped, base)
       insert into document_name_search (document_id, organisation_id, name, name_key, extension, group_id, list_id)
       select id, $2, name, name_key, extension, last + place, last_list + list from placed, base`,
      [treeId, organisationId],
    )
    for (const table of ['name_group', 'folder_list']) {
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
      )
    }
    await client.query(
      'insert into folder_place (folder_id, organisation_id, path) select id, organisation_id, path from document where tree_id = $1 and is_folder on conflict do nothing',
      [treeId],
    )
    await client.query(
      `insert into folder_tally (folder_id, organisation_id, acl_id, files, folders)
       select folder, $2, acl_id, count(*) filter (where not is_folder), count(*) filter (where is_folder)
       from document, unnest(trim_array(path, 1)) folder
       where tree_id = $1 group by folder, acl_id`,
      [treeId, organisationId],
    )
    await client.query('commit')
    return { folders, openAcl }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** The one list that a new tree has, and whose it is. */
async function aclOf(
  client: pg.PoolClient,
  treeId: string,
): Promise<{ id: number; organisation_id: string | null }> {
  const { rows } = await client.query<{ id: number; organisation_id: string | null }>(
    'select id, organisation_id from acl where tree_id = $1',
    [treeId],
  )
  const [acl] = rows
  if (!acl || rows.length > 1) throw new Error('Only a new tree can be grown.')
  return acl
}
