import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { withMutants } from './mutants.ts'

const source = process.env.MUTATION_FILE
const needsDatabase = process.env.MUTATION_DATABASE === '1'

/** The tests of one source, one after the other, on that source with all mutants in it. */
export default defineConfig({
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) =>
        id.split('?')[0] === source ? { code: withMutants(code).code, map: null } : null,
    },
  ],
  test: {
    environment: 'node',
    include: [needsDatabase ? '**/*.test.ts' : 'testing/mutation/everyMutant.ts'],
    // It would not know that the environment says which source is broken.
    fsModuleCache: false,
    pool: needsDatabase ? 'forks' : 'threads',
    isolate: !needsDatabase,
    maxWorkers: 1,
    bail: needsDatabase ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    setupFiles: needsDatabase ? ['testing/reloadFixtures.ts'] : [],
    globalSetup: needsDatabase ? ['testing/database/global-setup.ts'] : [],
  },
})
