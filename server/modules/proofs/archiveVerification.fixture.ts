// What verifies an archive without the product.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { type Entries, rowsOf } from './archives.fixture.ts'

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
export const json = <Value = Record<string, unknown>>(entries: Entries, name: string): Value =>
  JSON.parse(entries.get(name)?.toString() ?? 'null') as Value

/** All that docs/archive.md says of how an archive is verified, but for time stamps. */
export function problemsOf(entries: Entries): string[] {
  const problems: string[] = []
  const manifest = json<{
    archive: string
    lists: { path: string; sha256: string; size: number }[]
    organisation: { id: string }
  }>(entries, 'manifest.json')
  const signed = json<Record<string, string>>(entries, 'signature.json')
  const keyOf = (base64: string) =>
    createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(base64, 'base64')]),
      format: 'der',
      type: 'spki',
    })
  const text = `helioroom archive 1\narchive ${manifest.archive}\nmanifest ${sha256(entries.get('manifest.json') ?? '')}\ntime ${signed.madeAt}\nkey ${signed.keyId}\n`
  if (
    !verify(
      null,
      Buffer.from(text),
      keyOf(signed.publicKey ?? ''),
      Buffer.from(signed.signature ?? '', 'base64'),
    )
  )
    problems.push('signature')
  const known = new Set([
    'manifest.json',
    'signature.json',
    'timestamps.json',
    'data/manifest-0001.js',
    'data/signature-0001.js',
    ...[...entries.keys()].filter((name) => /^parts\/part-\d{3}\.json$/.test(name)),
  ])
  for (const { path, sha256: hash, size } of [
    ...manifest.lists,
    ...rowsOf<{ path: string; sha256: string; size: number }>(entries, 'files'),
  ]) {
    known.add(path)
    const bytes = entries.get(path)
    if (!bytes || bytes.length !== size || sha256(bytes) !== hash) problems.push(path)
  }
  for (const name of entries.keys()) if (!known.has(name)) problems.push(`${name} is unknown`)
  const keys = new Map(
    rowsOf<{ id: string; publicKey: string }>(entries, 'keys').map(({ id, publicKey }) => [id, publicKey]),
  )
  for (const { root, at, keyId, signature } of rowsOf<Record<string, string>>(entries, 'checkpoints')) {
    const of = `helioroom checkpoint 1\norganisation ${manifest.organisation.id}\nroot ${root}\ntime ${at}\nkey ${keyId}\n`
    if (
      !verify(
        null,
        Buffer.from(of),
        keyOf(keys.get(keyId ?? '') ?? ''),
        Buffer.from(signature ?? '', 'base64'),
      )
    )
      problems.push(`checkpoint of ${at}`)
  }
  return problems
}

export const rootOf = (leaves: Buffer[]): Buffer => {
  if (leaves.length === 1) return leaves[0] ?? Buffer.alloc(0)
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return createHash('sha256')
    .update(Buffer.from([1]))
    .update(rootOf(leaves.slice(0, split)))
    .update(rootOf(leaves.slice(split)))
    .digest()
}
