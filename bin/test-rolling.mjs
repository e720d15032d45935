// npm run test:rolling: replaces the version before by this one under load, process by process.
import './lib/require-node.mjs'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot } from './lib/paths.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  const nodeFlags = ['--import', pathToFileURL(inRoot('bin/lib/inMemory.ts')).href]
  return serve(...typescript('testing/faults/scenarios/rolling.ts', process.argv.slice(2), { nodeFlags }))
})
