// npm run restore: restores a backup into the database and the storage of the settings.
import { placeIn } from '../backupSettings.ts'
import { readConfig } from '../config.ts'
import {
  openPlace,
  processesRun,
  restoreInto,
  restorePointOf,
  runningProcesses,
} from '../platform/backup/index.ts'
import { withConnection } from '../platform/backup/session.ts'
import { loadSecretKey } from '../platform/dataDir.ts'
import { processName } from '../product.ts'
import { runCommand, wrongCall } from './command.ts'
import { givenPlace, openInstallation, passphraseOf, reachDatabase } from './installation.ts'

const USAGE = `Usage: npm run restore -- --from PLACE [--backup ID] [--replace] [--json]
       npm run restore -- --back [--json]
  --from     the absolute path of a folder, or s3://bucket/prefix/
  --backup   id of a backup, or latest (unless given)
  --replace  restores over data, which is backed up before
  --back     returns to what was there before the last --replace, within 7 days`

await runCommand({
  usage: USAGE,
  options: {
    from: { type: 'string' },
    backup: { type: 'string' },
    replace: { type: 'boolean' },
    back: { type: 'boolean' },
  },
  run: async ({ values, shutdown, say }) => {
    const { back = false, backup = 'latest' } = values
    const given = givenPlace(values, 'from', USAGE)
    if (!back && !given) wrongCall('--from is missing.', USAGE)
    if (back && (given !== undefined || values.backup !== undefined))
      wrongCall('--back knows where from by itself.', USAGE)
    const config = readConfig(process.env)
    const passphrase = passphraseOf(config)
    const point = given ? null : restorePointOf(config.dataDir)
    const from = given ?? placeIn(process.env, point?.place ?? '')
    // What is wrong with it is said before a database is started.
    await openPlace(from, passphrase, { isNew: false })
    const { poolConfig, stop, isShared } = await reachDatabase(config, say)
    shutdown.add(stop)
    if (isShared) {
      const names = await withConnection(poolConfig, runningProcesses)
      throw processesRun(names.length > 0 ? names : [processName(config)])
    }
    const installation = await openInstallation(config, poolConfig, shutdown)
    const restored = await restoreInto(installation, {
      from,
      passphrase,
      backup: point?.backup ?? String(backup),
      replace: back === true || values.replace === true,
      restorePointTo: config.backup.to,
      currentSecret: () => loadSecretKey(config),
      onProgress: say,
    })
    return { json: restored }
  },
})
