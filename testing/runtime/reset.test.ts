import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, temporaryFolder } from './harness.ts'

function empty(env: NodeJS.ProcessEnv, ...args: string[]) {
  const script = path.join(ROOT, 'bin/lib/empty.ts')
  const { PATH, HOME } = process.env
  return spawnSync(process.execPath, [script, ...args], { env: { PATH, HOME, ...env }, encoding: 'utf8' })
}

function dataFolder() {
  const dataDir = temporaryFolder()
  const kept = path.join(dataDir, 'files/ab/kept')
  mkdirSync(path.dirname(kept), { recursive: true })
  writeFileSync(kept, 'somebody needs this')
  return { dataDir, kept }
}

test('what is no demo is deleted only by who says so', () => {
  const { dataDir, kept } = dataFolder()
  const env = { DATA_DIR: dataDir, DEMO: 'off' }
  const refused = empty(env)
  expect(refused.status).toBe(1)
  expect(refused.stderr.trim()).toBe(
    `This would delete everything in the data folder ${dataDir} and all files. ` +
      'If that is meant: npm run reset -- --yes',
  )
  expect(existsSync(kept)).toBe(true)
  expect(empty(env, '--yes').status).toBe(0)
  expect(existsSync(kept)).toBe(false)
})

test('a database at DATABASE_URL is asked for by that name, and the password is not shown', () => {
  const { dataDir, kept } = dataFolder()
  const refused = empty({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://me:swordfish@127.0.0.1:1/rooms' })
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('the database at DATABASE_URL')
  expect(refused.stderr).not.toContain('swordfish')
  expect(existsSync(kept)).toBe(true)
})

test('a demo is emptied without a question', () => {
  const { dataDir, kept } = dataFolder()
  expect(empty({ DATA_DIR: dataDir }).status).toBe(0)
  expect(existsSync(kept)).toBe(false)
})
