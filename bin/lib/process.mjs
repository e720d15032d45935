import { spawn } from 'node:child_process'
import os from 'node:os'
import { ROOT } from './paths.mjs'

/** A problem that the person at the keyboard can fix: shown as one line, without a stack trace. */
export class Stop extends Error {}

/** Runs a script's main function; ends the process with its exit code, or with 1 and the reason. */
export async function main(run) {
  try {
    process.exitCode = (await run()) ?? 0
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    process.exitCode = 1
  }
}

/**
 * Runs a program to its end, its output shown here. Resolves with its exit code, 127 when there is no such program.
 * When this process is asked to stop, the program is stopped too, and nothing follows.
 */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
  const end = () => {
    child.kill('SIGTERM')
    child.once('close', () => process.exit(128 + os.constants.signals.SIGTERM))
  }
  process.on('SIGTERM', end)
  try {
    return await exitCode(child)
  } finally {
    process.off('SIGTERM', end)
  }
}

/** Runs a program to its end and keeps what it prints. */
export async function capture(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return { code: await exitCode(child), output }
}

function exitCode(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal] ?? 0)))
  })
}

// A closed terminal means the same as a request to stop.
const FORWARDED = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' }
const ECHO = 1_000

/**
 * Runs a server until it ends or this process is asked to stop; resolves with its exit code.
 *
 * Ctrl-C reaches every process of the terminal, and npm passes it on once more. The server is kept out of that
 * group and signalled exactly once; a further Ctrl-C after a second ends it immediately. Should this process be killed
 * outright, the closed channel tells the server to stop (watch-parent.mjs).
 */
export function serve(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    ...options,
  })
  let signalledAt = 0
  for (const [signal, forwarded] of Object.entries(FORWARDED)) {
    process.on(signal, () => {
      const first = signalledAt === 0
      if (first) signalledAt = Date.now()
      if (first) child.kill(forwarded)
      else if (Date.now() - signalledAt > ECHO) child.kill('SIGKILL')
    })
  }
  return exitCode(child)
}
