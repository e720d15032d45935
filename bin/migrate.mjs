// npm run migrate: brings the database to the newest migration, prints what was applied, and ends.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

await main(async () => {
  await ensureInstalled()
  return serve(...typescript('server/commands/migrate.ts', process.argv.slice(2)))
})
