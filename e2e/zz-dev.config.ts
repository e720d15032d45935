import { readFileSync } from 'node:fs'
import config from '/work/main/playwright.config.ts'

process.env.HELIOROOM_E2E_ADDRESS = readFileSync('/tmp/e2e-addr', 'utf8')
const { globalSetup: _, ...rest } = config
export default {
  ...rest,
  testDir: '/work/main/e2e',
  outputDir: '/tmp/e2e-out',
  use: { ...rest.use, baseURL: process.env.HELIOROOM_E2E_ADDRESS },
}
