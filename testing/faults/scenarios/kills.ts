import { setTimeout as sleep } from 'node:timers/promises'
import type { Member } from '../../cluster/cluster.ts'
import { answers } from '../../cluster/postgres.ts'
import { until } from '../../until.ts'
import { allReady, type Broken, noStore, type Scenario, someMs, turnOf } from './scenario.ts'

/** Kills one process after the other, each when all are there again; `inPairs` every second time two together. */
async function killInTurn(
  broken: Broken,
  members: readonly Member[],
  { inPairs = false } = {},
): Promise<void> {
  const { cluster, kills, killed } = broken
  for (let turn = 0, left = kills; left > 0; turn += 1) {
    await sleep(someMs(300, 1500))
    const dying = [turn, ...(inPairs && turn % 2 === 1 && left > 1 ? [turn + 1] : [])].map(
      (at) => turnOf(members, at).process,
    )
    const before = dying.map(({ pid }) => pid)
    const begun = performance.now()
    const seconds = () => ((performance.now() - begun) / 1000).toFixed(1)
    for (const process of dying) {
      process.kill()
      killed()
      left -= 1
    }
    const names = dying.map(({ name }) => name).join(' and ')
    const areNew = () => dying.every(({ pid }, at) => pid !== 0 && pid !== before[at])
    await until(`${names} started again`, areNew, 5000)
    const restarted = seconds()
    await allReady(cluster)
    broken.say(`${names} killed, started again after ${restarted} s, ready after ${seconds()} s`)
  }
}

export const server: Scenario = {
  name: 'server',
  share: 22,
  // SCALE-26
  maxErrorMs: 2000,
  run: (broken) => killInTurn(broken, broken.cluster.servers),
}

export const worker: Scenario = {
  name: 'worker',
  share: 15,
  run: (broken) => killInTurn(broken, broken.cluster.workers, { inPairs: true }),
}

/** The database as a power cut would, or as one of its own processes that dies. */
export const database: Scenario = {
  name: 'database',
  share: 10,
  run: async ({ cluster, kills, killed, say }) => {
    for (let at = 0; at < kills; at += 1) {
      await sleep(someMs(1000, 2500))
      const before = cluster.database.pid
      const begun = performance.now()
      cluster.database.kill()
      killed()
      await until(
        'the database is started again',
        () => cluster.database.pid !== 0 && cluster.database.pid !== before,
        5000,
      )
      await answers(cluster.databasePlace, () => false)
      const back = performance.now() - begun
      await allReady(cluster)
      say(
        `database killed, back after ${(back / 1000).toFixed(1)} s, all ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`,
      )
    }
  },
}

export const store: Scenario = {
  name: 'store',
  share: 7,
  lacksIn: noStore,
  run: async ({ cluster, kills, killed, say }) => {
    for (let at = 0; at < kills; at += 1) {
      await sleep(someMs(1000, 2500))
      const gateway = cluster.store?.gateway
      if (!gateway) throw new Error('There is no store.')
      const before = gateway.pid
      const begun = performance.now()
      gateway.kill()
      killed()
      await until('the store is started again', () => gateway.pid !== 0 && gateway.pid !== before, 5000)
      await allReady(cluster)
      say(`store killed, all ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
      // Its probes are asked now and then; the gateway itself is asked here.
      await until('the store answers', () =>
        fetch(cluster.store?.endpoint ?? '').then(
          (answer) => answer.status < 500,
          () => false,
        ),
      )
    }
  },
}
