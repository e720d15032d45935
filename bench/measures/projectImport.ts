import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { UploadedFile } from '../../server/contracts/uploadedFile.ts'
import { createFunds } from '../../server/modules/funds/index.ts'
import { createOrganisations } from '../../server/modules/organisations/index.ts'
import { createImports } from '../../server/modules/projects/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { createHooks } from '../../server/platform/hooks.ts'
import { spreadsheetBytes } from '../../server/platform/spreadsheets/index.ts'
import { createSheetReader } from '../../server/platform/spreadsheets/read/index.ts'
import { factories } from '../../testing/factories.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { ownDatabase } from '../support/ownDatabase.ts'

const HEADERS = [
  'Name',
  'Type',
  'Status',
  'City',
  'State',
  'ZIP code',
  'Latitude, degrees',
  'Longitude, degrees',
  'Commercial operating date, MM/DD/YYYY',
  'Capacity AC, kW',
  'Capacity DC, kW',
  'PPA start date, MM/DD/YYYY',
  'PPA term, years',
  'PPA rate, $/kWh',
]

/** A spreadsheet of so many projects; `size` is the capacity of each, so that another one changes them all. */
async function spreadsheet(rows: number, size: number): Promise<Buffer> {
  async function* lines() {
    yield Array.from({ length: rows }, (_, at) => [
      `Site ${at}`,
      'Solar',
      'Operating',
      'Salina',
      'KS',
      '67401',
      37 + (at % 300) / 100,
      -98 - (at % 500) / 100,
      '07/01/2024',
      size,
      size * 1.25,
      '07/01/2024',
      20,
      0.0412,
    ])
  }
  const parts: Uint8Array[] = []
  const columns = HEADERS.map((header) => ({ header, width: 16 }))
  for await (const part of spreadsheetBytes({ sheet: 'Projects', columns, rows: lines() })) parts.push(part)
  return Buffer.concat(parts)
}

/** A spreadsheet of projects in seconds: previewed and confirmed, as new ones and as changes of all of them. */
export const projectImport: Measure = {
  name: 'projectImport',
  run: async (stage, { quick }) => {
    const { connection } = await stage()
    const rows = quick ? 500 : 5000
    const folder = await mkdtemp(path.join(os.tmpdir(), 'helioroom-bench-'))
    const reader = createSheetReader()
    try {
      return await ownDatabase(connection, async (poolConfig) => {
        const { close, ...database } = openDatabase(poolConfig)
        try {
          const make = factories({ ...database, poolConfig })
          const { place } = await make.room()
          const admin = await make.actorWith(place, 'Deal Room Admin')
          const hooks = createHooks(() => [])
          const funds = createFunds(database.db, createOrganisations(database.db), hooks)
          const imports = createImports(database.db, funds, reader, hooks)
          const figures: Figure[] = []
          const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
            const start = performance.now()
            const result = await work()
            const seconds = (performance.now() - start) / 1000
            figures.push({
              title: `${what} of ${rows.toLocaleString('en-US')} projects`,
              ours: `${seconds.toFixed(2)} s`,
              floor: '',
              value: seconds,
              shown: `${seconds.toFixed(2)} s`,
              target: { atMost: 5 },
              targetShown: 'at most 5 s',
            })
            return result
          }
          for (const [kind, size] of [
            ['new', 2000],
            ['changed', 2100],
          ] as const) {
            const file = path.join(folder, `${kind}.xlsx`)
            const bytes = await spreadsheet(rows, size)
            await writeFile(file, bytes)
            const uploaded = new UploadedFile({
              filename: 'projects.xlsx',
              contentType: '',
              size: bytes.length,
              path: file,
            })
            const seen = await timed(`preview, ${kind},`, () =>
              imports.preview(admin, place.portfolioId, uploaded),
            )
            const done = await timed(`confirmation, ${kind},`, () =>
              imports.confirm(admin, place.portfolioId, uploaded, seen.fingerprint),
            )
            if (done.added + done.changed !== rows) throw new Error('Not all rows were imported.')
          }
          return figures
        } finally {
          await close()
        }
      })
    } finally {
      reader.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
