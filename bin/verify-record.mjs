// npm run verify-record: makes the records of all organisations again from their rows and compares them with every
// checkpoint; of one organisation with `-- ORGANISATION`. Exits with 1 where something was changed.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

await main(async () => {
  await ensureInstalled()
  return serve(...typescript('server/verifyRecord.ts', process.argv.slice(2)))
})
