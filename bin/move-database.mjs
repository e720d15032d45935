// npm run move-database: copies the embedded database into an external one.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

await main(async () => {
  await ensureInstalled()
  return serve(...typescript('server/commands/moveDatabase.ts', process.argv.slice(2)))
})
