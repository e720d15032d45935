import { checkpointOf, type Draft, type Key, leafOf, newKey } from '../../../../testing/archives/draft.ts'
import { idOf } from '../../../../testing/archives/sample.ts'

export type Files = Map<string, Buffer>
export interface Sample {
  draft: Draft
  key: Key
  leaves: Buffer[]
}

export const PDF = 'files/Documents/1 Permits/1.1 Zoning approval.pdf'
export const FORMER = 'versions/Documents/1 Permits/1.1 Zoning approval (version 1).pdf'
const DELETED = 'deleted/Documents/2 Contracts/2.2 Old lease.pdf'

interface SampleCheckpoint {
  treeSize: number
  root: string
  at: string
  keyId: string
  signature: string
}
export const checkpoints = ({ lists }: Draft) => lists.checkpoints as SampleCheckpoint[]

/** With one byte changed, in the middle unless it is said where. */
export function spoilt(bytes: Buffer | undefined, at?: number): Buffer {
  if (!bytes) throw new Error('There is no such file.')
  const copy = Buffer.from(bytes)
  const place = at ?? Math.floor(copy.length / 2)
  copy[place] = (copy[place] ?? 0) ^ 1
  return copy
}
export const spoil = (name: string, at?: number) => (files: Files) =>
  void files.set(name, spoilt(files.get(name), at))
const remove = (name: string) => (files: Files) => void files.delete(name)
type Edit = (found: string) => string
/** Another last sign, which stands for other bytes. */
const otherEnd: Edit = (found) => found.slice(0, -1) + (found.endsWith('A') ? 'B' : 'A')
/** Changes what stands in a file, which is found there. */
export const edit = (name: string, from: string | RegExp, to: string | Edit) => (files: Files) => {
  const text = files.get(name)?.toString('utf8') ?? ''
  const edited = typeof to === 'string' ? text.replace(from, to) : text.replace(from, to)
  if (edited === text) throw new Error(`${name} has nothing to change.`)
  files.set(name, Buffer.from(edited))
}
export const rowOf = (draft: Draft, kind: string, at: number) =>
  draft.lists[kind]?.[at] as Record<string, unknown>

/** What was changed in an archive, how, and lines that the verifier prints then. */
type Change<Of extends unknown[]> = readonly [string, (...of: Of) => void, readonly string[]]

/** Changes of the files of an archive. */
export const OF_FILES: readonly Change<[files: Files, sample: Sample]>[] = [
  ['a byte of a former version', spoil(FORMER), [`${FORMER}: It was changed.`]],
  [
    'a file that was cut',
    (files) => files.set(PDF, files.get(PDF)?.subarray(1) ?? Buffer.alloc(0)),
    [`${PDF}: It was changed.`],
  ],
  ['a file that is missing', remove(DELETED), [`${DELETED}: It is missing.`]],
  [
    'a file that was added',
    (files) => files.set('files/Documents/4 New.pdf', Buffer.from('new')),
    ['files/Documents/4 New.pdf: It does not belong to the archive.'],
  ],
  [
    'a file that was renamed',
    (files) => {
      files.set(`${PDF}.old`, files.get(PDF) ?? Buffer.alloc(0))
      files.delete(PDF)
    },
    [`${PDF}: It is missing.`, `${PDF}.old: It does not belong`],
  ],
  [
    'two files that were exchanged',
    (files) => {
      const one = files.get(PDF)
      files.set(PDF, files.get(DELETED) ?? Buffer.alloc(0))
      files.set(DELETED, one ?? Buffer.alloc(0))
    },
    [`${PDF}: It was changed.`, `${DELETED}: It was changed.`],
  ],
  ['the page', edit('index.html', 'Closing archive', 'Other archive'), ['index.html: It was changed.']],
  [
    'the verifier itself',
    edit('verify.mjs', 'let problems = 0', 'let problems = -9'),
    ['verify.mjs: It was changed.'],
  ],
  [
    'a SHA-256 in the manifest',
    edit('manifest.json', /"sha256":"./, '"sha256":"x'),
    [
      'data/manifest-0001.js: It differs',
      'manifest.json: It is not the one that was signed.',
      'data/files-0001.js: It was changed.',
    ],
  ],
  [
    'the name in the manifest',
    edit('manifest.json', 'Harbor Solar', 'Harbor Wind'),
    ['manifest.json: It is not the one that was signed.'],
  ],
  [
    'the manifest that the page reads',
    edit('data/manifest-0001.js', 'Harbor Solar', 'Harbor Wind'),
    ['data/manifest-0001.js: It differs from manifest.json.'],
  ],
  ['no manifest', remove('manifest.json'), ['manifest.json: It is missing.']],
  [
    'a manifest that is none',
    (files) => files.set('manifest.json', Buffer.from('{')),
    ['manifest.json: It can’t be read.'],
  ],
  [
    'a row of a list',
    edit('data/questions-0001.js', 'Yes. It was', 'No. It was'),
    ['data/questions-0001.js: It was changed.'],
  ],
  ['a list that is missing', remove('data/history-0001.js'), ['data/history-0001.js: It is missing.']],
  [
    'a list that was cut',
    (files) =>
      files.set(
        'data/documents-0001.js',
        files.get('data/documents-0001.js')?.subarray(0, 900) ?? Buffer.alloc(0),
      ),
    ['data/documents-0001.js: It was changed.', 'data/documents-0001.js: It can’t be read.'],
  ],
  [
    'the signature',
    edit('signature.json', /"signature":"./, otherEnd),
    ['signature.json: It was not signed'],
  ],
  ['no signature', remove('signature.json'), ['signature.json: It is missing.']],
  [
    'another key in the signature',
    edit('signature.json', /"publicKey":"[^"]+"/, `"publicKey":"${newKey().publicKey}"`),
    ['is not among the public keys'],
  ],
  [
    'another name of a key in the signature',
    edit('signature.json', /"keyId":"./, '"keyId":"x'),
    ['is not among the public keys'],
  ],
  [
    'what says which part it is',
    edit('parts/part-001.json', '"number":1', '"number":2'),
    ['parts/part-001.json: It was changed, or is of another archive.'],
  ],
  [
    'what a part says beside that',
    edit('parts/part-001.json', '{', '{"about":"Nothing",'),
    ['parts/part-001.json: It was changed, or is of another archive.'],
  ],
  [
    'a file whose name a terminal would obey',
    (files) => files.set('\u001b[1A\u001b[2KHarbor Solar: unchanged \u202efdp.exe', Buffer.from('new')),
    ['FAILED  \\u{1b}[1A\\u{1b}[2KHarbor Solar: unchanged \\u{202e}fdp.exe: It does not belong'],
  ],
  [
    'a part that was not unpacked',
    remove('parts/part-001.json'),
    ['parts/part-001.json: It is missing: part 1 (harbor-solar-archive-001.zip) is not here.'],
  ],
  [
    'a leaf of the record',
    spoil('record/leaves.bin', 5),
    [
      'record/leaves.bin: It was changed.',
      'checkpoint of 2026-03-06T12:00:00.000Z: The record is not what it was then.',
      'checkpoint of 2026-03-10T12:00:00.000Z: The record is not',
      'entry 0 of the record',
    ],
  ],
  [
    'a record that was cut',
    (files) =>
      files.set('record/leaves.bin', files.get('record/leaves.bin')?.subarray(0, 20 * 32) ?? Buffer.alloc(0)),
    ['checkpoint of 2026-03-10T12:00:00.000Z: The record was cut: it had 36 entries then.'],
  ],
  [
    'the time stamp of another checkpoint',
    (files, base) => {
      const [first, second] = base.draft.timestamps
      files.set(
        'timestamps.json',
        Buffer.from(JSON.stringify({ timestamps: [{ signature: first?.signature, token: second?.token }] })),
      )
    },
    ['time stamp of the checkpoint of 2026-03-06T12:00:00.000Z: It is of something else.'],
  ],
  [
    'a time stamp of nothing in the archive',
    edit('timestamps.json', /"signature":"./, otherEnd),
    ['It is of no checkpoint of the archive.'],
  ],
  [
    'a time stamp whose signature was changed',
    (files, base) => {
      const [first] = base.draft.timestamps
      const token = spoilt(
        Buffer.from(first?.token ?? '', 'base64'),
        Buffer.from(first?.token ?? '', 'base64').length - 9,
      )
      files.set(
        'timestamps.json',
        Buffer.from(JSON.stringify({ timestamps: [{ ...first, token: token.toString('base64') }] })),
      )
    },
    ['time stamp of the checkpoint of 2026-03-06T12:00:00.000Z: Its signature is wrong.'],
  ],
  [
    'a time stamp that is none',
    (files, base) => {
      const [first] = base.draft.timestamps
      files.set(
        'timestamps.json',
        Buffer.from(JSON.stringify({ timestamps: [{ ...first, token: 'bm9uZQ==' }] })),
      )
    },
    ['time stamp of the checkpoint of 2026-03-06T12:00:00.000Z: It'],
  ],
  ['no time stamps', remove('timestamps.json'), ['timestamps.json: It is missing.']],
]

/** What whoever has the key changes before it is signed. */
export const BEFORE_SIGNING: readonly Change<[Sample]>[] = [
  [
    'a list of fewer rows than are counted',
    ({ draft }) => {
      draft.misstate = ({ counts }) => {
        counts.questions = 3
      }
    },
    ['manifest.json: It counts other questions than its lists.'],
  ],
  [
    'a list under the name of another one',
    ({ draft }) => {
      draft.misstate = ({ lists }) => {
        for (const list of lists) if (list.kind === 'history') list.number = 2
      }
    },
    ['data/history-0001.js: It is another list than the manifest names.'],
  ],
  [
    'a manifest signed by another key',
    (sample) => {
      sample.key = newKey()
    },
    ['signature.json: The key'],
  ],
  [
    'a checkpoint of another record',
    ({ draft }) => {
      const all = checkpoints(draft)
      const [first] = all
      if (first) first.signature = all[1]?.signature ?? ''
    },
    ['checkpoint of 2026-03-06T12:00:00.000Z: It was not signed by the key'],
  ],
  [
    'a checkpoint of a key that is not there',
    ({ draft }) => void draft.lists.keys?.shift(),
    ['checkpoint of 2026-03-06T12:00:00.000Z: The key'],
  ],
  [
    'a checkpoint of a time in which its key was not in use',
    ({ draft, key, leaves }) => {
      draft.lists.checkpoints = [checkpointOf(key, draft.organisation.id, leaves, '2026-03-05T12:00:00.000Z')]
      draft.timestamps = []
    },
    ['checkpoint of 2026-03-05T12:00:00.000Z: The key', 'was not in use then.'],
  ],
  [
    'another organisation',
    ({ draft }) => {
      draft.organisation = { ...draft.organisation, id: idOf(9) }
    },
    [
      'checkpoint of 2026-03-06T12:00:00.000Z: It was not signed by the key',
      'checkpoint of 2026-03-10T12:00:00.000Z: It was not signed',
    ],
  ],
  [
    'leaves in another order',
    ({ draft, leaves }) => {
      const [first, second, ...rest] = leaves
      draft.contents.set('record/leaves.bin', {
        kind: 'RECORD',
        bytes: Buffer.concat([second, first, ...rest].flatMap((leaf) => leaf ?? [])),
      })
    },
    [
      'checkpoint of 2026-03-06T12:00:00.000Z: The record is not what it was then.',
      'entry 0 of the record',
      'entry 1 of the record',
    ],
  ],
  [
    'a leaf more than the last checkpoint has',
    ({ draft, leaves }) => {
      draft.contents.set('record/leaves.bin', {
        kind: 'RECORD',
        bytes: Buffer.concat([...leaves, leafOf('more')]),
      })
    },
    ['record/leaves.bin: It is not as long as the last checkpoint says.'],
  ],
  [
    'no record',
    ({ draft }) => void draft.contents.delete('record/leaves.bin'),
    ['record/leaves.bin: It is missing.'],
  ],
  [
    'an entry of the record that says something else',
    ({ draft }) => {
      rowOf(draft, 'entries', 7).entry = '{}'
    },
    ['entry 7 of the record: It is not the one that was recorded.'],
  ],
  [
    'a content that was recorded as another one',
    ({ draft }) => {
      const bytes = Buffer.from('Approval, forged')
      draft.contents.set(PDF, { kind: 'ORIGINAL', bytes })
      const versions = rowOf(draft, 'documents', 1).versions as Record<string, unknown>[]
      Object.assign(versions[1] ?? {}, {
        size: bytes.length,
        sha256: '0d9e3a0bbc3c9eb8ad9c9ee2a0c6a0d4a1cbdf7d4c6a3bf3be65f06dfbbdd0f4',
      })
    },
    ['Zoning approval.pdf: Version 2 of Zoning approval.pdf was recorded with another SHA-256.'],
  ],
  [
    'a version of another content than its file',
    ({ draft }) => {
      draft.contents.set(PDF, { kind: 'ORIGINAL', bytes: Buffer.from('forged') })
    },
    [`${PDF}: Version 2 of Zoning approval.pdf has another SHA-256.`],
  ],
  [
    'a document whose file is in no list',
    ({ draft }) => void draft.contents.delete(DELETED),
    [`${DELETED}: Version 1 of Old lease.pdf names it, but no list of files.`],
  ],
  [
    'a version without a file, of which nothing says why',
    ({ draft }) => {
      const versions = rowOf(draft, 'documents', 0).versions as Record<string, unknown>[]
      delete versions[0]?.file
    },
    ['Data room rules.pdf: Version 1 of Data room rules.pdf has no file, and nothing says why.'],
  ],
  [
    'a page without its file',
    ({ draft }) => void draft.contents.delete('pages/Overview.pdf'),
    ['pages/Overview.pdf: The page Overview names it, but no list of files.'],
  ],
  [
    'a certificate without its file',
    ({ draft }) => void draft.contents.delete('certificates/Lenders.pdf'),
    ['certificates/Lenders.pdf: The certificate of'],
  ],
]
