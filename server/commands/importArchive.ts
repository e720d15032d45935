// npm run import-archive: makes a room again from its closing archive, in an organisation that has no rooms (ARCH-08).
import path from 'node:path'
import { createApp } from '../app.ts'
import { ConfigError, readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { openDatabase } from '../platform/database/database.ts'
import { loadSecretKey } from '../platform/dataDir.ts'
import { runCommand, wrongCall } from './command.ts'
import { importArchive } from './importing/index.ts'
import { reachDatabase, requireMigrated } from './installation.ts'

const USAGE = `Usage: npm run import-archive -- --from FOLDER --into ORGANISATION --by EMAIL [--key FILE] [--json]
  --from  the folder into which all parts of an archive of everything were unpacked
  --into  slug of an organisation without deal rooms and holding companies
  --by    e-mail address of one of its admins, in whose name the room is made
  --key   a file with the public keys by which the archive is verified, in place of its own`

await runCommand({
  usage: USAGE,
  options: {
    from: { type: 'string' },
    into: { type: 'string' },
    by: { type: 'string' },
    key: { type: 'string' },
  },
  run: async ({ values: { from, into, by, key }, shutdown, say }) => {
    if (typeof from !== 'string' || typeof into !== 'string' || typeof by !== 'string') {
      wrongCall('--from, --into and --by are needed.', USAGE)
    }
    const config = { ...readConfig(process.env), workers: 0 }
    const { poolConfig, stop } = await reachDatabase(config, say)
    shutdown.add(stop)
    const opened = openDatabase({ ...poolConfig, application_name: 'helioroom import' }, { workers: 0 })
    shutdown.add(() => opened.close())
    await requireMigrated(opened.pool)
    const lock = await opened.pool.connect()
    shutdown.add(async () => lock.release(true))
    const { rows } = await lock.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(hashtext('helioroom import archive')) as "isMine"`,
    )
    if (!rows[0]?.isMine) throw new ConfigError('Another import-archive is running. Wait for its end.')
    const log = createLog({ ...config, logLevel: 'warn' })
    const app = await createApp({ config, secret: loadSecretKey(config), log, ...opened })
    shutdown.add(() => app.close())
    const order = {
      from: path.resolve(from),
      into,
      by,
      ...(typeof key === 'string' ? { keyFile: path.resolve(key) } : {}),
    }
    const made = await importArchive(
      { db: opened.db, services: app.services, storage: app.storage },
      order,
      say,
    )
    const { room, slug, folders, documents, versions, questions, withoutFile, deleted } = made
    return {
      json: made,
      text: [
        `${room} is there as ${slug}: ${folders} folders, ${documents} documents in ${versions} versions, ${questions} questions.`,
        ...(withoutFile > 0 ? [`${withoutFile} versions have no file in the archive.`] : []),
        ...(deleted > 0 ? [`${deleted} documents that were deleted were left out.`] : []),
      ],
    }
  },
})
