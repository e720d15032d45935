// npm run cluster: several servers and workers with all that they need, on this machine.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  return serve(...typescript('testing/cluster/main.ts', process.argv.slice(2)))
})
