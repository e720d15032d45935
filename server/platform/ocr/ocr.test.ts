import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { scanOf } from '../../../testing/scans.ts'
import { findProgram } from '../programs/index.ts'
import { createOcrReader, OcrClosed } from './index.ts'
import { OCR_PROCESS } from './limits.ts'

vi.setConfig({ testTimeout: 180_000 })

const warned: string[] = []
const log = { warn: (message: string) => void warned.push(message) }
const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-ocr-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program in the place of tesseract that knows English, and does with a page what the script says. */
function programOf(name: string, script: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\n[ "$1" = --list-langs ] && { echo eng; exit 0; }\n${script}\n`, {
    mode: 0o755,
  })
  return file
}
const readerOf = (program: string, limits = {}) =>
  createOcrReader({ program, languages: 'eng' }, log, { ...OCR_PROCESS, ...limits })
const page = Buffer.from('a page')
const commands = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')

const tesseract = await findProgram('tesseract')
if (!tesseract) console.log('OCR: skipped, since tesseract is not installed.')

test.runIf(tesseract)('FIND-01 a scan is read by the tesseract that is found by itself', async () => {
  const reader = createOcrReader({ program: undefined, languages: 'eng' }, log)
  expect(await reader.isThere()).toBe(true)
  const { text } = await reader.read(await scanOf(['Interconnection agreement', 'Cedar Bluff 1,250,000 kWh']))
  expect(text?.split('\n').filter(Boolean)).toEqual([
    'Interconnection agreement',
    'Cedar Bluff 1,250,000 kWh',
  ])
  expect(await reader.read(page)).toEqual({ text: null, failure: 'FAILED' })
})

test('FIND-01 OCR can be off; a program or a language that is missing is said in the log, once', async () => {
  expect(await createOcrReader({ program: 'off', languages: 'eng' }, log).isThere()).toBe(false)
  expect(warned).toEqual([])
  expect(await readerOf('/nowhere/tesseract').isThere()).toBe(false)
  const program = programOf('no-german', 'cat')
  const reader = createOcrReader({ program, languages: 'eng+deu' }, log)
  expect([await reader.isThere(), await reader.isThere()]).toEqual([false, false])
  expect(warned).toEqual([
    'OCR is /nowhere/tesseract, which is no program that can be run. Scanned pages are not read.',
    `OCR_LANGUAGES names deu, which ${program} does not have. Scanned pages are not read.`,
  ])
})

test('the program knows nothing of the server, can write no file, and comes after everything else', async () => {
  process.env.HELIOROOM_TEST_SECRET = 'secret of the server'
  try {
    const file = path.join(folder, 'written')
    const program = programOf(
      'look',
      `cat >/dev/null; env; pwd; nice; ( echo x > ${file} ) 2>/dev/null && echo written; exit 0`,
    )
    const { text } = await readerOf(program).read(page)
    expect(text).not.toContain('secret of the server')
    expect(text).not.toContain('written')
    expect(text?.split('\n')).toContain('/')
    expect(text?.split('\n')).toContain('10')
  } finally {
    delete process.env.HELIOROOM_TEST_SECRET
  }
})

test('FIND-19 a program that takes too long, too much memory, or says too much ends with all that it has started', async () => {
  const slow = readerOf(programOf('slow', 'sleep 986 & sleep 986'), { timeMs: 3000 })
  expect(await slow.read(page)).toEqual({ text: null, failure: 'TIME' })
  await expect
    .poll(() => commands().filter((each) => each.startsWith('sleep 986')), { timeout: 20_000 })
    .toEqual([])
  const busy = readerOf(programOf('busy', 'while :; do :; done'), { workS: 1 })
  expect((await busy.read(page)).text).toBeNull()
  if (process.platform === 'linux') {
    const hungry = readerOf(programOf('hungry', 'exec awk \'BEGIN { s = "x"; while (1) s = s s }\''), {
      addressBytes: 67_108_864,
    })
    expect((await hungry.read(page)).text).toBeNull()
  }
  const loud = readerOf(programOf('loud', 'exec yes'), { answerBytes: 1000 })
  expect((await loud.read(page)).text).toBeNull()
})

test('one page is read at a time, and nothing once it is closed', async () => {
  const reader = readerOf(programOf('timed', 'date +%s%N; sleep 0.2; date +%s%N'))
  const [one, other] = await Promise.all([reader.read(page), reader.read(page)])
  const times = `${one.text}${other.text}`.trim().split('\n').map(BigInt)
  expect([...times].sort()).toEqual(times)
  expect(times).toHaveLength(4)
  const cut = readerOf(programOf('endless', 'sleep 987'))
  await cut.isThere()
  const reading = cut.read(page)
  await expect
    .poll(() => commands().some((each) => each.startsWith('sleep 987')), { timeout: 20_000 })
    .toBe(true)
  cut.close()
  await expect(reading).rejects.toThrow(OcrClosed)
  await expect(cut.read(page)).rejects.toThrow(OcrClosed)
})
