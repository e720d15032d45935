import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archiveOf, checkpointOf, type Draft, newKey } from '../../../../testing/archives/draft.ts'
import { partOf, unpackTo } from '../../../../testing/archives/folder.ts'
import { sampleDraft } from '../../../../testing/archives/sample.ts'
import { runVerifier, type Verified } from '../../../../testing/archives/verifier.ts'
import { stampAuthority } from '../../../../testing/timeStamps.ts'
import {
  BEFORE_SIGNING,
  checkpoints,
  edit,
  type Files,
  FORMER,
  OF_FILES,
  PDF,
  rowOf,
  type Sample,
  spoil,
  spoilt,
} from './changes.fixture.ts'

let folder: string
let authority: ReturnType<typeof stampAuthority>
/** The archive that tests change, each a copy of it. */
let base: Sample
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-archives-'))
  base = sampleDraft()
  authority = stampAuthority(folder)
  for (const { signature } of checkpoints(base.draft)) base.draft.timestamps.push(stamped(signature))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The time stamp of a checkpoint's signature, as it is now. */
function stamped(signature: string): Draft['timestamps'][number] {
  const { openssl, reply } = authority
  writeFileSync(path.join(folder, 'signature'), Buffer.from(signature, 'base64'))
  openssl('ts', '-query', '-data', 'signature', '-sha256', '-cert', '-out', 'request')
  reply('request', { by: 'service', to: 'answer' })
  openssl('ts', '-reply', '-in', 'answer', '-token_out', '-out', 'token')
  return { signature, token: readFileSync(path.join(folder, 'token')).toString('base64') }
}

/** The sample, changed before it is signed. */
function changed(change: (sample: Sample) => void): Sample {
  const { draft, key, leaves } = base
  const copy: Sample = {
    key,
    leaves: [...leaves],
    draft: {
      ...draft,
      parts: [...draft.parts],
      lists: structuredClone(draft.lists),
      contents: new Map(draft.contents),
      timestamps: structuredClone(draft.timestamps),
    },
  }
  change(copy)
  return copy
}
const filesOf = ({ draft, key }: Sample): Files => archiveOf(draft, key)

function verified(files: Files, args: readonly string[] = []): Verified {
  const place = mkdtempSync(path.join(folder, 'archive-'))
  unpackTo(place, files)
  return runVerifier([...args, place])
}

test('ARCH-04 the verifier needs Node alone, has at most 400 lines, checks files, signature, checkpoints, proofs and time stamps, and ends with 1', () => {
  const source = readFileSync(path.join(import.meta.dirname, 'verify.mjs'), 'utf8')
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(400)
  const imports = [...source.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name]) => name)
  expect(imports.length).toBeGreaterThan(2)
  expect(imports.filter((name) => !name?.startsWith('node:'))).toEqual([])

  const whole = verified(filesOf(base))
  expect(whole.text).toContain('Verified: 12 files, 2 checkpoints, 2 time stamps.')
  expect([whole.status, whole.failed]).toEqual([0, []])
  const files = filesOf(base)
  spoil(PDF)(files)
  edit('signature.json', /"madeAt":"2026/, '"madeAt":"2025')(files)
  edit('timestamps.json', /"token":"MII/, '"token":"MIJ')(files)
  const inFiles = verified(files)
  expect(inFiles.status).toBe(1)
  expect(inFiles.failed).toEqual([
    'FAILED  data/signature-0001.js: It differs from signature.json.',
    expect.stringContaining('FAILED  signature.json: It was not signed by the key'),
    `FAILED  ${PDF}: It was changed.`,
    expect.stringContaining('FAILED  time stamp of the checkpoint of 2026-03-06T12:00:00.000Z'),
  ])
  expect(inFiles.text).toContain('4 problems were found.')
  const inRecord = verified(
    filesOf(
      changed(({ draft }) => {
        const [first] = checkpoints(draft)
        if (first) first.root = first.root.replace(/^../, (digits) => (digits === '00' ? '01' : '00'))
        const entry = rowOf(draft, 'entries', 20)
        entry.entry = String(entry.entry).replace('VIEW', 'PRINT')
      }),
    ),
  )
  expect(inRecord.status).toBe(1)
  expect(inRecord.failed).toEqual([
    expect.stringContaining('FAILED  checkpoint of 2026-03-06T12:00:00.000Z: It was not signed by the key'),
    'FAILED  checkpoint of 2026-03-06T12:00:00.000Z: The record is not what it was then.',
    'FAILED  entry 20 of the record: It is not the one that was recorded.',
  ])
})

describe('each change of an unpacked archive is named', () => {
  test.each(OF_FILES)('%s', (_what, change, expected) => {
    const files = filesOf(base)
    change(files, base)
    const { status, failed, text } = verified(files)
    expect(status).toBe(1)
    for (const line of expected) expect(failed.join('\n')).toContain(line)
    expect(text).not.toContain('unchanged since')
  })

  test('a link in place of a file', () => {
    const files = filesOf(base)
    const outside = path.join(folder, 'outside.pdf')
    writeFileSync(outside, files.get(PDF) ?? '')
    files.delete(PDF)
    const place = mkdtempSync(path.join(folder, 'archive-'))
    unpackTo(place, files)
    symlinkSync(outside, path.join(place, PDF))
    const { status, failed } = runVerifier([place])
    expect(status).toBe(1)
    expect(failed.join('\n')).toContain('It is no file, but leads elsewhere.')
    expect(failed.join('\n')).toContain(`${PDF}: It is missing.`)
  })
})

test('of two files whose names only look alike one does not belong to the archive', () => {
  const name = 'files/Documents/Gutachten Müller.pdf'
  const files = filesOf(
    changed(({ draft }) => draft.contents.set(name, { kind: 'ORIGINAL', bytes: Buffer.from('genuine') })),
  )
  for (const order of [
    ['NFD', 'NFC'],
    ['NFC', 'NFD'],
  ] as const) {
    const place = mkdtempSync(path.join(folder, 'archive-'))
    unpackTo(place, files)
    for (const form of order) {
      const file = path.join(place, name.normalize(form))
      writeFileSync(file, form === 'NFC' ? 'genuine' : 'changed')
    }
    const { status, failed } = runVerifier([place])
    expect(status).toBe(1)
    expect(failed).toContain(`FAILED  ${name}: It is in the archive twice.`)
  }
})

test('without the file of keys that it is asked for nothing is verified', () => {
  const { status, text } = runVerifier(['--key'])
  expect(status).toBe(1)
  expect(text).not.toContain('unchanged')
})

describe('what whoever has a key makes of an archive is named', () => {
  test.each(BEFORE_SIGNING)('%s', (_what, change, expected) => {
    const { status, failed } = verified(filesOf(changed(change)))
    expect(status).toBe(1)
    for (const line of expected) expect(failed.join('\n')).toContain(line)
  })

  test('a checkpoint that was stamped before it was made', () => {
    const late = changed(({ draft, key, leaves }) => {
      const last = checkpointOf(key, draft.organisation.id, leaves, '2999-01-01T00:00:00.000Z')
      draft.lists.checkpoints = [last]
      draft.timestamps = [stamped(last.signature)]
    })
    const { status, failed } = verified(filesOf(late))
    expect(status).toBe(1)
    expect(failed).toEqual([
      'FAILED  time stamp of the checkpoint of 2999-01-01T00:00:00.000Z: It was made before the checkpoint was.',
    ])
  })

  test('keys that came another way stand in for those of the archive', () => {
    const file = path.join(folder, 'keys.txt')
    const keys = base.draft.lists.keys as { publicKey: string }[]
    writeFileSync(file, `${keys.map(({ publicKey }) => publicKey).join('\n')}\n`)
    const good = verified(filesOf(base), ['--key', file])
    expect([good.status, good.failed]).toEqual([0, []])
    expect(good.text).not.toContain('compare it with one')
    // All is signed anew by whoever made it up, and the archive says so of itself.
    const forger = newKey()
    const forged = changed((sample) => {
      sample.key = forger
      sample.draft.lists.keys = [
        { id: forger.id, publicKey: forger.publicKey, createdAt: '2026-03-01T00:00:00.000Z' },
      ]
      sample.draft.lists.checkpoints = [
        checkpointOf(forger, sample.draft.organisation.id, sample.leaves, '2026-03-10T12:00:00.000Z'),
      ]
      sample.draft.timestamps = []
    })
    expect(verified(filesOf(forged)).status).toBe(0)
    const { status, failed } = verified(filesOf(forged), ['--key', file])
    expect(status).toBe(1)
    expect(failed).toEqual([
      `FAILED  signature.json: The key ${forger.id} is not among the public keys.`,
      `FAILED  checkpoint of 2026-03-10T12:00:00.000Z: The key ${forger.id} is not among the public keys.`,
    ])
  })
})

describe('parts that were not unpacked', () => {
  /** Two parts of the sample: half of the files in each. */
  async function parts(
    change: (files: Files) => void = () => {},
  ): Promise<{ place: string; names: string[] }> {
    const names = ['harbor-solar-archive-001.zip', 'harbor-solar-archive-002.zip']
    const files = filesOf(
      changed(({ draft }) => {
        draft.parts = names.map((name, at) => ({ number: at + 1, name }))
      }),
    )
    change(files)
    const all = [...files].toSorted(([a], [b]) => Number(isLast(a)) - Number(isLast(b)))
    const place = mkdtempSync(path.join(folder, 'parts-'))
    writeFileSync(path.join(place, names[0] ?? ''), await partOf(all.slice(0, 8)))
    writeFileSync(path.join(place, names[1] ?? ''), await partOf(all.slice(8)))
    return { place, names: names.map((name) => path.join(place, name)) }
  }
  const isLast = (name: string) => name.startsWith('data/') || name.endsWith('.json')

  test('are verified as they are, in their folder or by their names', async () => {
    const { place, names } = await parts()
    for (const args of [[place], names]) {
      const { status, failed, text } = runVerifier(args)
      expect([status, failed]).toEqual([0, []])
      expect(text).toContain('Verified: 12 files')
    }
  })

  test('a part that was cut, is missing, or was changed is named', async () => {
    const { place, names } = await parts()
    const [first = '', second = ''] = names
    const whole = readFileSync(first)
    writeFileSync(first, whole.subarray(0, whole.length - 30))
    const cut = runVerifier([place])
    expect(cut.status).toBe(1)
    expect(cut.failed.join('\n')).toContain(
      'harbor-solar-archive-001.zip: It has no directory at its end: it was cut.',
    )
    rmSync(first)
    const missing = runVerifier([place])
    expect(missing.status).toBe(1)
    expect(missing.failed.join('\n')).toContain(`${FORMER}: It is missing.`)
    writeFileSync(first, spoilt(whole, whole.indexOf('Approval, draft') + 3))
    const byte = runVerifier([place])
    expect(byte.status).toBe(1)
    expect(byte.failed).toEqual([`FAILED  ${FORMER}: It was changed.`])
    // Programs that go by the places and not by the directory would unpack it under another name.
    writeFileSync(first, spoilt(whole, whole.indexOf('index.html')))
    expect(runVerifier([place]).failed).toEqual([
      'FAILED  index.html: At its place in the part is something else.',
    ])
    writeFileSync(first, whole)
    rmSync(second)
    expect(runVerifier([place]).failed).toEqual(['FAILED  manifest.json: It is missing.'])
    mkdirSync(path.join(place, 'twice'))
    writeFileSync(path.join(place, 'twice', '1.zip'), whole)
    writeFileSync(path.join(place, 'twice', '2.zip'), whole)
    expect(runVerifier([path.join(place, 'twice')]).failed).toContain(
      'FAILED  index.html: It is in the archive twice.',
    )
  })

  test('an entry that some programs unpack under another name, or as a link', async () => {
    const { place, names } = await parts()
    const [first = ''] = names
    const whole = readFileSync(first)
    const directory = whole.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    // Its time becomes a field with a name of its own (APPNOTE 4.6.9), of the same length.
    const named = Buffer.from(whole)
    named.writeUInt16LE(0x7075, whole.indexOf(Buffer.from([0x55, 0x54, 5, 0]), directory))
    writeFileSync(first, named)
    expect(runVerifier([place])).toMatchObject({
      status: 1,
      failed: ['FAILED  index.html: It has another name beside its own.'],
    })
    const link = Buffer.from(whole)
    link.writeUInt16LE(0o120777, directory + 40)
    writeFileSync(first, link)
    expect(runVerifier([place])).toMatchObject({
      status: 1,
      failed: ['FAILED  index.html: It is no file, but leads elsewhere.'],
    })
  })

  test('a part that lost its middle, and a file that is said to go on behind the end of its part', async () => {
    const { place, names } = await parts()
    const [first = ''] = names
    const whole = readFileSync(first)
    writeFileSync(first, Buffer.concat([whole.subarray(0, 1000), whole.subarray(whole.length - 4000)]))
    const cut = runVerifier([place])
    expect(cut.status).toBe(1)
    expect(cut.failed).toContain('FAILED  harbor-solar-archive-001.zip: It ends too early: it was cut.')
    const longer = Buffer.from(whole)
    // Of the entry in the directory, bytes as they are stored (APPNOTE 4.3.12).
    longer.writeUInt32LE(0x7fffffff, whole.lastIndexOf(FORMER) - 46 + 20)
    writeFileSync(first, longer)
    const behind = runVerifier([place])
    expect(behind.status).toBe(1)
    expect(behind.failed).toEqual([`FAILED  ${FORMER}: It ends too early: it was cut.`])
  })
})
