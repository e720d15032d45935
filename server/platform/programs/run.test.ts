import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from './index.ts'

const LIMITS = { timeMs: 1000, workS: 5, addressBytes: 1_073_741_824, answerBytes: 4096, fileBytes: 0 }
const commands = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
const running = (command: string) => commands().filter((each) => each === command)

test('a program whose server was killed ends by itself, with all that it has started', async () => {
  const source = `
    import { runProgram } from ${JSON.stringify(path.join(import.meta.dirname, 'index.ts'))}
    runProgram(['/bin/sh', '-c', 'sleep 986 & sleep 987'], { env: {}, limits: ${JSON.stringify(LIMITS)} })`
  const server = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'ignore' })
  try {
    await expect.poll(() => running('sleep 987'), { timeout: 20_000 }).toHaveLength(1)
  } finally {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  expect([...running('sleep 986'), ...running('sleep 987')]).toHaveLength(2)
  await expect
    .poll(() => [...running('sleep 986'), ...running('sleep 987')], { timeout: 20_000, interval: 200 })
    .toEqual([])
})

test('nothing is left of a program that has ended: neither what it started, nor what would have ended it', async () => {
  const { bytes } = await runProgram(['/bin/sh', '-c', 'sleep 988 >/dev/null & echo done'], {
    env: {},
    limits: { ...LIMITS, timeMs: 100_000 },
  }).output
  expect(bytes?.toString()).toBe('done\n')
  await expect
    .poll(() => [...running('sleep 988'), ...running('sleep 105')], { timeout: 10_000, interval: 100 })
    .toEqual([])
})
