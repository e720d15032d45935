/** SQL of the contents of versions: `key`, `size`, `sha256` and the document's `name`. */
export const DOCUMENT_VERSIONS = `select v.id::text as key, v.size, v.sha256, d.name
   from document_version v join document d on d.id = v.document_id where d.bytes_removed_at is null`

/**
 * SQL of the contents that documents name, for backups (BACK-04): versions whose bytes have not been removed, thumbnails,
 * staged versions, uploads that have arrived and zips, each under the key of its row.
 */
export const DOCUMENT_CONTENTS: readonly string[] = [
  DOCUMENT_VERSIONS,
  `select t.key::text, t.size::bigint, t.sha256, d.name
   from thumbnail t join document_version v on v.id = t.version_id join document d on d.id = v.document_id
   where t.state = 'MADE'`,
  `select c.version_id::text, c.size, c.sha256, d.name from staged_change c join document d on d.id = c.document_id
   where c.version_id is not null`,
  `select version_id::text, size, sha256, name from upload where state = 'RECEIVED'`,
  `select id::text, size, sha256, file_name from zip_export where stored and state = 'READY'`,
]
