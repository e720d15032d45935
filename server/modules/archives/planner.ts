import type { Connection } from '../../platform/database/database.ts'
import { MADE_ON } from './asked.ts'
import { type FileKind, insertFiles, insertRows, type PlannedFile } from './store.ts'

/** Writes the plan of an archive: rows of its lists, and files in their order. */
export class Planner {
  readonly #db: Connection
  readonly #of: { proofId: string; organisationId: string }
  readonly #rows = new Map<string, number>()
  #files = 1

  constructor(db: Connection, of: { proofId: string; organisationId: string }) {
    this.#db = db
    this.#of = of
  }

  async rows(kind: string, rows: readonly object[]): Promise<void> {
    const from = this.#rows.get(kind) ?? 1
    await insertRows(this.#db, this.#of, kind, from, rows)
    this.#rows.set(kind, from + rows.length)
  }

  async files(files: readonly PlannedFile[]): Promise<void> {
    await insertFiles(this.#db, this.#of, this.#files, files)
    this.#files += files.length
  }
}

/** A file that is made for the archive. */
export const made = (path: string, kind: FileKind, source: PlannedFile['source']): PlannedFile => ({
  path,
  kind,
  source,
  modifiedAt: MADE_ON,
  size: null,
  sha256: null,
  documentId: null,
  versionId: null,
})
