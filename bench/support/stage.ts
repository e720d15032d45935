import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { openDatabase } from '../../server/platform/database/database.ts'
import { Client } from '../../testing/client.ts'
import { PASSWORD } from '../../testing/factories.ts'
import type { FloorInput } from '../floor.ts'
import type { ServerInput } from '../server.ts'
import { migrated, startOwnPostgres } from './ownPostgres.ts'
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
    const postgres = await startOwnPostgres(dataDir)
    steps.push(() => postgres.stop())
    const connection = { ...postgres.connection }
    await migrated(postgres)
    const database = openDatabase(connection)
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
