import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { normaliseName, REFUSED_NAMES } from '../../shared/documentNames.ts'
import type { UploadEntry } from '../../web/features/documents/uploads/plan.ts'

/** A folder or file on this machine's disk. */
export interface RealEntry {
  readonly kind: 'file' | 'folder'
  /** Names from the given folder down, as the product keeps them. */
  readonly path: readonly string[]
  readonly absolute: string
  /** Bytes; 0 for a folder. */
  readonly size: number
}

/** Everything below those parts of a folder, parents before children; parts that are missing are passed over. */
export async function readEntries(dir: string, parts: readonly string[]): Promise<RealEntry[]> {
  const found: RealEntry[] = []
  const walk = async (absolute: string, names: readonly string[]): Promise<void> => {
    const facts = await stat(absolute)
    if (facts.isFile()) found.push({ kind: 'file', path: names, absolute, size: facts.size })
    if (!facts.isDirectory()) return
    found.push({ kind: 'folder', path: names, absolute, size: 0 })
    for (const name of (await readdir(absolute)).sort()) {
      // The engine passes over these too (UPL-19).
      if (REFUSED_NAMES.includes(name)) continue
      const kept = normaliseName(name)
      await walk(path.join(absolute, name), [...names, kept.ok ? kept.name : name])
    }
  }
  const there = new Set(await readdir(dir))
  for (const part of parts) if (there.has(part)) await walk(path.join(dir, part), [part])
  return found
}

/** What the page would read from a drop of these. */
export const asDropped = (entries: readonly RealEntry[]): Promise<UploadEntry[]> =>
  Promise.all(
    entries.map(async ({ kind, path: names, absolute }): Promise<UploadEntry> => {
      if (kind === 'folder') return { kind, path: names }
      // Read from the disk while it is sent, as a browser does.
      return { kind, path: names, file: new File([await openAsBlob(absolute)], names.at(-1) ?? '') }
    }),
  )

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part)
  return hash.digest('hex')
}
