import { backup } from './backup.ts'
import { clock } from './clock.ts'
import { diskFull } from './diskFull.ts'
import { failover } from './failover.ts'
import { database, server, store, worker } from './kills.ts'
import { networkCut, networkSlow, storeErrors, storeSlow } from './lines.ts'
import type { Scenario } from './scenario.ts'
import { upgrade } from './upgrade.ts'

/** In the order in which they run; those with a cluster of their own come last. */
export const SCENARIOS: readonly Scenario[] = [
  server,
  worker,
  database,
  store,
  storeErrors,
  storeSlow,
  networkCut,
  networkSlow,
  clock,
  backup,
  failover,
  diskFull,
  upgrade,
]

export const NAMES = SCENARIOS.map(({ name }) => name)

/** How often each of them kills, by its share; what is left over goes to the first ones. */
export function killsOf(scenarios: readonly Scenario[], kills: number): Map<string, number> {
  const all = scenarios.reduce((sum, { share }) => sum + share, 0)
  const parts = new Map(
    scenarios.map(({ name, share }) => [name, all === 0 ? 0 : Math.floor((kills * share) / all)]),
  )
  const killing = scenarios.filter(({ share }) => share > 0)
  let left = killing.length === 0 ? 0 : kills - [...parts.values()].reduce((sum, part) => sum + part, 0)
  for (let at = 0; left > 0; at += 1, left -= 1) {
    const { name } = killing[at % killing.length] ?? { name: '' }
    parts.set(name, (parts.get(name) ?? 0) + 1)
  }
  return parts
}
