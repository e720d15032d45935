import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { THIS_PROGRAM } from '../../cluster/member.ts'
import { olderProgram, versionBefore } from '../../cluster/older.ts'
import { allReady, type Scenario, someMs, turnOf } from './scenario.ts'

/** All processes get the program of this version one after the other, and some of them are killed in between. */
export const upgrade: Scenario = {
  name: 'upgrade',
  share: 3,
  lacks: async () =>
    versionBefore() === null
      ? 'the version before the newest migration is not there (git clone with its history)'
      : null,
  own: async (folder) => ({
    options: { program: olderProgram(versionBefore() ?? '', path.join(folder, 'program')) },
  }),
  run: async ({ cluster, kills, killed, say }) => {
    const { members } = cluster
    let left = kills
    for (const [at, member] of members.entries()) {
      await cluster.replace(member, THIS_PROGRAM)
      say(`${member.name} has this version`)
      await sleep(1000)
      // Both versions are killed in turn: those that were replaced, and those that were not.
      const share = Math.ceil(left / (members.length - at))
      for (let time = 0; time < share; time += 1, left -= 1) {
        turnOf(members, at + time * 2 + 1).process.kill()
        killed()
        await sleep(someMs(500, 1500))
        await allReady(cluster)
      }
    }
  },
}
