import type { Lists } from './lists.ts'
import { createSha256, sha256OfFile } from './sha256.ts'

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

interface Content {
  size: number
  sha256: string
}

/** What each file of the archive must be, by its path; null for what may lie there and is not verified here. */
export type Expected = ReadonlyMap<string, Content | null>

function contentOf(text: string): Content {
  const bytes = new TextEncoder().encode(text)
  const hash = createSha256()
  hash.update(bytes)
  return { size: bytes.length, sha256: hash.digest() }
}

/** A file as the page loads it from disk (docs/archive.md). */
const callOf = (kind: string, text: string): string => {
  const json = JSON.stringify(text).replaceAll('<', '\\u003c')
  const line = json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  return `helioroom({"kind":"${kind}","text":${line}});\n`
}

/** Carries its own proof, which verify.mjs looks at. */
const TIMESTAMPS = 'timestamps.json'

/** @param onProgress called with how many of the lists are read */
export async function expectedOf(
  lists: Lists,
  onProgress: (read: number, of: number) => void,
): Promise<Expected> {
  const { manifest, signature, texts } = lists
  const expected = new Map<string, Content | null>([
    ['manifest.json', { ...contentOf(texts.manifest), sha256: signature.manifest }],
    ['signature.json', contentOf(texts.signature)],
    ['data/manifest-0001.js', contentOf(callOf('manifest', texts.manifest))],
    ['data/signature-0001.js', contentOf(callOf('signature', texts.signature))],
    [TIMESTAMPS, null],
  ])
  for (const [at, { number, name }] of manifest.parts.entries()) {
    const [{ archive }, previous] = [manifest, manifest.parts[at - 1]?.name]
    const own = JSON.stringify({ archive, format: 'helioroom archive part 1', number, previous })
    expected.set(`parts/part-${String(number).padStart(3, '0')}.json`, contentOf(own))
    // The parts may lie beside.
    expected.set(name, null)
  }
  for (const list of manifest.lists) expected.set(list.path, list)
  for (const file of await lists.all('files', onProgress)) expected.set(file.path, file)
  return expected
}

/** How many folders of a path are above the archive; null for a path that is none of the archive's. */
function depthOf(path: string, expected: Expected): number | null {
  const names = path.split('/')
  for (let depth = 0; depth < names.length; depth += 1) {
    const within = names.slice(depth).join('/')
    if (expected.has(within)) return depth
  }
  return null
}

/** What lies at the top of an archive. A document may be called as one of these, and one may be missing. */
const AT_TOP = ['manifest.json', 'signature.json', TIMESTAMPS, 'verify.mjs', 'index.html']
const MIN_AT_TOP = 2

/** How many folders are above the whole archive; null where not all of it was chosen. */
function topOf(chosen: readonly Chosen[]): number | null {
  const tops = chosen.flatMap(({ path }) => {
    const folders = path.split('/')
    return AT_TOP.includes(folders.pop() ?? '') ? [folders.join('/')] : []
  })
  const depths = [...Map.groupBy(tops, (top) => top)]
    .filter(([, those]) => those.length >= MIN_AT_TOP)
    .map(([top]) => (top === '' ? 0 : top.split('/').length))
  return depths.length > 0 ? Math.min(...depths) : null
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
  const top = topOf(chosen)
  const verifyOne = async ({ path: given, file }: Chosen): Promise<Finding | null> => {
    // Some systems hold names in another form.
    const path = given.normalize('NFC')
    // Within the folder of the archive a path is what it is; a part of it is looked for by what its path ends with.
    const depth = top ?? (path.includes('/') ? depthOf(path, expected) : null)
    const within = path
      .split('/')
      .slice(depth ?? 0)
      .join('/')
    const known = depth === null ? undefined : expected.get(within)
    if (known === null) {
      add(file.size)
      names.add(within)
      return null
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
  for (const each of chosen) {
    const finding = await verifyOne(each)
    if (finding) findings.push(finding)
  }
  if (top !== null) {
    for (const [path, content] of expected) {
      const isNeeded = content !== null || path === TIMESTAMPS
      if (isNeeded && !names.has(path)) findings.push({ path, outcome: 'MISSING' })
    }
  }
  return findings
}
