import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { ensureDataDir, loadSecretKey } from './dataDir.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'helioroom-data-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('the secret key is made once, readable by its owner only, and kept', () => {
  const dataDir = path.join(dir, 'new', 'data')
  const first = loadSecretKey({ dataDir, secretKey: undefined })
  expect(first.length).toBeGreaterThanOrEqual(32)
  expect(loadSecretKey({ dataDir, secretKey: undefined })).toBe(first)
  expect(statSync(path.join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(path.join(dataDir, 'secret-key'), 'utf8').trim()).toBe(first)
})

test('a configured key is used and nothing is written', () => {
  const secretKey = 'k'.repeat(32)
  expect(loadSecretKey({ dataDir: path.join(dir, 'data'), secretKey })).toBe(secretKey)
  expect(existsSync(path.join(dir, 'data'))).toBe(false)
})

test('a damaged key stops the start: signatures made with it would be worthless', () => {
  writeFileSync(path.join(dir, 'secret-key'), 'short')
  expect(() => loadSecretKey({ dataDir: dir, secretKey: undefined })).toThrow(
    /^The secret key in .* is damaged\. Put back the old one, or see 'A lost key' in/,
  )
})

test('a data folder whose path is a file is refused in one sentence', () => {
  const file = path.join(dir, 'file')
  writeFileSync(file, '')
  expect(() => ensureDataDir(file)).toThrow(
    new ConfigError(
      `The data folder ${file} cannot be used: it is a file. ` +
        'Give the user who runs Helioroom the right to write there, or set DATA_DIR to another folder.',
    ),
  )
  expect(() => ensureDataDir(path.join(file, 'data'))).toThrow(
    'cannot be used: a part of the path is a file.',
  )
})
