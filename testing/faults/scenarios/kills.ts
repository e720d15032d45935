import { setTimeout as sleep } from 'node:timers/promises'
import type { Member } from '../../cluster/cluster.ts'
import { answers } from '../../cluster/postgres.ts'
import { allReady, type Broken, noStore, type Scenario, someMs, turnOf, until } from './scenario.ts'

/** Kills one process after the other, each when all are there again. */
async function killInTurn(broken: Broken, members: readonly Member[]): Promise<void> {
  const { cluster, kills, killed } = broken
  for (let at = 0; at < kills; at += 1) {
    await sleep(someMs(300, 1500))
    const { process } = turnOf(members, at)
    const before = process.pid
    const begun = performance.now()
    process.kill()
    killed()
    await until(`${process.name} is started again`, () => process.pid !== 0 && process.pid !== before, 5000)
    const restarted = performance.now() - begun
    await allReady(cluster)
    broken.say(
      `${process.name} killed, started again after ${(restarted / 1000).toFixed(1)} s, ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`,
    )
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
  run: (broken) => killInTurn(broken, broken.cluster.workers),
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
