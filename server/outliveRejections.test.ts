import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = JSON.stringify(new URL('./outliveRejections.ts', import.meta.url).href)

/** What a process says that goes on after a rejection that nobody waits for. */
const outcomeOf = (before: string) =>
  promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { outliveRejections } from ${MODULE}
     ${before}
     Promise.reject(new Error('Organisation not found.'))
     setTimeout(() => console.log('still here'), 100)`,
  ])

test('ERR-03 a rejection that nobody waits for is logged, and the process goes on', async () => {
  const log = `{ error: ({ err }, words) => console.log(words, err.message) }`
  const { stdout } = await outcomeOf(`outliveRejections(${log})`)
  expect(stdout).toBe('An error came that nothing waited for. Organisation not found.\nstill here\n')
  await expect(outcomeOf('')).rejects.toThrow('Organisation not found.')
})
