import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const VERIFIER = path.join(import.meta.dirname, '../../server/modules/archives/offline/verify.mjs')

const TIMEOUT_MS = 60_000

export interface Verified {
  status: number | null
  /** Lines of what failed. */
  failed: string[]
  text: string
}

/** Runs the verifier of archives with Node alone, out of an empty folder and without any environment. */
export function runVerifier(args: readonly string[], input = ''): Verified {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-verifier-'))
  try {
    const copy = path.join(folder, 'verify.mjs')
    cpSync(VERIFIER, copy)
    const { status, stdout, stderr } = spawnSync(process.execPath, [copy, ...args], {
      cwd: folder,
      env: {},
      input,
      encoding: 'utf8',
      // One that never ends has failed.
      timeout: TIMEOUT_MS,
    })
    const text = stdout + stderr
    return { status, text, failed: text.split('\n').filter((line) => line.startsWith('FAILED')) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
