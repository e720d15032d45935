import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const RECORD = path.join(ROOT, 'testing/mutation.json')

/** What the last run of a file found, and of which text of it. */
export interface Score {
  sha256: string
  mutants: number
  caught: number
}

/** By file. */
export interface Scores {
  [file: string]: Score
}

export const sourceOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

export const hashOf = (file: string): string =>
  createHash('sha256').update(sourceOf(file)).digest('hex').slice(0, 16)

export const recordedScores = (): Scores => JSON.parse(readFileSync(RECORD, 'utf8'))
