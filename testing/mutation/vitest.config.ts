import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { withMutants } from './mutants.ts'

const files = new Set(process.env.MUTATION_FILES?.split(','))
const needsDatabase = process.env.MUTATION_DATABASE === '1'

/** The tests of one module, one after the other, on its source with all mutants in it. */
export default defineConfig({
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) =>
        files.has(id.split('?')[0] ?? '') ? { code: withMutants(code).code, map: null } : null,
    },
  ],
  test: {
    environment: 'node',
    include: ['**/*.test.ts'],
    // It would not know that the environment says which sources are broken.
    fsModuleCache: false,
    pool: needsDatabase ? 'forks' : 'threads',
    // A worker for each run of what needs no database: it reads the environment, and loads the source, anew.
    isolate: !needsDatabase,
    maxWorkers: 1,
    bail: needsDatabase ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    setupFiles: needsDatabase ? ['testing/reloadFixtures.ts'] : [],
    globalSetup: needsDatabase ? ['testing/database/global-setup.ts'] : [],
  },
})
