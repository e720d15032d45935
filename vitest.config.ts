import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { workInMemory } from './bin/lib/memoryDisk.ts'

workInMemory()

/** Milliseconds until what hangs is given up; not a mark of speed, since a shared machine may be ten times slower. */
const TIMEOUT = 120_000
/** Of what sets a file's room up. */
const HOOK_TIMEOUT = 180_000
/** How long tests wait for a condition: Vitest's own second may pass while a busy machine does nothing here. */
const WAITS_SETUP = 'testing/waits.ts'
/** Failures that come before a test expects them. */
const LATE_SETUP = 'testing/lateRejections.ts'
const WAITS = { poll: { timeout: 60_000 } }
/** What needs a store of objects. */
const OBJECT_STORE = ['server/platform/storage/s3/*.test.ts', 'testing/s3/*.test.ts']
const OBJECT_STORE_SETUP = 'testing/s3/global-setup.ts'
/** What reads files of the project only. */
const HOUSE = [
  'testing/architecture.test.ts',
  'testing/tables.test.ts',
  'testing/lockfile.test.ts',
  'testing/unsaved.test.ts',
  'testing/words.test.ts',
  'testing/looks.test.ts',
  'testing/migrationRules.test.ts',
  'testing/namedFiles.test.ts',
  'testing/slugs.test.ts',
]

/** Libraries take graphql as Node resolves it; sources must take the same copy, not the bundlers' one. */
const ONE_GRAPHQL = {
  alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
}

export default defineConfig({
  test: {
    // Each worker has its own databases and files, and waits a fifth of its time for processes, timers and the disk.
    maxWorkers: Math.max(2, Math.round(os.availableParallelism() * 1.5)),
    // What passes only the second time hides a fault, and is to be mended.
    retry: 0,
    // What failed is said again at the end.
    reporters: ['default', fileURLToPath(import.meta.resolve('./bin/lib/remarks.mjs'))],
    // Vitest's own messages that were on their way when a worker ended: all tests of it have been counted.
    onUnhandledError: ({ message }) =>
      /^\[vitest-worker\]: (Closing rpc|Timeout calling)/.test(message) ? false : undefined,
    projects: [
      {
        resolve: ONE_GRAPHQL,
        test: {
          name: 'node',
          environment: 'node',
          include: ['server', 'shared', 'testing', 'demo', 'bench'].map((folder) => `${folder}/**/*.test.ts`),
          exclude: ['testing/runtime/**', ...OBJECT_STORE, ...HOUSE],
          globalSetup: [
            'testing/database/global-setup.ts',
            ...(process.env.TEST_FILES ? [OBJECT_STORE_SETUP] : []),
          ],
          setupFiles: ['testing/reloadFixtures.ts', WAITS_SETUP, LATE_SETUP],
          expect: WAITS,
          pool: 'forks',
          // To load the server for each file anew takes a third of the time; each file has a database of its own.
          isolate: false,
          testTimeout: TIMEOUT,
          hookTimeout: HOOK_TIMEOUT,
        },
      },
      {
        resolve: ONE_GRAPHQL,
        test: {
          // Starts an object store of its own, where the machine has one.
          name: 's3',
          sequence: { groupOrder: 1 },
          environment: 'node',
          include: OBJECT_STORE,
          globalSetup: ['testing/database/global-setup.ts', OBJECT_STORE_SETUP],
          setupFiles: ['testing/reloadFixtures.ts', WAITS_SETUP, LATE_SETUP],
          expect: WAITS,
          pool: 'forks',
          testTimeout: TIMEOUT,
          hookTimeout: HOOK_TIMEOUT,
        },
      },
      {
        test: {
          // Reads source files only, so that `npm run check` needs no database.
          name: 'house',
          environment: 'node',
          include: HOUSE,
          testTimeout: TIMEOUT,
        },
      },
      {
        test: {
          // Starts and kills whole processes, with databases of its own, and times them: beside nothing that computes all the time.
          name: 'runtime',
          sequence: { groupOrder: 1 },
          environment: 'node',
          include: ['testing/runtime/**/*.test.ts'],
          setupFiles: [WAITS_SETUP, LATE_SETUP],
          expect: WAITS,
          pool: 'forks',
          testTimeout: TIMEOUT,
          hookTimeout: HOOK_TIMEOUT,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.{ts,tsx}'],
          // Testing Library empties the page after each test only where it finds afterEach globally.
          globals: true,
          setupFiles: ['testing/reloadFixtures.ts', 'web/testing/setup.ts', WAITS_SETUP, LATE_SETUP],
          expect: WAITS,
          pool: 'forks',
          // A page is hundreds of modules: to load them for each file anew takes a third of the time.
          isolate: false,
          testTimeout: TIMEOUT,
          hookTimeout: HOOK_TIMEOUT,
        },
      },
    ],
  },
})
