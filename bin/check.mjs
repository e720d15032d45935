// npm run check: format, lint, types, architecture and generated files; under a minute.
import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { node24, withNode24 } from './lib/node24.mjs'
import { inRoot } from './lib/paths.mjs'
import { capture, main } from './lib/process.mjs'

const CONCURRENT = 2

await main(async () => {
  await ensureInstalled()
  const program = (file, ...args) => [node24(), [inRoot(file), ...args]]
  const waiting = [
    ['types of the server', ...program('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit')],
    [
      'types of the web',
      ...program('node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json', '--noEmit'),
    ],
    [
      'types of the journeys',
      ...program('node_modules/typescript/bin/tsc', '-p', 'e2e/tsconfig.json', '--noEmit'),
    ],
    ['format and lint', ...program('node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off')],
    ['generated files', ...program('bin/codegen.ts', '--check')],
    ['architecture and lockfile', ...program('node_modules/vitest/vitest.mjs', 'run', '--project', 'house')],
  ]
  let failures = 0
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, command, args] = check
      const { code, output } = await capture(command, args, { env: withNode24() })
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
      if (code !== 0) console.log(output.trimEnd())
      if (code !== 0) failures += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, worker))
  return failures === 0 ? 0 : 1
})
