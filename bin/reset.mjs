// npm run reset: empties the database and the files, and fills them with the demo data again.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

await main(async () => {
  await ensureInstalled()
  const emptied = await serve(...typescript('bin/lib/empty.ts', process.argv.slice(2)))
  if (emptied !== 0) return emptied
  return serve(...typescript('server/main.ts', ['--seed-only']))
})
