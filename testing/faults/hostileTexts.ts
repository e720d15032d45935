import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '../../server/platform/ids.ts'
import { Client } from '../client.ts'
import { factories, PASSWORD } from '../factories.ts'
import { newDataDir, startProduct } from '../product.ts'
import type { Room } from '../room.ts'
import { databaseOf } from './embedded.ts'
import { contributors } from './fund.ts'
import { watchMemory } from './memory.ts'

/** What clients that send new texts without pause did to others. */
export interface HostileFigures {
  /** Lists a second that others got, in the rounds without and with them: medians. */
  readonly quiet: number
  readonly underLoad: number
  /** Their texts that were answered in a second, those refused included. */
  readonly hostile: number
  /** Most bytes of memory of the server process. */
  readonly memory: number
}

/** Bytes of memory that the server process may take during the attack. */
export const MAX_MEMORY = 400 * 1024 * 1024

/** Each has 600 operations a minute, so that it takes some to load a server. */
const READERS = 48
const LIST = `query($treeId: ID!) {
  document(treeId: $treeId) { children(limit: 200, offset: 0) { id name fileType size modifiedTimestamp fileCount } }
}`

let texts = 0
const newName = (): string => {
  texts += 1
  return `Q${texts}x${newId().replaceAll('-', '')}`
}

/** Seven fragments that reach 15,000 fields: 1.5 kB. */
const deep = (): string => {
  const name = newName()
  const spreads = [5, 5, 5, 5, 4, 3]
  const nested = spreads.map(
    (times, level) => `fragment F${level} on User { ${`...F${level + 1} `.repeat(times)} }`,
  )
  return `query ${name} { viewer { ...F0 } } ${nested.join(' ')} fragment F6 on User { id fullName }`
}

/** As many fields as are let in, each once. */
const wide = (): string => {
  const viewers = Array.from({ length: 29 }, (_, index) => `v${index}: viewer { ...U }`).join(' ')
  return `query ${newName()} { ${viewers} } fragment U on User { id firstName lastName fullName name title location
    companyName company { id name } email phoneNumber twoFactorEnabled isSuperUser lastLogin
    organizations { id name slug permissions } }`
}

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0

/** Readers' lists a second while `milliseconds` pass, four at a time. */
async function rate(readers: readonly Room[], milliseconds: number): Promise<number> {
  const began = performance.now()
  let answers = 0
  const read = async (mine: readonly Room[]) => {
    for (let turn = 0; performance.now() - began < milliseconds; turn += 1) {
      await mine[turn % mine.length]?.call(LIST)
      answers += 1
    }
  }
  const each = READERS / 4
  await Promise.all([0, 1, 2, 3].map((worker) => read(readers.slice(worker * each, (worker + 1) * each))))
  return answers / ((performance.now() - began) / 1000)
}

/**
 * Starts the product, has people list a folder, and in every second round has `clients` people without any right send
 * texts that were never sent before, one after the other without pause; one client in four has no session.
 */
export async function measureHostileTexts({
  clients,
  rounds,
  milliseconds,
}: {
  clients: number
  rounds: number
  milliseconds: number
}): Promise<HostileFigures> {
  const dataDir = newDataDir()
  const product = await startProduct({ dataDir, env: { DEMO: 'off', WORKERS: '0' } })
  try {
    const database = databaseOf(dataDir)
    const readers = await contributors(database, product.address, READERS)
    await readers[0].createFolders(Array.from({ length: 50 }, (_, index) => `Site ${index}`))
    const outsiders = await Promise.all(
      Array.from({ length: clients }, async (_, index) => {
        const email = `outsider${index}@faults.example`
        await factories(database).person({ email, password: PASSWORD })
        const client = new Client(product.address)
        await client.signIn(email, PASSWORD)
        return client
      }),
    )
    await database.close()
    const peak = watchMemory(product.pid)
    let underLoad = false
    let over = false
    let sent = 0
    const flood = async (client: Client, text: () => string) => {
      while (!over) {
        if (!underLoad) {
          await wait(5)
          continue
        }
        await client.graphql(text())
        sent += 1
      }
    }
    const anonymous = () =>
      `mutation ${newName()} { ${Array.from({ length: 30 }, (_, at) => `a${at}: signInVerify(code: "") { errors { message field } }`).join(' ')} }`
    const hostile = outsiders.map((client, index) =>
      index % 4 === 3
        ? flood(new Client(product.address), anonymous)
        : flood(client, index % 2 === 0 ? wide : deep),
    )
    await rate(readers, milliseconds)
    const rates = { quiet: [] as number[], underLoad: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      rates.quiet.push(await rate(readers, milliseconds))
      underLoad = true
      rates.underLoad.push(await rate(readers, milliseconds))
      underLoad = false
    }
    over = true
    await Promise.all(hostile)
    return {
      quiet: median(rates.quiet),
      underLoad: median(rates.underLoad),
      hostile: sent / ((rounds * milliseconds) / 1000),
      memory: peak(),
    }
  } finally {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
