import { createHash } from 'node:crypto'
import type { Actor } from '../server/access/actor.ts'
import { createDocuments, type Documents } from '../server/modules/documents/index.ts'
import type { TestDatabase } from './database/index.ts'

/** The documents service over a storage that keeps sizes alone, for tests of rules and not of bytes. */
export function documentsOver(database: Pick<TestDatabase, 'db' | 'pool'>, maxUploadBytes = 5_368_709_120) {
  const stored = new Map<string, number>()
  let service: Documents | undefined
  const documents = (): Documents => {
    service ??= createDocuments({
      db: database.db,
      storedSize: async (key) => stored.get(key) ?? null,
      uploadAddress: ({ version }) => `/uploads/${version}`,
      fileAddress: ({ id, disposition }) => `/files/${id}?disposition=${disposition}`,
      opaqueId: (kind, id) => `${kind} ${id}`,
      maxUploadBytes,
      recycleDays: 30,
      // The database of a test may be gone by then.
      onError: () => {},
    })
    return service
  }

  const put = (version: string, content: string): void => {
    stored.set(version, Buffer.byteLength(content))
  }

  /** What the PUT handler does when the bytes of an announced upload have arrived. */
  const receive = (
    version: string,
    content: string,
    arrivals = documents().arrivals,
    written = Promise.resolve(),
  ): void => {
    put(version, content)
    const sha256 = createHash('sha256').update(content).digest()
    arrivals.record(version, { size: Buffer.byteLength(content), sha256, written })
  }

  /** Uploads one small file from announcement to confirmation. @returns the document's id in the API */
  const upload = async (
    actor: Actor,
    treeId: string,
    parentId: string,
    name: string,
    content = 'content',
  ): Promise<string> => {
    const [announced] = await documents().announce(actor, treeId, [
      { name, size: Buffer.byteLength(content), parentId },
    ])
    if (!announced) throw new Error('Nothing was announced.')
    receive(announced.version, content)
    const { files } = await documents().confirm(actor, {
      treeId,
      uploads: [{ version: announced.version, documentId: announced.file.id }],
    })
    const [file] = files
    if (!file) throw new Error('Nothing was confirmed.')
    return file.id
  }

  /** Names of a folder's entries, as the actor sees them. */
  const names = async (actor: Actor, treeId: string, documentId: string | null = null): Promise<string[]> => {
    const folder = await documents().document(actor, treeId, documentId)
    return (await documents().children(folder, { limit: 200, offset: 0 })).map((node) => node.name)
  }

  /** The folder at the end of a path from the root, made where it is not there. @returns its id */
  const folder = async (actor: Actor, treeId: string, path: string): Promise<string> => {
    const [made] = await documents().createFolders(actor, { treeId, parentId: null, folderPaths: [path] })
    if (!made) throw new Error('No folder was made.')
    return made.id
  }

  /** Permits the documents together to a principal, or takes the permission away. */
  const permit = (
    actor: Actor,
    treeId: string,
    documentIds: readonly string[],
    principalId: string,
    permissible: boolean,
  ) =>
    documents().updatePermission(actor, {
      treeId,
      permissionId: `${documentIds.join(',')}:${principalId}`,
      permissible,
    })

  /** What the actor sees below a folder, the root without an id. */
  const counts = async (actor: Actor, treeId: string, documentId: string | null = null) => {
    const [tally] = await documents().tallies([await documents().document(actor, treeId, documentId)])
    return tally
  }

  /** Folders whose kept counts, or kept place, differ from what their documents say. */
  const wrongTallies = async (): Promise<unknown[]> => {
    const { rows } = await database.pool.query(`
      with counted as (
        select p.id as folder_id, d.acl_id,
          count(*) filter (where not d.is_folder) as files, count(*) filter (where d.is_folder) as folders
        from document d join document p on p.id = any(d.path[1:cardinality(d.path) - 1])
        where d.deleted_at is null group by 1, 2)
      select coalesce(c.folder_id, t.folder_id) as folder, c.files, t.files as kept, c.folders, t.folders as kept_folders
      from counted c full join (select * from folder_tally where files <> 0 or folders <> 0) t using (folder_id, acl_id)
      where c.files is distinct from t.files or c.folders is distinct from t.folders`)
    const places = await database.pool.query(`
      select d.id, d.path, p.path as kept
      from (select * from document where is_folder) d full join folder_place p on p.folder_id = d.id
      where d.path is distinct from p.path`)
    const names = await database.pool.query(`
      select d.id, g.id as name_group from document d
      left join document_name_search s on s.document_id = d.id left join name_group g on g.id = s.group_id
      left join folder_list l on l.id = s.list_id
      where d.parent_id is not null and (
        g.folder_id, g.acl_id, g.is_folder, g.is_deleted, s.name, s.name_key, s.extension, g.tree_id,
        g.letters & found_letters(d.name_key) = found_letters(d.name_key), g.is_folded, g.size <= 64,
        (g.first_name collate name_order, g.first_id) <= (d.name, d.id),
        l.folder_id, l.acl_id, l.is_folder, l.is_deleted, greatest(s.changed_at, g.all_changed_at),
        (g.changes, g.changed_at, (select array_agg(kind order by kind) from unnest(g.change_kinds) kind)))
      is distinct from (
        d.parent_id, d.acl_id, d.is_folder, d.deleted_at is not null, d.name, d.name_key, d.extension, d.tree_id,
        true, true, true, true, d.parent_id, d.acl_id, d.is_folder, d.deleted_at is not null, (
          -- Of what is staged the history has nothing.
          select coalesce(max(a.at), (select s.changed_at from acl where acl.id = d.acl_id and acl.is_staged))
          from activity a
          where a.document_id = d.id and a.kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE')), (
          select (count(*)::integer, max(a.at), array_agg(distinct a.kind)) from document_name_search o join activity a on a.document_id = o.document_id
          where o.group_id = g.id and a.kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE')))`)
    return [...rows, ...places.rows, ...names.rows]
  }

  return { documents, put, receive, upload, names, folder, permit, counts, wrongTallies }
}
