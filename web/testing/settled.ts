import { setImmediate } from 'node:timers/promises'
import { act } from '@testing-library/react'

/** Enough for an answer to pass through fetch, cache, store and React, however busy the machine is. */
const TURNS = 100

/** What was answered so far has arrived; for tests that then nothing has happened. No time passes by the clock. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
}

/** As `turns`, and what is shown of it is rendered. */
export const settled = (): Promise<void> => act(turns)
