import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { newDataDir, type Product, startProduct } from '../../testing/product.ts'
import { SEEDED } from './address.ts'

/** How the product of all journeys is set. */
export const SETTINGS = {
  DEMO: 'on',
  STORAGE_RESERVE_BYTES: '0',
  // What a journey finds must not depend on what is installed; and the demo's pictures take as long to read as all its texts.
  OCR: 'off',
  ENVIRONMENT_NAME: 'staging',
  PRIVACY_URL: 'https://legal.example/privacy',
  TERMS_URL: 'https://legal.example/terms',
  SUPPORT_EMAIL: 'support@demo.example',
}

/**
 * The built pages and the demo, on a free port, over a data folder and a database of their own.
 * @param more settings besides those of all journeys
 */
export const startOwnProduct = (more: Readonly<Record<string, string>> = {}): Promise<Product> =>
  startOn((dataDir) => {
    const seeded = process.env[SEEDED]
    if (!seeded) throw new Error('There is no seeded data folder; see globalSetup.ts.')
    // With owners and modes: the database's files belong to its account.
    execFileSync('cp', ['-a', `${seeded}/.`, dataDir])
  }, more)

/** The built pages over an installation in which there is nothing yet. */
export const startEmptyProduct = (): Promise<Product> => startOn(() => {}, { DEMO: 'off' })

/** Starts the product on a folder that is removed when it stops. */
async function startOn(
  fill: (dataDir: string) => void,
  more: Readonly<Record<string, string>>,
): Promise<Product> {
  const dataDir = newDataDir()
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    fill(dataDir)
    const product = await startProduct({ dataDir, env: { ...SETTINGS, ...more } })
    return {
      ...product,
      stop: async () => {
        await product.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
