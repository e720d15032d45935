import { setTimeout as sleep } from 'node:timers/promises'
import { makeNamespace } from '../../cluster/namespace.ts'
import { allReady, type Broken, noStore, type Scenario } from './scenario.ts'

/** Milliseconds for which a line fails: longer than what is asked again. */
const SHORT_MS = 3000
const LONG_MS = 12_000

const storeLine = ({ lines }: Broken) => {
  if (!lines.store) throw new Error('There is no line to the store.')
  return lines.store
}

/** One request in so many gets an answer of the store that it can't, or half of one. */
export const storeErrors: Scenario = {
  name: 'store-errors',
  share: 0,
  lacksIn: noStore,
  run: async (broken) => {
    const line = storeLine(broken)
    line.fault = (_request, number) => {
      if (number % 4 === 0) return { status: number % 8 === 0 ? 503 : 500 }
      return number % 11 === 0 ? { cutAfter: 20 } : null
    }
    await sleep(LONG_MS)
    // All of them, for longer than a request is tried.
    line.fault = () => ({ status: 503 })
    await sleep(LONG_MS)
    line.fault = () => null
    await allReady(broken.cluster)
  },
}

export const storeSlow: Scenario = {
  name: 'store-slow',
  share: 0,
  lacksIn: noStore,
  run: async (broken) => {
    const line = storeLine(broken)
    line.fault = (_request, number) => ({ delayMs: 200 + (number % 10) * 300 })
    await sleep(LONG_MS)
    line.fault = (_request, number) => (number % 3 === 0 ? 'silent' : { delayMs: 500 })
    await sleep(LONG_MS)
    line.fault = () => null
    await allReady(broken.cluster)
  },
}

/** A network of its own for the database and the store, where one can be made; else the lines are what fails. */
const ownNetwork: Scenario['own'] = async () => {
  const namespace = makeNamespace()
  return namespace ? { options: { namespace }, close: () => namespace.remove() } : { options: {} }
}

/** Cuts the way to the database and the store for a time. */
async function cutFor({ cluster, lines, say }: Broken, how: 'refused' | 'silent', ms: number): Promise<void> {
  const { namespace } = cluster.options
  const { database, store } = lines
  if (namespace) namespace.cut()
  if (store) store.fault = () => 'silent'
  for (const line of database) {
    line.set({ [how]: true })
    if (how === 'refused') line.reset()
  }
  await sleep(ms)
  const healed = performance.now()
  namespace?.heal()
  for (const line of database) line.set({})
  if (store) store.fault = () => null
  await allReady(cluster)
  const seconds = ((performance.now() - healed) / 1000).toFixed(1)
  say(`${namespace ? 'cut' : how} for ${ms / 1000} s, all ready ${seconds} s later`)
}

/** The way to the database and the store is cut, for a moment and for longer than anything is tried again. */
export const networkCut: Scenario = {
  name: 'network-cut',
  share: 0,
  own: ownNetwork,
  run: async (broken) => {
    for (const ms of [SHORT_MS, LONG_MS])
      for (const how of ['refused', 'silent'] as const) {
        await cutFor(broken, how, ms)
        await sleep(SHORT_MS)
      }
  },
}

export const networkSlow: Scenario = {
  name: 'network-slow',
  share: 0,
  own: ownNetwork,
  run: async ({ cluster, lines: { database, store } }) => {
    const { namespace } = cluster.options
    for (const [latencyMs, rate] of [
      [20, 200_000],
      [100, 60_000],
    ] as const) {
      namespace?.limit((rate * 8) / 1000)
      for (const line of database) line.set({ latencyMs, rate })
      if (store) store.fault = () => ({ delayMs: latencyMs * 5 })
      await sleep(LONG_MS)
    }
    namespace?.limit(null)
    for (const line of database) line.set({})
    if (store) store.fault = () => null
    await allReady(cluster)
  },
}
