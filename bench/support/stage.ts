import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { openDatabase } from '../../server/platform/database/database.ts'
import { startEmbeddedPostgres } from '../../server/platform/database/embedded/index.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { Client } from '../../testing/client.ts'
import { PASSWORD } from '../../testing/factories.ts'
import type { FloorInput } from '../floor.ts'
import type { ServerInput } from '../server.ts'
import { type Program, startProgram } from './program.ts'
import { buildWorld, type World, type WorldSize } from './world.ts'

/** Everything that measures need, running. */
export interface Stage {
  readonly world: World
  readonly product: Program
  readonly floor: Program
  /** Of the product's database. */
  readonly connection: pg.PoolConfig
  /** Of the product, for another process of it. */
  readonly dataDir: string
  /** A signed-in client of the product. */
  signIn(email: string): Promise<Client>
  close(): Promise<void>
}

/** Starts PostgreSQL with durability on, fills it, and starts the product and the floor beside it. */
export async function openStage(size: WorldSize): Promise<Stage> {
  const steps: (() => Promise<unknown> | unknown)[] = []
  const close = async () => {
    for (const step of steps.splice(0).reverse()) await step()
  }
  try {
    const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'helioroom-bench-')))
    steps.push(() => rmSync(folder, { recursive: true, force: true }))
    // As root, PostgreSQL runs under another account and passes through here.
    chmodSync(folder, 0o711)
    const dataDir = path.join(folder, 'data')
    const silent = () => {}
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log: { debug: silent, info: silent, warn: console.warn, error: console.error },
    })
    steps.push(() => postgres.stop())
    const connection = { ...postgres.connection }
    const database = openDatabase(connection)
    await migrate(database.jobs.pool)
    const world = await buildWorld(database, connection, size)
    await database.close()
    const product = await startProgram('server.ts', { dataDir, connection } satisfies ServerInput)
    steps.push(() => product.stop())
    const floor = await startProgram('floor.ts', {
      folder: path.join(folder, 'floor'),
      connection,
    } satisfies FloorInput)
    steps.push(() => floor.stop())
    return {
      world,
      product,
      floor,
      connection,
      dataDir,
      close,
      signIn: async (email) => {
        const client = new Client(product.origin)
        await client.signIn(email, PASSWORD)
        return client
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
