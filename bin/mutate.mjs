// npm run mutate -- MODULE: changes one thing of the sources after the other, and shows what no test notices.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { node24, withNode24 } from './lib/node24.mjs'
import { inRoot } from './lib/paths.mjs'
import { main, run } from './lib/process.mjs'

await main(async () => {
  await ensureInstalled()
  const args = [inRoot('testing/mutation/run.ts'), ...process.argv.slice(2)]
  return run(node24(), args, { env: withNode24() })
})
