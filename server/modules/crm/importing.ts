import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden } from '../../access/errors.ts'
import type { UploadedFile } from '../../access/uploadedFile.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { rowLock } from '../../platform/database/exclusively.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob, queueJob } from '../../platform/jobs/index.ts'
import { defineStoredFile, type Files } from '../files/index.ts'
import { countUnfinished, type DataImportRow, importsSeenBy, insertImport } from './importStore.ts'
import { administered, connectsApplications } from './policy.ts'

export const importJob = defineJob<{ importId: string }>('import_crm_data', { attempts: 5, lane: 'long' })

/** Spreadsheets that people import, and get back as they are. */
export const IMPORTED = defineStoredFile({
  name: 'crm_import',
  maxBytes: 26_214_400,
  types: [],
  refusal: 'Please choose an .xlsx file of at most 25 MB.',
})

/** Imports that a person may have under way. */
const MAX_UNFINISHED = 5
/** Characters of a file's name, its extension included. */
const MAX_NAME = 200

/** Imports of people and companies from spreadsheets. */
export interface Importing {
  /** Those that the actor sees (CRM-21), the newest first. @throws FORBIDDEN */
  imports(actor: Actor, page: { limit: number; offset: number }): Promise<DataImportRow[]>
  /**
   * Keeps the file and queues its import (CRM-19).
   * @throws FORBIDDEN, BAD_USER_INPUT for what is no .xlsx (CRM-05), CONFLICT with five under way, StorageFullError
   */
  upload(actor: Actor, file: UploadedFile): Promise<DataImportRow>
}

const nameOf = (filename: string): string => {
  const { name, ext } = path.parse(filename.normalize('NFC').replace(/\p{Cc}/gu, ''))
  return name.slice(0, MAX_NAME - ext.length) + ext
}

/** @throws CONFLICT with as many under way as a person may have */
async function requirePlace(db: Connection, personId: string): Promise<void> {
  if ((await countUnfinished(db, 'data_import', personId)) >= MAX_UNFINISHED)
    throw conflict(
      `${MAX_UNFINISHED} of your imports are still running. Please wait until one of them is done.`,
    )
}

export function createImporting(db: Database, files: Pick<Files, 'keep'>): Importing {
  return {
    imports: async (actor, page) => {
      if (!connectsApplications(actor)) throw forbidden()
      return importsSeenBy(db, actor, page)
    },
    upload: async (actor, file) => {
      if (!connectsApplications(actor)) throw forbidden()
      // What else the file must be is found when it is read, in a process that can do no harm.
      const isSpreadsheet = /\.xlsx$/i.test(file.filename) && file.size <= IMPORTED.maxBytes
      if (!isSpreadsheet) throw badInput(IMPORTED.refusal, { file: IMPORTED.refusal })
      if (file.size === 0)
        throw badInput('The file is empty. Please choose another one.', { file: 'It is empty.' })
      await requirePlace(db, actor.personId)
      const id = newId()
      const name = nameOf(file.filename)
      const kept = { ownerId: id, name, bytes: await readFile(file.path) }
      const attach = async (tx: Tx, fileId: string) => {
        await requirePlace(tx, actor.personId)
        const row = await insertImport(tx, {
          id,
          personId: actor.personId,
          organisationIds: administered(actor),
          fileId,
          fileName: name,
        })
        await queueJob(tx, importJob, { importId: id }, { key: `crm_import:${id}` })
        return row
      }
      // Serialised, so that two concurrent uploads can't both take the last place.
      return files.keep(IMPORTED, kept, attach, rowLock('person', actor.personId))
    },
  }
}
