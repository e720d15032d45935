// npm run verify-backup: reads every byte of a backup and compares it with what was written.
import { readConfig } from '../config.ts'
import {
  backupIds,
  chosenBackup,
  openPlace,
  recordVerified,
  type Verified,
  verifyBackup,
} from '../platform/backup/index.ts'
import { NameSet } from '../platform/backup/nameSet.ts'
import { runCommand } from './command.ts'
import { reasonOf } from './doctor/check.ts'
import { givenPlace, passphraseOf, placeOr, runningDatabase } from './installation.ts'

const USAGE = `Usage: npm run verify-backup -- [--from PLACE] [--backup ID] [--json]
  --from    where from, in place of BACKUP_TO: the absolute path of a folder, or s3://bucket/prefix/
  --backup  id of a backup, latest (unless given), or all`

/** Faults that are named; more are counted. */
const MAX_NAMED = 1000

await runCommand({
  usage: USAGE,
  options: { from: { type: 'string' }, backup: { type: 'string' } },
  run: async ({ values, say }) => {
    const given = givenPlace(values, 'from', USAGE)
    const config = readConfig(process.env)
    const from = placeOr(given ?? config.backup.to, '--from')
    const place = await openPlace(from, passphraseOf(config), { isNew: false })
    const wanted = typeof values.backup === 'string' ? values.backup : 'latest'
    // Of all, there is one at least.
    const chosen = await chosenBackup(place, wanted === 'all' ? 'latest' : wanted)
    const ids = wanted === 'all' ? await backupIds(place) : [chosen]
    const seen = new NameSet()
    const total: Verified = {
      backup: wanted === 'all' ? 'all' : (ids[0] ?? wanted),
      files: 0,
      bytes: 0,
      damaged: 0,
      missing: 0,
    }
    let named = 0
    for (const id of ids) {
      say(`Verifying ${id}.`)
      const one = await verifyBackup(place, id, {
        seen,
        onFault: ({ name, isMissing }) => {
          named += 1
          if (named <= MAX_NAMED) say(`${isMissing ? 'Missing' : 'Damaged'}: ${name}`)
        },
      })
      for (const count of ['files', 'bytes', 'damaged', 'missing'] as const) total[count] += one[count]
    }
    // Another place than that of the installation says nothing of how its backups are. The backup is whole without it.
    const installation = given ? null : runningDatabase(config)
    if (installation) {
      await recordVerified(place, installation).catch((error: unknown) =>
        say(`The installation could not be told of it: ${reasonOf(error)}`),
      )
    }
    const failed = total.damaged + total.missing > 0
    if (failed) say(`${total.damaged} damaged, ${total.missing} missing.`)
    return { json: total, failed }
  },
})
