import { sql } from 'kysely'
import type { OfficePicture } from '../../admin/index.ts'
import type { UploadedFile } from '../../contracts/uploadedFile.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/tables.generated.ts'
import type { PictureKind } from './kinds.ts'

/** Pictures among the stored files. */
export interface Pictures {
  /**
   * Keeps a picture that somebody has sent, encoded again: upright, in its shape, and without what else the file holds.
   * @throws BAD_USER_INPUT at `file` for what is no such picture, RATE_LIMITED while too many wait; and as `keep`
   */
  keepPicture<T>(
    kind: PictureKind,
    picture: { ownerId: string; file: UploadedFile },
    attach: (tx: Tx, fileId: string) => Promise<T>,
  ): Promise<T>
  /**
   * Where a person reads a file: always the same address, good for that person alone. To be given to whoever may see
   * what it belongs to.
   */
  address(personId: string, fileId: string): string
}

/** The column of a module's own table that names the picture of each of its rows. */
export interface ShownIn {
  readonly table: keyof DB
  readonly column: string
}

/** Those of the files that a row shows: for `ownsFiles`. */
export async function shownIn(
  db: Connection,
  { table, column }: ShownIn,
  fileIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} = any(${fileIds}::uuid[])`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The picture of a record of the back office, kept in a column of its row. */
export function pictureOf(files: Pictures, kind: PictureKind, { table, column }: ShownIn): OfficePicture {
  const write = async (tx: Tx, id: string, fileId: string | null) => {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fileId}::uuid where id = ${id}`.execute(
      tx,
    )
  }
  return {
    keep: (id, file, attach) =>
      files.keepPicture(kind, { ownerId: id, file }, (tx, fileId) => attach(tx, () => write(tx, id, fileId))),
    remove: (tx, id) => write(tx, id, null),
    address: files.address,
  }
}
