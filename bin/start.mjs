// npm start: installs and builds what is missing, then runs the server until it is asked to stop.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  return serve(...typescript('server/main.ts', process.argv.slice(2)))
})
