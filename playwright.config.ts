import { existsSync } from 'node:fs'
import os from 'node:os'
import { defineConfig } from '@playwright/test'
import { workInMemory } from './bin/lib/memoryDisk.ts'

workInMemory()

const SYSTEM_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = process.env.CHROME_PATH ?? SYSTEM_CHROMIUM.find((file) => existsSync(file))

/** Journeys in a real browser on the built product (`web/dist`) and the demo; see e2e/support. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '.cache/e2e',
  globalSetup: './e2e/support/globalSetup.ts',
  // Each worker has a product of its own, over its copy of the demo. Journeys mostly wait for a page, so that two share
  // two cores well; those of one file follow each other in one room.
  workers: Math.max(2, Math.floor(os.availableParallelism() / 2)),
  fullyParallel: false,
  // What passes only the second time hides a fault, and is to be mended.
  retries: 0,
  reporter: 'list',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // What moves can't be measured.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // What leads elsewhere than expected fails after a minute, and not at the end of the test's time.
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium refuses its sandbox to root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // Nothing here has anything to fetch from elsewhere.
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
      ],
    },
  },
})
