import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type pg from 'pg'
import { NODE_COMPILE_CACHE } from './product.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** A process of the product, as an operator runs it. */
export interface Ran {
  child: ChildProcess
  /** All that it has printed so far, on both ways out. */
  output(): string
  /** Its last line of standard output. */
  last(): string
  ended: Promise<number | null>
}

/** Runs a file of the server with these settings alone. */
export function runProduct(file: string, env: NodeJS.ProcessEnv, args: readonly string[] = []): Ran {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [path.join(ROOT, 'server', file), ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, DEMO: 'off', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  return {
    child,
    output: () => printed,
    last: () => out.trimEnd().split('\n').at(-1) ?? '',
    ended: new Promise((resolve) => child.once('close', resolve)),
  }
}

/** The address of a database, as DATABASE_URL has it. */
export const urlOfDatabase = ({ host = '', port, user, database }: pg.PoolConfig): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
