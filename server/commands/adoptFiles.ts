// npm run adopt-files: writes the marker of this installation into the storage where its contents are there (STORE-33).
import { readConfig } from '../config.ts'
import { DOCUMENT_VERSIONS } from '../modules/documents/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import { loadSecretKey } from '../platform/dataDir.ts'
import { replaceKey } from '../platform/secretFingerprint.ts'
import { createStorage, markedPlaces, writeMarker } from '../platform/storage/index.ts'
import { runCommand } from './command.ts'
import { reachDatabase, requireMigrated } from './installation.ts'

const USAGE = `Usage: npm run adopt-files -- [--yes] [--new-key] [--json]
  --yes      writes the marker though contents are missing
  --new-key  takes the key of the settings as that of the installation, whose former one is lost`

/** Versions that are looked for, and those of them that may be missing. */
const LOOKED_FOR = 100
const MAX_MISSING = 1
const CONCURRENT = 8

await runCommand({
  usage: USAGE,
  options: { yes: { type: 'boolean' }, 'new-key': { type: 'boolean' } },
  run: async ({ values, shutdown, say }) => {
    const config = readConfig(process.env)
    const { poolConfig, stop } = await reachDatabase(config, say)
    shutdown.add(stop)
    const opened = openDatabase({ ...poolConfig, application_name: 'helioroom files' }, { workers: 0 })
    shutdown.add(() => opened.close())
    await requireMigrated(opened.pool)
    const { rows } = await opened.pool.query<{ key: string; size: number }>(
      `select key, size from (${DOCUMENT_VERSIONS}) as version order by random() limit ${LOOKED_FOR}`,
    )
    // With FILES_ALSO its contents are this storage's as well.
    const storage = await createStorage(config, opened.db)
    let missing = 0
    const waiting = rows.values()
    const look = async () => {
      for (const { key, size } of waiting) if ((await storage.head(key)) !== size) missing += 1
    }
    await Promise.all(Array.from({ length: CONCURRENT }, look))
    const places = await markedPlaces(config)
    const names = places.map(({ name }) => name).join(' and ')
    const found = { looked: rows.length, missing }
    if (missing > MAX_MISSING && values.yes !== true) {
      const sentence = `${missing} of ${rows.length} versions are missing in the storage at ${names}. Nothing was written. If it is the right one all the same, run: npm run adopt-files -- --yes.`
      return { json: { ...found, adopted: false }, text: [sentence], failed: true }
    }
    if (values['new-key'] === true) {
      await replaceKey(loadSecretKey(config), opened.db)
      say('The key of the settings is that of this installation now.')
    }
    for (const place of places) await writeMarker(place, opened.db)
    const sentence = `The storage at ${names} is this installation's: ${rows.length - missing} of ${rows.length} versions were found there.`
    return { json: { ...found, adopted: true }, text: [sentence] }
  },
})
