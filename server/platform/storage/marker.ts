import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { ConfigError } from '../../settings.ts'
import type { Connection } from '../database/database.ts'
import { codeOf } from '../errorCode.ts'
import { newId } from '../ids.ts'

/** Name of the marker in a storage. */
export const MARKER = 'installation.json'

/** A storage as far as it tells to whom it belongs (STORE-32). */
export interface MarkedPlace {
  /** For people. */
  readonly name: string
  /** Id of the installation; null where there is no marker, and empty where it can't be read as one. */
  read(): Promise<string | null>
  /** Whole or not at all. */
  write(installation: string): Promise<void>
}

export const markerText = (installation: string): string => `${JSON.stringify({ installation })}\n`

export function installationIn(text: string): string {
  try {
    const { installation } = JSON.parse(text) as { installation?: unknown }
    return typeof installation === 'string' ? installation : ''
  } catch {
    return ''
  }
}

/** @param folder of a storage on a disk */
export function markedFolder(folder: string): MarkedPlace {
  const file = path.join(folder, MARKER)
  return {
    name: folder,
    async read() {
      try {
        return installationIn(await readFile(file, 'utf8'))
      } catch (error) {
        if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
        throw error
      }
    },
    async write(installation) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${file}.${newId()}`
      try {
        const handle = await open(draft, 'wx', 0o600)
        try {
          await handle.writeFile(markerText(installation))
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
  }
}

interface MarkerRow {
  id: string
  isWritten: boolean
}

async function ownMarker(db: Connection): Promise<MarkerRow | undefined> {
  const { rows } = await sql<MarkerRow>`
    select id, written_at is not null as "isWritten" from storage_marker`.execute(db)
  return rows[0]
}

const writtenTo = (db: Connection) =>
  sql`update storage_marker set written_at = now() where written_at is null`.execute(db)

/** The id of this installation, which its first start makes; of servers that start together all get the same. */
async function ownId(db: Connection): Promise<MarkerRow> {
  const kept = await ownMarker(db)
  if (kept) return kept
  await sql`insert into storage_marker (id) values (${newId()}) on conflict do nothing`.execute(db)
  const made = await ownMarker(db)
  if (!made) throw new Error('The database keeps no id of the installation.')
  return made
}

/**
 * Compares the markers of the places of a storage with the database's; the first start writes them (STORE-32).
 * @throws ConfigError where one is missing or another installation's
 */
export async function checkMarkers(places: readonly MarkedPlace[], db: Connection): Promise<void> {
  const own = await ownId(db)
  const found = await Promise.all(places.map((place) => place.read()))
  for (const [at, place] of places.entries()) {
    const marker = found[at] ?? null
    if (marker === null && own.isWritten) throw new ConfigError(withoutMarker(place.name))
    if (marker !== null && marker !== own.id) throw new ConfigError(ofAnother(place.name))
  }
  if (own.isWritten) return
  for (const [at, place] of places.entries()) if (found[at] === null) await place.write(own.id)
  await writtenTo(db)
}

const withoutMarker = (place: string): string =>
  `The storage at ${place} has no marker of this installation. Is the volume mounted, or the right bucket set? If it is the right one, run: npm run adopt-files.`
const ofAnother = (place: string): string => `The storage at ${place} belongs to another installation.`

/** What a start would refuse, without changing anything; null where it takes the storage. */
export async function markerRefusal(place: MarkedPlace, db: Connection): Promise<string | null> {
  const own = await ownMarker(db)
  const found = await place.read()
  if (found === null) return own?.isWritten ? withoutMarker(place.name) : null
  return found === own?.id ? null : ofAnother(place.name)
}

/** Makes a storage this installation's, whosever it was (STORE-33). */
export async function writeMarker(place: MarkedPlace, db: Connection): Promise<void> {
  await place.write((await ownId(db)).id)
  await writtenTo(db)
}

/** Makes the tables anew, and stays the installation that the storage belongs to. */
export async function keepingMarker(db: Connection, recreate: () => Promise<void>): Promise<void> {
  const { id } = await ownId(db)
  await recreate()
  await sql`insert into storage_marker (id, written_at) values (${id}, now())`.execute(db)
}

/** Makes the database that of the storage's installation: what is restored comes with the id of where it was taken. */
export async function takeMarkerOf(place: MarkedPlace, db: Connection): Promise<void> {
  const found = await place.read()
  await sql`delete from storage_marker`.execute(db)
  if (found) await sql`insert into storage_marker (id, written_at) values (${found}, now())`.execute(db)
}
