// npm run scale-data: fills an empty database with generated rows, to measure on; see docs/scale.md.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

await main(async () => {
  await ensureInstalled()
  return serve(...typescript('bench/scale/main.ts', process.argv.slice(2)))
})
