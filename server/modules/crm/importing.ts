import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../access/errors.ts'
import type { UploadedFile } from '../../contracts/uploadedFile.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId, newId } from '../../platform/ids.ts'
import { defineJob, queueJob } from '../../platform/jobs/index.ts'
import { checkUploaded, defineStoredFile, type Files } from '../files/index.ts'
import {
  countUnfinished,
  type DataImportRow,
  importSeenBy,
  importsSeenBy,
  insertImport,
  leaveFaulty,
  resumeImport,
} from './core/importStore.ts'
import { type Destination, OtherDestination, requireSameAsBefore } from './destination.ts'
import { administered, connectsApplications } from './policy.ts'

export interface ImportOrder {
  importId: string
  /** Batches in a row to which no answer came, and which the CRM has not taken. */
  lost?: number
}

export const importJob = defineJob<ImportOrder>('import_crm_data', { attempts: 5, lane: 'long' })

/** Queues an import, or what is left of it; a job that waits for the same import is replaced. */
export const queueImport = (tx: Tx, order: ImportOrder, runAt?: Date): Promise<void> =>
  queueJob(tx, importJob, order, { key: `crm_import:${order.importId}`, ...(runAt && { runAt }) })

/** Spreadsheets that people import, and get back as they are. */
export const IMPORTED = defineStoredFile({
  name: 'crm_import',
  maxBytes: 26_214_400,
  types: ['xlsx'],
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
   * @param at when it is said to have been uploaded: now, other than in the demo
   * @throws FORBIDDEN, BAD_USER_INPUT for what is no .xlsx (CRM-05), CONFLICT with five under way, StorageFullError
   */
  upload(actor: Actor, file: UploadedFile, at?: Date): Promise<DataImportRow>
  /**
   * Has the rows of an import sent to the CRM that wait for it, as after a connection that ended (CRM-19). What may have
   * been sent before is looked up there first.
   * @throws NOT_FOUND, FORBIDDEN for who is no admin and for an import of somebody else, BAD_USER_INPUT without a
   * connection and with one to another Salesforce than before, CONFLICT where it runs, where nothing waits, and with five under way
   */
  send(actor: Actor, importId: string): Promise<DataImportRow>
  /**
   * Has the rows of an import without a fault imported, where it ended since others have one (CRM-19).
   * @throws NOT_FOUND, FORBIDDEN for who is no admin and for an import of somebody else, CONFLICT where it didn't end over
   * faulty rows, where all rows have a fault, and with five under way
   */
  importGood(actor: Actor, importId: string): Promise<DataImportRow>
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

/**
 * What is imported goes to the CRM by the connection of its person, who alone goes on with it.
 * @throws NOT_FOUND, FORBIDDEN
 */
async function requireOwn(db: Connection, actor: Actor, importId: string): Promise<void> {
  if (!connectsApplications(actor)) throw forbidden()
  const seen = isId(importId) ? await importSeenBy(db, actor, importId) : null
  if (!seen) throw notFound('Import')
  if (seen.personId !== actor.personId) throw forbidden()
}

/** @throws BAD_USER_INPUT where rows of the import went to another Salesforce than the person is connected to now */
function requireDestination(row: DataImportRow, to: Destination): void {
  try {
    requireSameAsBefore(row, to)
  } catch (error) {
    if (!(error instanceof OtherDestination)) throw error
    throw badInput(`${error.message}, or import the rest as a new file.`)
  }
}

/** @param destinationOf where the person's connection to the CRM leads; null without one */
export function createImporting(
  db: Database,
  files: Pick<Files, 'keep'>,
  destinationOf: (on: Connection, personId: string) => Promise<Destination | null>,
): Importing {
  return {
    imports: async (actor, page) => {
      if (!connectsApplications(actor)) throw forbidden()
      return importsSeenBy(db, actor, page)
    },
    upload: async (actor, file, at = new Date()) => {
      if (!connectsApplications(actor)) throw forbidden()
      if (file.size === 0)
        throw badInput('The file is empty. Please choose another one.', { file: 'It is empty.' })
      // What else the file must be is found when it is read, in a process that can do no harm.
      await checkUploaded(IMPORTED, file)
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
          createdAt: at,
        })
        await queueImport(tx, { importId: id })
        return row
      }
      // Serialised, so that two concurrent uploads can't both take the last place.
      return files.keep(IMPORTED, kept, attach, rowLock('person', actor.personId))
    },
    importGood: async (actor, importId) => {
      await requireOwn(db, actor, importId)
      return withLock(db, rowLock('person', actor.personId), async (tx) => {
        await requirePlace(tx, actor.personId)
        const row = await leaveFaulty(tx, importId)
        if (!row) throw conflict('This import is running, or has no rows left to import.')
        await queueImport(tx, { importId })
        return row
      })
    },
    send: async (actor, importId) => {
      await requireOwn(db, actor, importId)
      return withLock(db, rowLock('person', actor.personId), async (tx) => {
        const to = await destinationOf(tx, actor.personId)
        if (!to) throw badInput('Please connect Salesforce first, under Applications.')
        await requirePlace(tx, actor.personId)
        const row = await resumeImport(tx, importId)
        if (!row) throw conflict('This import is running, or has no rows left to send.')
        requireDestination(row, to)
        await queueImport(tx, { importId })
        return row
      })
    },
  }
}
