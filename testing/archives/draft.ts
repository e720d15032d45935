import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** An archive before it is signed (docs/archive.md), which a test may change. */
export interface Draft {
  viewpoint: { kind: 'EVERYTHING' } | { kind: 'GROUP'; group: string }
  organisation: { id: string; name: string }
  room: { id: string; name: string; slug: string }
  madeAt: string
  parts: readonly { number: number; name: string }[]
  /** Rows of each kind of list but `files`. */
  lists: Record<string, object[]>
  /** Files besides the lists, by their paths. */
  contents: Map<string, { kind: string; bytes: Buffer; document?: string; version?: string }>
  timestamps: { signature: string; token: string }[]
  /** Makes the manifest say something else of its lists than is so. */
  misstate?: (manifest: { lists: { kind: string; number: number }[]; counts: Record<string, number> }) => void
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
export const sha256Of = (bytes: Buffer): string => sha256(bytes).toString('hex')
export const leafOf = (entry: string): Buffer => sha256(Buffer.from([0]), Buffer.from(entry))

/** The root of a tree, as RFC 6962, 2.1 defines it. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves
  if (leaves.length === 1 && only) return only
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256(Buffer.from([1]), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

/** A key as an installation signs with. */
export interface Key {
  id: string
  publicKey: string
  privateKey: KeyObject
}

export function newKey(): Key {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(12)
  return { id: sha256Of(bytes).slice(0, 32), publicKey: bytes.toString('base64'), privateKey }
}

export const signedBy = ({ privateKey }: Key, text: string): string =>
  sign(null, Buffer.from(text), privateKey).toString('base64')

/** A checkpoint of the first leaves of an organisation's record. */
export function checkpointOf(key: Key, organisation: string, leaves: readonly Buffer[], at: string) {
  const root = rootOf(leaves).toString('hex')
  const text = `helioroom checkpoint 1\norganisation ${organisation}\nroot ${root}\ntime ${at}\nkey ${key.id}\n`
  return { treeSize: leaves.length, root, at, keyId: key.id, signature: signedBy(key, text) }
}

/** JSON whose members are in the order of their names. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, each]) => each !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`
}

const callOf = (list: object): Buffer =>
  Buffer.from(`helioroom(${canonical(list).replaceAll('<', '\\u003c')});\n`)

const KINDS = [
  ...[
    'files',
    'folders',
    'documents',
    'access',
    'trees',
    'groups',
    'logs',
    'questions',
    'checklist',
    'pages',
  ],
  ...['certificates', 'history', 'entries', 'checkpoints', 'keys'],
]
/** Rows of one list, few so that kinds have several. */
const ROWS = 20

/** The files of an archive by their paths, in the order of its parts. */
export function archiveOf(draft: Draft, key: Key): Map<string, Buffer> {
  const { viewpoint, organisation, room, madeAt, parts, contents } = draft
  const files = [...contents].map(([path, { kind, bytes, document, version }]) => ({
    ...{ path, size: bytes.length, sha256: sha256Of(bytes), part: 1, kind, document, version },
  }))
  const made = new Map([...contents].map(([path, { bytes }]) => [path, bytes]))
  const archive = sha256Of(Buffer.from(room.id)).slice(0, 32)
  for (const [at, { number }] of parts.entries()) {
    const own = { archive, format: 'helioroom archive part 1', number, previous: parts[at - 1]?.name }
    made.set(`parts/part-${String(number).padStart(3, '0')}.json`, Buffer.from(canonical(own)))
  }
  const rows: Record<string, readonly object[]> = { files, ...draft.lists }
  const lists = KINDS.flatMap((kind) => {
    const all = rows[kind] ?? []
    return Array.from({ length: Math.ceil(all.length / ROWS) }, (_, at) => {
      const number = at + 1
      const path = `data/${kind}-${String(number).padStart(4, '0')}.js`
      const own = all.slice(at * ROWS, number * ROWS)
      const bytes = callOf({ kind, number, rows: own })
      made.set(path, bytes)
      return { kind, number, path, rows: own.length, sha256: sha256Of(bytes), size: bytes.length }
    })
  })
  const counts: Record<string, number> = Object.fromEntries(
    KINDS.flatMap((kind) => {
      const count = rows[kind]?.length ?? 0
      return count > 0 ? [[kind, count]] : []
    }),
  )
  draft.misstate?.({ lists, counts })
  const manifest = canonical({
    ...{ format: 'helioroom archive 1', archive, product: 'Helioroom 0.1.0', organisation, room, viewpoint },
    ...{ withVersions: true, encrypted: false, parts, lists, counts },
  })
  const digest = sha256Of(Buffer.from(manifest))
  const text = `helioroom archive 1\narchive ${archive}\nmanifest ${digest}\ntime ${madeAt}\nkey ${key.id}\n`
  const signature = canonical({
    ...{ format: 'helioroom archive signature 1', archive, manifest: digest, madeAt, keyId: key.id },
    ...{ publicKey: key.publicKey, signature: signedBy(key, text) },
  })
  made.set('manifest.json', Buffer.from(manifest))
  made.set('data/manifest-0001.js', callOf({ kind: 'manifest', text: manifest }))
  made.set('signature.json', Buffer.from(signature))
  made.set('timestamps.json', Buffer.from(canonical({ timestamps: draft.timestamps })))
  made.set('data/signature-0001.js', callOf({ kind: 'signature', text: signature }))
  return made
}
