import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyAsStandby, hasStandby, Postgres, waitForStandbys } from '../../cluster/postgres.ts'
import { until } from '../../until.ts'
import { allReady, type Scenario, someMs } from './scenario.ts'

const FOLLOWERS = `select count(*)::int as count from pg_stat_replication where sync_state = 'sync'`

/** A standby in that folder, for which the commits of the primary wait. */
async function makeStandby(primary: number, folder: string, port: number): Promise<Postgres> {
  rmSync(folder, { recursive: true, force: true })
  copyAsStandby(primary, folder)
  const standby = new Postgres(folder, port)
  await standby.start()
  const first = new Postgres('', primary)
  await waitForStandbys(first.place)
  await until('the standby follows', async () => (await first.sql(FOLLOWERS))[0]?.count === 1)
  return standby
}

/** Kills the primary and promotes its standby, and the other way round. */
export const failover: Scenario = {
  name: 'failover',
  share: 2,
  lacks: async () => (hasStandby ? null : "there is no pg_basebackup (Debian's postgresql)"),
  own: async () => ({ options: { hasStandby: true } }),
  run: async ({ cluster, kills, killed, say }) => {
    const [one = 0, other = 0] = cluster.databasePorts
    const folders = new Map([
      [one, cluster.databaseFolder],
      [other, path.join(path.dirname(cluster.databaseFolder), 'standby')],
    ])
    // The first one is the cluster's own.
    let primary: { port: number; kill(): Promise<void> } = {
      port: one,
      kill: () => cluster.database.stop('SIGKILL'),
    }
    let standby: Postgres | undefined
    for (let at = 0; at < kills; at += 1) {
      const port = primary.port === one ? other : one
      standby = await makeStandby(primary.port, folders.get(port) ?? '', port)
      await sleep(someMs(2000, 4000))
      const begun = performance.now()
      await primary.kill()
      killed()
      standby.promote()
      const promoted = performance.now()
      await allReady(cluster)
      const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
      say(
        `primary killed, standby promoted after ${seconds(begun, promoted)} s, all ready ${seconds(promoted, performance.now())} s later`,
      )
      primary = standby
      await sleep(2000)
    }
    const last = primary
    return () => last.kill()
  },
}
