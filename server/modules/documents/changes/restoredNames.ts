import { MAX_NAME_BYTES } from '../../../../shared/documentNames.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { childByName, childrenByName, nameKey, placeKey } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'

const encoder = new TextEncoder()

/** "PPA.pdf" as "PPA (restored).pdf", from the second on "PPA (restored 2).pdf"; a long name is cut (BIN-03). */
export function restoredName(name: string, isFolder: boolean, attempt: number): string {
  const dot = isFolder ? -1 : name.lastIndexOf('.')
  const ending = dot > 0 ? name.slice(dot) : ''
  const mark = `${attempt === 1 ? ' (restored)' : ` (restored ${attempt})`}${ending}`
  const room = MAX_NAME_BYTES - encoder.encode(mark).length
  let stem = [...(dot > 0 ? name.slice(0, dot) : name)]
  while (encoder.encode(stem.join('')).length > room) stem = stem.slice(0, -1)
  return `${stem.join('').trimEnd()}${mark}`
}

interface Wanted {
  folderId: string
  name: string
  isFolder: boolean
}

/** Names for what comes into folders, in the order asked: their own, or as restoredName where those are taken. */
export async function freeNames(
  db: Connection,
  tree: OpenTree,
  wanted: readonly Wanted[],
): Promise<string[]> {
  const there = await childrenByName(
    db,
    tree,
    wanted.map(({ folderId, name }) => ({ parentId: folderId, key: nameKey(name) })),
  )
  const taken = new Set(there.keys())
  const names: string[] = []
  for (const { folderId, name, isFolder } of wanted) {
    let free = name
    for (let attempt = 1; taken.has(placeKey(folderId, nameKey(free))); attempt += 1) {
      free = restoredName(name, isFolder, attempt)
      if (await childByName(db, tree, folderId, nameKey(free))) taken.add(placeKey(folderId, nameKey(free)))
    }
    taken.add(placeKey(folderId, nameKey(free)))
    names.push(free)
  }
  return names
}
