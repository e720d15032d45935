// npm run bench: measures on this machine and prints ratios.
import './lib/require-node.mjs'
import { findChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  const env = { CHROME_PATH: await findChromium() }
  return serve(...typescript('bench/main.ts', process.argv.slice(2), { env }))
})
