import { once } from 'node:events'
import net from 'node:net'
import type pg from 'pg'
import { type OpenDatabase, openDatabase } from '../../server/platform/database/database.ts'

/** A simple query (`Q`, its length, its text) that is nothing but COMMIT. */
const COMMIT = Buffer.from('commit\0')

/**
 * The database over connections that break at each COMMIT: PostgreSQL gets it and commits, and its answer never arrives,
 * as when a network is cut at that moment.
 */
export async function openWithLostCommits(config: pg.PoolConfig): Promise<OpenDatabase & { lost(): number }> {
  const { host = '127.0.0.1', port = 5432 } = config
  let lost = 0
  const proxy = net.createServer((client) => {
    const server = host.startsWith('/')
      ? net.connect(`${host}/.s.PGSQL.${port}`)
      : net.connect(Number(port), host)
    let isCommitting = false
    const end = () => {
      client.destroy()
      server.destroy()
    }
    client.on('data', (chunk) => {
      isCommitting ||= chunk.subarray(-COMMIT.length).equals(COMMIT)
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (!isCommitting) return void client.write(chunk)
      lost += 1
      end()
    })
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port')
  const opened = openDatabase({ ...config, host: '127.0.0.1', port: address.port })
  return {
    ...opened,
    lost: () => lost,
    close: async () => {
      await opened.close()
      proxy.close()
    },
  }
}
