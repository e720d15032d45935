// Runs before each file of tests. Modules, and with them the product, are loaded once for all files of a worker; but a
// fixture makes a database or registers hooks for the file that imports it, and so is loaded for each.

interface LoadedModule {
  promise: unknown
  exports: unknown
  evaluated: boolean
}
interface Worker {
  evaluatedModules: { idToModuleMap: ReadonlyMap<string, LoadedModule> }
}

const { __vitest_worker__: worker } = globalThis as unknown as { __vitest_worker__?: Worker }
if (!worker)
  throw new Error('Vitest keeps its loaded modules elsewhere: please say here how fixtures are loaded again.')
for (const [file, loaded] of worker.evaluatedModules.idToModuleMap) {
  if (/\.fixture\.tsx?$/.test(file)) {
    loaded.promise = undefined
    loaded.exports = undefined
    loaded.evaluated = false
  }
}
