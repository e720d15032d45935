// npm run move-files: copies contents from one place of stored files to the other while the product runs (STORE-35).
import { ConfigError, readConfig } from '../config.ts'
import { contentsOf } from '../platform/backup/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import {
  type MarkedPlace,
  markedPlaces,
  markerRefusal,
  moveContents,
  openPlaces,
  writeMarker,
} from '../platform/storage/index.ts'
import { runCommand, wrongCall } from './command.ts'
import { CONTENTS, reachDatabase, requireMigrated } from './installation.ts'

const USAGE = `Usage: npm run move-files -- --to s3|disk [--delete] [--json]
  --to      the place that gets the contents: FILES or FILES_ALSO
  --delete  removes from the other place what was verified`

/** Milliseconds between words on how far it is. */
const SAY_EVERY_MS = 5000

await runCommand({
  usage: USAGE,
  options: { to: { type: 'string' }, delete: { type: 'boolean' } },
  run: async ({ values, shutdown, say }) => {
    const { to } = values
    if (to !== 's3' && to !== 'disk') wrongCall('--to must be s3 or disk.', USAGE)
    const config = readConfig(process.env)
    if (!config.filesAlso) {
      throw new ConfigError('FILES_ALSO is missing. Set FILES to one place and FILES_ALSO to the other.')
    }
    const { poolConfig, stop } = await reachDatabase(config, say)
    shutdown.add(stop)
    const opened = openDatabase({ ...poolConfig, application_name: 'helioroom files' }, { workers: 0 })
    shutdown.add(() => opened.close())
    await requireMigrated(opened.pool)
    const lock = await opened.pool.connect()
    shutdown.add(async () => lock.release(true))
    const { rows } = await lock.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(hashtext('helioroom move files')) as "isMine"`,
    )
    if (!rows[0]?.isMine) throw new ConfigError('Another move-files is running. Wait for its end.')

    const isToFirst = config.files === to
    const inOrder = <Each>(both: readonly Each[]): readonly Each[] => (isToFirst ? both.toReversed() : both)
    const [source, target] = inOrder<MarkedPlace>(await markedPlaces(config))
    const { first, second } = await openPlaces(config, opened.db)
    const [from, into] = inOrder([first, second].flatMap((place) => place ?? []))
    if (!source || !target || !from || !into) throw new Error('There are not two places.')
    for (const place of [source, target]) {
      // A place that nothing was moved to yet gets its marker here.
      if (place === target && (await place.read()) === null) continue
      const refusal = await markerRefusal(place, opened.db)
      if (refusal !== null) throw new ConfigError(refusal)
    }
    await writeMarker(target, opened.db)

    let saidAt = performance.now()
    const moved = await moveContents({
      from,
      to: into,
      known: (keys) => contentsOf(opened.pool, CONTENTS, keys),
      deletes: values.delete === true,
      onFailure: say,
      onProgress: ({ copied, present }) => {
        if (performance.now() - saidAt < SAY_EVERY_MS) return
        saidAt = performance.now()
        say(`${copied} contents copied, ${present} were there.`)
      },
    })
    const sentence = `${moved.copied} contents (${moved.bytes} bytes) were copied to ${target.name}, ${moved.present} were there, ${moved.failed} failed.`
    return { json: moved, text: [sentence], failed: moved.failed > 0 }
  },
})
