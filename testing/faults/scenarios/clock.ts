import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { THIS_PROGRAM } from '../../cluster/member.ts'
import { allReady, type Scenario } from './scenario.ts'

const SHIFTED = pathToFileURL(path.resolve(import.meta.dirname, '../../cluster/shiftedClock.ts')).href
const HOUR_MS = 3_600_000
const EACH_MS = 8000

/** A server and a worker whose clocks are an hour ahead, and then an hour behind. */
export const clock: Scenario = {
  name: 'clock',
  share: 0,
  run: async ({ cluster, say }) => {
    const [server] = cluster.servers
    const [worker] = cluster.workers
    if (!server || !worker) throw new Error('There are no processes.')
    for (const shift of [HOUR_MS, -HOUR_MS]) {
      const program = {
        ...THIS_PROGRAM,
        nodeFlags: ['--import', SHIFTED],
        env: { CLOCK_SHIFT_MS: String(shift) },
      }
      for (const member of [server, worker]) {
        await cluster.replace(member, program, async () => {
          const answer = await fetch(`${member.url}/readyz`).catch(() => null)
          const text = answer ? JSON.stringify(await answer.json()) : ''
          return text.includes('"clock"')
        })
        say(`${member.name} is ${shift > 0 ? 'ahead' : 'behind'}, and /readyz names the clock`)
      }
      await sleep(EACH_MS)
    }
    for (const member of [server, worker]) await cluster.replace(member, THIS_PROGRAM)
    await allReady(cluster)
  },
}
