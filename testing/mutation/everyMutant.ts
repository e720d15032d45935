import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, type RunnerTestCase, test, vi } from 'vitest'
import { givenTrial, type TrialEvent } from './trial.ts'

// Runs the tests of a source once for each of its mutants, in one process: to start one for each takes many times as long.

const { tests, numbers, log } = givenTrial()
// Node's own asks the system at each look.
process.env = { ...process.env }

for (const number of numbers) {
  const record = (event: TrialEvent) => appendFileSync(log, `${event} ${number}\n`)
  const choose = () => {
    // Written before: what never ends can't say so.
    record('began')
    process.env.HELIOROOM_MUTANT = String(number)
  }
  describe(String(number), async () => {
    const ran: RunnerTestCase[] = []
    const isCaught = () => ran.some(({ result }) => result?.state === 'fail')
    choose()
    beforeAll(choose)
    beforeEach(({ task, skip }) => {
      if (isCaught()) skip('Another test noticed it.')
      ran.push(task)
    })
    afterAll(() => record(isCaught() ? 'caught' : 'survived'))
    vi.resetModules()
    try {
      for (const each of tests) await import(each)
    } catch (error) {
      test('its source is loaded', () => expect.fail(String(error)))
    }
  })
}
