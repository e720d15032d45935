import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { ensureDataDir, secretKeyFile } from '../dataDir.ts'
import { markOf } from './load.ts'

/** How far a restore into this installation has come; kept in its data folder, since the database is replaced. */
export interface RestoreState {
  /** Left on the schema by its transaction. */
  mark: string
  isDone: boolean
  backup: string
  /** Where a person can return to, and until when (BACK-20). */
  restorePoint: { place: string; backup: string; until: string } | null
}

const stateFile = (dataDir: string): string => path.join(dataDir, 'restore.json')
const newKeyFile = (dataDir: string): string => path.join(dataDir, 'secret-key.restored')

/** A file is there as a whole or not at all. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, file)
}

export function readState(dataDir: string): RestoreState | null {
  const file = stateFile(dataDir)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RestoreState) : null
}

export function writeState(dataDir: string, state: RestoreState): void {
  ensureDataDir(dataDir)
  writeWhole(stateFile(dataDir), JSON.stringify(state))
}

/** The restored key, which takes effect with the restored rows. */
export const writeNewKey = (dataDir: string, secret: string): void =>
  writeWhole(newKeyFile(dataDir), `${secret}\n`)

/**
 * Ends what a restore has left that was killed: where its rows are in, its key takes effect as well.
 * @returns whether a restore was interrupted before its rows were in
 */
export async function finishRestore(dataDir: string, client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const state = readState(dataDir)
  if (!state) return false
  if (!state.isDone && (await markOf(client)) !== state.mark) {
    rmSync(newKeyFile(dataDir), { force: true })
    return true
  }
  if (existsSync(newKeyFile(dataDir))) renameSync(newKeyFile(dataDir), secretKeyFile(dataDir))
  if (!state.isDone) writeState(dataDir, { ...state, isDone: true })
  return false
}
