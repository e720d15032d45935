import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const DAY = 24 * 60 * 60 * 1000

/** The part of the script that builds the pages that keeps the files of former builds. */
const {
  copyFiles,
  isKept,
}: {
  copyFiles: (from: string, to: string, isWanted: (file: string) => boolean) => void
  isKept: (file: string) => boolean
} = await import(new URL('../bin/lib/web.mjs', import.meta.url).href)

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kept-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, text: string, ageInDays: number) {
  const at = path.join(folder, name)
  mkdirSync(path.dirname(at), { recursive: true })
  writeFileSync(at, text)
  const time = new Date(Date.now() - ageInDays * DAY)
  utimesSync(at, time, time)
}

test('hashed files of former builds stay for seven days from their own build on, those of the new one as they are', () => {
  file('built/yesterday-a1.js', 'old page', 1)
  file('built/fonts/plex-b2.woff2', 'font', 6.9)
  file('built/last-week-c3.js', 'older page', 7.1)
  file('built/same-d4.js', 'former', 1)
  const [built, before] = ['built', 'before'].map((name) => path.join(folder, name)) as [string, string]
  copyFiles(built, before, isKept)
  rmSync(built, { recursive: true })
  file('built/new-e5.js', 'new page', 0)
  file('built/same-d4.js', 'newer', 0)
  copyFiles(before, built, () => true)
  expect((readdirSync(built, { recursive: true }) as string[]).sort()).toEqual([
    'fonts',
    'fonts/plex-b2.woff2',
    'new-e5.js',
    'same-d4.js',
    'yesterday-a1.js',
  ])
  expect(readFileSync(path.join(built, 'same-d4.js'), 'utf8')).toBe('newer')
  // Kept with its time, so that another build does not restart its seven days.
  const { mtimeMs } = statSync(path.join(built, 'fonts/plex-b2.woff2'))
  expect(Date.now() - mtimeMs).toBeGreaterThan(6.8 * DAY)
})

test('before the first build there is nothing to keep', () => {
  expect(() => copyFiles(path.join(folder, 'none'), path.join(folder, 'before'), isKept)).not.toThrow()
  expect(readdirSync(folder)).toEqual([])
})
