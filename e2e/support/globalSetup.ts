import { rmSync } from 'node:fs'
import { newDataDir, startProduct } from '../../testing/product.ts'
import { ADDRESS } from './address.ts'

/** One product for all journeys: the built pages and the demo, on a free port, over a data folder of its own. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = newDataDir()
  try {
    const product = await startProduct({
      dataDir,
      env: {
        DEMO: 'on',
        STORAGE_RESERVE_BYTES: '0',
        ENVIRONMENT_NAME: 'staging',
        PRIVACY_URL: 'https://legal.example/privacy',
        TERMS_URL: 'https://legal.example/terms',
      },
    })
    process.env[ADDRESS] = product.address
    return async () => {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}
