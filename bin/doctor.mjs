// npm run doctor: looks at everything that a start needs, and changes nothing.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

await main(async () => {
  await ensureInstalled()
  return serve(...typescript('server/commands/doctor.ts', process.argv.slice(2)))
})
