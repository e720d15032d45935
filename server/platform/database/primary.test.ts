import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { urlOfDatabase } from '../../../testing/commandLine.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { TIMELINE } from './lostCommit.ts'

const database = testDatabase()

/** Asks once over a pool whose connections get half a second, and says what became of it, and that the process still lives. */
const ASKS_ONCE = `
  const { createPool } = await import(process.argv[1])
  const pool = createPool({ connectionString: process.env.DATABASE_URL, connectionTimeoutMillis: 500 })
  pool.on('error', () => {})
  const said = await pool.query('select 1').then(() => 'answered', (error) => error.message)
  setTimeout(() => console.log(said), 1000)`

test('a database that falls silent while a new connection is asked what it leads to fails that connection, and ends no process', async () => {
  const { host = '', port = 5432 } = database.poolConfig
  const silent = Promise.withResolvers<void>()
  const line = net.createServer((near) => {
    const far = host.startsWith('/')
      ? net.connect(`${host}/.s.PGSQL.${port}`)
      : net.connect(Number(port), host)
    near.on('data', (bytes) => {
      if (bytes.includes(TIMELINE)) silent.resolve()
      else far.write(bytes)
    })
    far.on('data', (bytes) => near.write(bytes))
    near.on('close', () => far.destroy()).on('error', () => {})
    far.on('error', () => {})
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  const address = new URL(urlOfDatabase(database.poolConfig))
  address.host = `127.0.0.1:${(line.address() as net.AddressInfo).port}`
  address.search = ''
  const asking = spawn(
    process.execPath,
    ['--input-type=module', '-e', ASKS_ONCE, path.join(import.meta.dirname, 'primary.ts')],
    {
      env: { ...process.env, DATABASE_URL: address.href },
    },
  )
  const [said, , [code]] = await Promise.all([text(asking.stdout), silent.promise, once(asking, 'exit')])
  line.close()
  expect([said.trim(), code]).toEqual(['Connection terminated due to connection timeout', 0])
})
