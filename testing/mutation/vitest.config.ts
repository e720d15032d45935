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
    pool: needsDatabase ? 'forks' : 'threads',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    setupFiles: needsDatabase ? ['testing/setup.ts'] : [],
    globalSetup: needsDatabase ? ['testing/database/global-setup.ts'] : [],
  },
})
