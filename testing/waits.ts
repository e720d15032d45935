import { afterAll, vi } from 'vitest'

// Runs before each file of tests. Vitest gives up a condition after a second, for which a shared machine may hold a
// process up: it is waited for as long as `expect.poll` does (vitest.config.ts), unless a test says otherwise.

const TIMEOUT_MS = 60_000

type Options = Parameters<typeof vi.waitFor>[1]
const patient = (options: Options): Options =>
  typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options }

const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
afterAll(() => void Object.assign(vi, { waitFor, waitUntil }))
