import type pg from 'pg'
import { openInstallation, passphraseOf } from './commands/installation.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { holdsData, nameOfPlace, restoreInto, settleRestore } from './platform/backup/index.ts'
import { withConnection } from './platform/backup/session.ts'
import { Shutdown } from './shutdown.ts'

/**
 * Settles what a restore has left that was killed, and at the first start on an empty database and an empty storage restores
 * the newest backup of RESTORE_FROM (BACK-20, BACK-21). Of servers that start together one does, the others wait.
 * @throws ConfigError where it is empty and nothing can be restored
 */
export async function restoreAtFirstStart(
  config: Config,
  poolConfig: pg.PoolConfig,
  log: Log,
): Promise<void> {
  await withConnection(poolConfig, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('helioroom first restore'))`)
    if (await settleRestore(config.dataDir, client)) {
      log.info('A restore was interrupted. What was there before is in place; to restore, run it again.')
    }
    const from = config.backup.restoreFrom
    if (!from) return
    const opened = new Shutdown()
    try {
      const installation = await openInstallation(config, poolConfig, opened)
      if (await holdsData(installation)) return
      const passphrase = passphraseOf(config)
      const { backup } = await restoreInto(installation, { from, passphrase, backup: 'latest' })
      log.info(`The backup ${backup} of ${nameOfPlace(from)} was restored.`)
    } finally {
      await opened.run()
    }
  })
}
