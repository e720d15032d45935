// npm run backup: takes a backup while people work, or lists those of a place.
import { readConfig } from '../config.ts'
import { listBackups, openPlace, standBack, takeBackup } from '../platform/backup/index.ts'
import { readMigrations } from '../platform/database/migrations.ts'
import { loadSecretKey } from '../platform/dataDir.ts'
import { runCommand } from './command.ts'
import {
  givenPlace,
  openInstallation,
  passphraseOf,
  placeOr,
  reachDatabase,
  sourceOf,
} from './installation.ts'

const USAGE = `Usage: npm run backup -- [--to PLACE] [--list] [--json]
  --to    where to, in place of BACKUP_TO: the absolute path of a folder, or s3://bucket/prefix/
  --list  prints the backups of the place, the newest first`

await runCommand({
  usage: USAGE,
  options: { to: { type: 'string' }, list: { type: 'boolean' } },
  run: async ({ values, shutdown, say }) => {
    const given = givenPlace(values, 'to', USAGE)
    const config = readConfig(process.env)
    const passphrase = passphraseOf(config)
    const to = placeOr(given ?? config.backup.to, '--to')
    const place = await openPlace(to, passphrase, { isNew: values.list !== true })
    if (values.list) {
      const damaged = (id: string) => say(`The backup ${id} is damaged.`)
      return { json: { backups: await listBackups(place, readMigrations(), damaged) } }
    }
    standBack()
    const { poolConfig, stop } = await reachDatabase(config, say)
    shutdown.add(stop)
    const installation = await openInstallation(config, poolConfig, shutdown)
    const source = sourceOf(installation, loadSecretKey(config))
    return { json: await takeBackup(place, source, { onProgress: say }) }
  },
})
