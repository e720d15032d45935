import { once } from 'node:events'
import net from 'node:net'
import type pg from 'pg'
import { type OpenDatabase, openDatabase } from '../../server/platform/database/database.ts'

/** A simple query (`Q`, its length, its text) that is nothing but COMMIT. */
const COMMIT = Buffer.from('commit\0')

/**
 * What becomes of a COMMIT: PostgreSQL gets it and its answer never arrives; or it never gets it, and knows, or does not,
 * that nobody is there any more.
 */
export type CommitFault = 'unanswered' | 'unsent' | 'held'

export interface FaultyDatabase extends OpenDatabase {
  readonly poolConfig: pg.PoolConfig
  /** COMMITs that were lost. */
  lost(): number
  /** Loses so many of the next COMMITs. @param thenAway whether nothing answers after the last one of them */
  lose(fault: CommitFault, count: number, thenAway?: boolean): void
  /** Lets so many of the next COMMITs be answered, and then nothing any more. */
  awayAfter(commits: number): void
  /** Cuts all connections, and refuses others until it is back. */
  setAway(isAway: boolean): void
  /** Connections that were refused while it was away. */
  refused(): number
}

/** The database over connections that a test cuts where it wants, as a network would. */
export async function openOverFaults(config: pg.PoolConfig): Promise<FaultyDatabase> {
  const { host = '127.0.0.1', port = 5432 } = config
  let lost = 0
  let refused = 0
  let faults: { fault: CommitFault; thenAway: boolean }[] = []
  let answered: number | null = null
  let isAway = false
  const ends = new Set<() => void>()
  const held = new Set<net.Socket>()
  const setAway = (away: boolean) => {
    isAway = away
    if (away) for (const end of [...ends]) end()
  }
  const proxy = net.createServer((client) => {
    if (isAway) {
      refused += 1
      return void client.destroy()
    }
    const server = host.startsWith('/')
      ? net.connect(`${host}/.s.PGSQL.${port}`)
      : net.connect(Number(port), host)
    let fault: { fault: CommitFault; thenAway: boolean } | undefined
    let isCommitting = false
    const end = () => {
      ends.delete(end)
      client.destroy()
      if (!held.has(server)) server.destroy()
    }
    const lose = () => {
      lost += 1
      const thenAway = fault?.thenAway
      end()
      if (thenAway) setAway(true)
    }
    ends.add(end)
    client.on('data', (chunk) => {
      // Away in a moment: nothing more is done, however quick it is.
      if (answered === 0) return
      isCommitting = chunk.subarray(-COMMIT.length).equals(COMMIT)
      if (isCommitting) fault = faults.shift()
      if (fault?.fault === 'held') held.add(server)
      if (fault && fault.fault !== 'unanswered') lose()
      else server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (fault?.fault === 'unanswered') return lose()
      client.write(chunk)
      if (!isCommitting || answered === null) return
      isCommitting = false
      answered -= 1
      // What was answered has to arrive.
      if (answered > 0) return
      setTimeout(() => {
        answered = null
        setAway(true)
      }, 20)
    })
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port')
  const poolConfig = { ...config, host: '127.0.0.1', port: address.port }
  const opened = openDatabase(poolConfig)
  return {
    ...opened,
    poolConfig,
    lost: () => lost,
    lose: (fault, count, thenAway = false) => {
      faults = Array.from({ length: count }, (_, at) => ({ fault, thenAway: thenAway && at === count - 1 }))
    },
    awayAfter: (commits) => {
      answered = commits
    },
    setAway,
    refused: () => refused,
    close: async () => {
      await opened.close()
      for (const socket of held) socket.destroy()
      proxy.close()
    },
  }
}
