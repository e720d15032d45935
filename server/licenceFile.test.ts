import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { MAX_LICENCE_LENGTH, readLicence } from './licenceFile.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-licence-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (content: string | Buffer): string => {
  const name = path.join(folder, 'licence.txt')
  writeFileSync(name, content)
  return name
}

const messageOf = (name: string): string => {
  try {
    return `accepted: ${readLicence(name)}`
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

test('a licence agreement of the operator is read as it stands, a mark of its encoding apart', () => {
  expect(messageOf(file('\uFEFF## Terms\n\nNo liability above 100 €.\n'))).toBe(
    'accepted: ## Terms\n\nNo liability above 100 €.\n',
  )
})

test('a licence file that is missing, a folder, empty, no text or too long stops the start with one sentence', () => {
  const missing = path.join(folder, 'no\nfile.txt')
  expect(messageOf(missing)).toBe(`LICENCE_FILE is ${JSON.stringify(missing)}, which can't be read (ENOENT).`)
  expect(messageOf(folder)).toBe(`LICENCE_FILE is ${JSON.stringify(folder)}, which can't be read (EISDIR).`)
  const name = JSON.stringify(path.join(folder, 'licence.txt'))
  const isNoText = `LICENCE_FILE is ${name}, which is no text in UTF-8.`
  for (const [content, message] of [
    ['', `LICENCE_FILE is ${name}, which is empty, but must hold the text of the licence agreement.`],
    [' \r\n\t', `LICENCE_FILE is ${name}, which is empty, but must hold the text of the licence agreement.`],
    [Buffer.from([0x54, 0xe9, 0x74]), isNoText],
    ['a\0b', isNoText],
    [
      'a'.repeat(MAX_LICENCE_LENGTH + 1),
      `LICENCE_FILE is ${name}, which is longer than the 300000 characters that are possible.`,
    ],
  ] as const) {
    expect(messageOf(file(content))).toBe(message)
  }
})
