import { createHash } from 'node:crypto'
import {
  type AdminResource,
  type OfficeField,
  type OfficeRow,
  type OfficeValues,
  severalIn,
  textIn,
} from '../../admin/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { alsoLock } from '../../platform/database/withLock.ts'

/**
 * That of its table, or else one of what can be set: what others bring about, such as a sign-in, is no change of the record.
 */
export const revisionOf = (kind: AdminResource, { revision, values }: OfficeRow): string =>
  revision ??
  createHash('sha256')
    .update(
      JSON.stringify(kind.fields.flatMap(({ name, readOnly }) => (readOnly ? [] : [values[name] ?? null]))),
    )
    .digest('hex')
    .slice(0, 16)

/** Ids of the records that a field refers to. */
export const referred = (field: OfficeField, values: OfficeValues): readonly string[] => {
  if (field.type === 'REFERENCES') return severalIn(values, field.name)
  const id = field.type === 'REFERENCE' ? textIn(values, field.name) : null
  return id === null ? [] : [id]
}

/** Until the end of the transaction nobody else changes the record, its own module included. */
export async function lockRecord(tx: Tx, kind: AdminResource, id: string): Promise<void> {
  const lock = kind.isKey(id) ? await kind.lockOf?.(tx, id) : null
  if (lock) await alsoLock(tx, lock)
}
