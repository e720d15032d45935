import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkpointOf, leafOf, newKey, rootOf } from '../../../testing/archives/draft.ts'

const VERIFIER = path.join(import.meta.dirname, '../../../bin/verify-proof.mjs')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-cut-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = newKey()
const ORGANISATION = 'harbor'
const leaves = Array.from({ length: 8 }, (_, at) => leafOf(`entry ${at}`))
/** That the record of 8 entries goes on from that of 4: half of the tree is left as it was. */
const proofOf = (former: string, later: string) => ({
  format: 'helioroom consistency proof 1',
  organisation: ORGANISATION,
  keys: [{ id: key.id, publicKey: key.publicKey }],
  from: checkpointOf(key, ORGANISATION, leaves.slice(0, 4), former),
  to: checkpointOf(key, ORGANISATION, leaves, later),
  path: [rootOf(leaves.slice(4)).toString('hex')],
})

function verifierSays(proof: object, ...options: string[]): { status: number | null; says: string } {
  const file = path.join(folder, 'proof.json')
  writeFileSync(file, JSON.stringify(proof))
  const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFIER, ...options, file], {
    encoding: 'utf8',
  })
  return { status, says: `${stdout}${stderr}`.replace(`${file}: `, '').trimEnd() }
}

test('CHAIN-05 a record that was cut is not proven to go on from what it was by exchanging both', () => {
  const [morning, noon] = ['2026-03-01T08:00:00.000Z', '2026-03-01T12:00:00.000Z']
  expect(verifierSays(proofOf(morning, noon))).toEqual({
    status: 0,
    says: `The record of ${noon} goes on from that of ${morning}.`,
  })
  // At noon it has the first half of what it had in the morning.
  expect(verifierSays(proofOf(noon, morning))).toEqual({
    status: 1,
    says: `The checkpoint of ${morning} was made before that of ${noon}.`,
  })
  // Clocks of two servers may differ by minutes.
  expect(verifierSays(proofOf('2026-03-01T08:05:00.000Z', morning)).status).toBe(0)
})

test('CHAIN-05 what a proof says of itself is printed without signs that a terminal obeys', () => {
  const proof = proofOf('2026-03-01T08:00:00.000Z', '2026-03-01T12:00:00.000Z')
  const hostile = { ...proof, from: { ...proof.from, keyId: '\u001b[2J\rThe record goes on' } }
  const { status, says } = verifierSays(hostile)
  expect(status).toBe(1)
  expect(says).toContain('The key \\u{1b}[2J\\u{d}The record goes on of the checkpoint')
  expect(verifierSays(proof, '--key').status).toBe(1)
})
