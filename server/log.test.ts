import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Writes there say that no space is left. */
const FULL = '/dev/full'
const WELL = 7

const script = `
  import { createLog, outliveUnwritable } from ${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))}
  outliveUnwritable()
  const log = createLog({ logLevel: 'info', port: 3000, processName: 'one', role: 'web' })
  console.log('Helioroom is ready')
  const lines = setInterval(() => log.info('a line'.repeat(20_000)), 5)
  setTimeout(() => {
    clearInterval(lines)
    process.exit(process.memoryUsage().rss < 400_000_000 ? ${WELL} : 1)
  }, 1000)`

test.runIf(existsSync(FULL))(
  'a process goes on where its log can no longer be written, and keeps little of it',
  async () => {
    const full = openSync(FULL, 'w')
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', full, full],
    })
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(WELL)
  },
)
