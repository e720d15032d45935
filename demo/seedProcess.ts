import { once } from 'node:events'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import type { SeedOrder } from '../server/demo.ts'
import { createLog } from '../server/log.ts'
import { openDatabase } from '../server/platform/database/database.ts'
import { seedDemo } from './seed.ts'

// The server starts this as a process of its own and says over the channel between them which database to fill.
const [order] = (await once(process, 'message')) as [SeedOrder]
process.disconnect()
const config = { ...readConfig(process.env), workers: 0 }
const log = createLog(config)
const opened = openDatabase(order.poolConfig)
const app = await createApp({ config, secret: order.secret, log, ...opened })
await seedDemo({ db: opened.db, services: app.services, storage: app.storage, log })
await app.close()
await opened.close()
