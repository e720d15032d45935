import { beforeAll, test } from 'vitest'
import { testDatabase } from '../testing/database/index.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildDemo } from './build.ts'
import { demoPlan } from './content/index.ts'
import { demoServices } from './services.ts'

const database = testDatabase()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(database)
  return () => server.close()
})
test('time', async () => {
  const { services, storage } = server.app
  const spent: Record<string, number> = {}
  const calls: Record<string, number> = {}
  const inner = demoServices({ db: database.db, services, storage }) as any
  const timed: any = {}
  for (const k of Object.keys(inner))
    timed[k] = async (...a: any[]) => {
      const t = performance.now()
      try {
        return await inner[k](...a)
      } finally {
        spent[k] = (spent[k] ?? 0) + performance.now() - t
        calls[k] = (calls[k] ?? 0) + 1
      }
    }
  const plan = demoPlan()
  let making = 0
  const p2 = {
    ...plan,
    trees: plan.trees.map((t) => ({
      ...t,
      files: t.files.map((f) => ({
        ...f,
        make: async () => {
          const s = performance.now()
          const b = await f.make()
          making += performance.now() - s
          return b
        },
      })),
    })),
  }
  const c = process.cpuUsage()
  const t = performance.now()
  await buildDemo(timed, p2, () => {})
  const u = process.cpuUsage(c)
  console.log(
    'wall',
    performance.now() - t,
    'cpu',
    (u.user + u.system) / 1000,
    'making(sum, overlapped)',
    making,
    spent,
    calls,
  )
}, 200000)
