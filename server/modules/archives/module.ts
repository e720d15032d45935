import { joins } from '../../platform/hooks.ts'
import { productVersion } from '../../product.ts'
import type { ArchivedPdfs } from '../documents/index.ts'
import type { Files } from '../files/index.ts'
import type { Module } from '../manifest.ts'
import { rowsPurged } from '../organisations/index.ts'
import type { Overview } from '../overview/index.ts'
import type { Questions } from '../questions/index.ts'
import type { RecordDoor } from '../record/index.ts'
import { type Archives, createArchives, keyOfPart } from './index.ts'

interface Needs {
  documents: { pages: { markedPdfs: ArchivedPdfs } }
  files: Files
  overview: Overview
  questions: Questions
  record: RecordDoor
}

export const archivesModule: Module<'archives', Archives, Needs> = {
  name: 'archives',
  folder: import.meta.dirname,
  contents: [
    `select concat('archive-', id) as key, size, sha256, name from room_archive_part where size is not null`,
  ],
  create: ({ jobsDb, storage, log }, { documents, files, overview, questions, record }) => {
    const archives = createArchives({
      db: jobsDb,
      storage,
      files,
      overview,
      questions,
      record,
      markedPdf: documents.pages.markedPdfs.forArchive,
      product: `Helioroom ${productVersion()}`,
      onUnreadable: (err, path) => log.error({ err, path }, 'a stored file of an archive could not be read'),
    })
    return {
      door: archives,
      hooks: [
        joins(rowsPurged, async (_tx, { table, rows }) => {
          if (table === 'room_archive_part') await storage.remove(rows.map(({ id }) => keyOfPart(String(id))))
        }),
      ],
    }
  },
}
