import type { Lists } from './lists.ts'
import { sha256OfFile } from './sha256.ts'

/** A file as somebody chose it: with the folders that it lies in, as far as the browser tells of them. */
export interface Chosen {
  path: string
  file: Blob
}

export type Outcome = 'GOOD' | 'CHANGED' | 'MISSING' | 'UNKNOWN'

export interface Finding {
  path: string
  outcome: Outcome
}

/** What each file of the archive must be, by its path; null for those of which the manifest says nothing. */
export type Expected = ReadonlyMap<string, { size: number; sha256: string } | null>

/** @param onProgress called with how many of the lists are read */
export async function expectedOf(
  lists: Lists,
  onProgress: (read: number, of: number) => void,
): Promise<Expected> {
  const size = (text: string) => new TextEncoder().encode(text).length
  const expected = new Map<string, { size: number; sha256: string } | null>([
    ['manifest.json', { size: size(lists.texts.manifest), sha256: lists.signature.manifest }],
    ['signature.json', null],
    ['timestamps.json', null],
    ['data/manifest-0001.js', null],
    ['data/signature-0001.js', null],
  ])
  for (const list of lists.manifest.lists) expected.set(list.path, list)
  for (const file of await lists.all('files', onProgress)) expected.set(file.path, file)
  return expected
}

/** The parts may lie beside, and each has a file of its own that the manifest says nothing of. */
const IS_OF_PART = /^(parts\/part-\d+\.json|[^/]+-archive-\d+\.zip)$/

/** How many folders of a path are above the archive; null for a path that is none of the archive's. */
function depthOf(path: string, expected: Expected): number | null {
  const names = path.split('/')
  for (let depth = 0; depth < names.length; depth += 1) {
    const within = names.slice(depth).join('/')
    if (expected.has(within) || IS_OF_PART.test(within)) return depth
  }
  return null
}

export interface Progress {
  /** Bytes. */
  read: number
  of: number
}

/**
 * Compares files with what the archive says of them. Of the whole folder it also says what is missing and what does not belong
 * there; files that were chosen one by one are known by their content, or else by their name.
 */
export async function verifyFiles(
  chosen: readonly Chosen[],
  expected: Expected,
  onProgress: (progress: Progress) => void,
): Promise<Finding[]> {
  const of = chosen.reduce((sum, { file }) => sum + file.size, 0)
  let read = 0
  const add = (bytes: number) => {
    read += bytes
    onProgress({ read, of })
  }
  const names = new Set<string>()
  const bySha = new Map([...expected].flatMap(([path, file]) => (file ? [[file.sha256, path] as const] : [])))
  const byName = new Map([...expected.keys()].map((path) => [path.split('/').at(-1), path]))
  const top = chosen.find(({ path }) => path.split('/').at(-1) === 'manifest.json')?.path.split('/').length
  const verifyOne = async ({ path: given, file }: Chosen): Promise<Finding> => {
    // Some systems hold names in another form.
    const path = given.normalize('NFC')
    // Within the folder of the archive a path is what it is; a part of it is looked for by what its path ends with.
    const depth = top !== undefined ? top - 1 : path.includes('/') ? depthOf(path, expected) : null
    const within = path
      .split('/')
      .slice(depth ?? 0)
      .join('/')
    const known = depth === null ? undefined : expected.get(within)
    if (known === null || (depth !== null && IS_OF_PART.test(within))) {
      add(file.size)
      names.add(within)
      return { path: within, outcome: 'GOOD' }
    }
    if (known && known.size !== file.size) {
      add(file.size)
      names.add(within)
      return { path: within, outcome: 'CHANGED' }
    }
    const sha256 = await sha256OfFile(file, add)
    if (known) {
      names.add(within)
      return { path: within, outcome: sha256 === known.sha256 ? 'GOOD' : 'CHANGED' }
    }
    if (depth === null) {
      const same = bySha.get(sha256)
      if (same !== undefined) return { path: same, outcome: 'GOOD' }
      const namesake = byName.get(path.split('/').at(-1))
      if (namesake !== undefined) return { path: namesake, outcome: 'CHANGED' }
    }
    return { path: within, outcome: 'UNKNOWN' }
  }
  const findings: Finding[] = []
  for (const each of chosen) findings.push(await verifyOne(each))
  if (top !== undefined) {
    for (const path of expected.keys()) if (!names.has(path)) findings.push({ path, outcome: 'MISSING' })
  }
  return findings
}
