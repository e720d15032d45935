// npm run move-files: copies contents from one place of stored files to the other while the product runs.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

await main(async () => {
  await ensureInstalled()
  return serve(...typescript('server/commands/moveFiles.ts', process.argv.slice(2)))
})
