// npm run test:real -- DIR: sends real files from outside the project through the real engine.
import './lib/require-node.mjs'
import { statSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { main, Stop, serve } from './lib/process.mjs'
import { typescript } from './lib/server.mjs'

await main(async () => {
  const [given, ...rest] = process.argv.slice(2)
  if (!given) throw new Stop('Usage: npm run test:real -- DIR')
  // npm moves to the package's folder; the path was typed somewhere else.
  const dir = path.resolve(process.env.INIT_CWD ?? process.cwd(), given)
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw new Stop(`There is no folder ${dir}.`)
  await ensureInstalled()
  return serve(...typescript('testing/real/main.ts', [dir, ...rest]))
})
