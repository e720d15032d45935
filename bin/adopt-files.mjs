// npm run adopt-files: makes the storage of the settings this installation's, where its contents are there.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

await main(async () => {
  await ensureInstalled()
  return serve(...typescript('server/commands/adoptFiles.ts', process.argv.slice(2)))
})
