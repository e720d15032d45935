import { rmSync } from 'node:fs'
import { newDataDir, startProduct } from '../../testing/product.ts'
import { SEEDED } from './address.ts'
import { SETTINGS } from './product.ts'

/** Fills a data folder with the demo, once; each worker's product begins with a copy of it. */
export default async function globalSetup(): Promise<() => void> {
  const dataDir = newDataDir()
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const product = await startProduct({ dataDir, env: SETTINGS })
    await product.stop()
  } catch (error) {
    remove()
    throw error
  }
  process.env[SEEDED] = dataDir
  return remove
}
