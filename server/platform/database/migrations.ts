import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations')

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/
const WORKS_WITH = /^-- works with: (\d{4})\n/

export interface Migration {
  version: string
  name: string
  text: string
  sha256: string
  /**
   * The newest migration known to the oldest program that works on the result (SCALE-20); null for the baseline, which
   * no program without it works with.
   */
  worksWith: string | null
}

/** What a database that was made step by step, by the migrations that the baseline stands for, has in its table. */
export const BASELINE = {
  version: '0188',
  /** How many migrations there were, the last one included. */
  steps: 64,
  /** Of the last one. */
  sha256: 'a7afdde366e7d2256a1cedb9918c7da982b83ae21430c5dc256f8ecf15779310',
} as const

/** Whether a migration is of those that the baseline stands for. */
export const isStep = (version: string): boolean => version < BASELINE.version

/** @throws when a migration after the baseline does not say which programs work with it */
export function migrationOf(name: string, text: string): Migration | null {
  const [, version] = FILE.exec(name) ?? []
  if (!version) return null
  const worksWith = WORKS_WITH.exec(text)?.[1] ?? null
  if (worksWith === null && version > BASELINE.version) {
    throw new Error(`${name} says in its first line with which programs it works: "-- works with: 0188".`)
  }
  return { version, name, text, sha256: createHash('sha256').update(text).digest('hex'), worksWith }
}

/** The numbered SQL files, in order. */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  return readdirSync(folder)
    .flatMap((name) => migrationOf(name, readFileSync(join(folder, name), 'utf8')) ?? [])
    .sort((a, b) => a.version.localeCompare(b.version))
}
