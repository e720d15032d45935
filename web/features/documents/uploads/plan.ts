import { normaliseName, REFUSED_NAMES } from '../../../../shared/documentNames.ts'
import { reasons } from './reasons.ts'
import type { Place, UploadOrigin, UploadTask } from './tasks.ts'

/** What was dropped or chosen; `path` holds the names from the dropped thing down to the entry itself. */
export type UploadEntry =
  | { readonly kind: 'folder'; readonly path: readonly string[] }
  | { readonly kind: 'file'; readonly path: readonly string[]; readonly file: File }
  | { readonly kind: 'unreadable'; readonly path: readonly string[]; readonly reason: string }

/** Where an upload goes. */
export interface UploadTarget {
  readonly treeId: string
  readonly treeName: string
  /** A folder of the tree, or its root. */
  readonly parentId: string
  readonly parentName: string
  /** Folders from the root down to the parent's parent. */
  readonly parentPath: readonly { readonly id: string; readonly name: string }[]
  /** What documents are permitted to, where the person sees permissions. */
  readonly audience?: 'groups' | 'roles' | undefined
  /** Seen by who edits alone, until it is published (STAGE-03). */
  readonly staged?: boolean | undefined
}

/**
 * What two spellings of a path share when the server takes them for one: case is ignored there and names are
 * NFC. Upper case first, so that letters with a longer upper form (ß) meet it.
 */
export const foldPath = (path: string): string => path.normalize('NFC').toUpperCase().toLowerCase()

/** The folder that a folder item stands for. */
export function folderOf(task: UploadTask): Place | undefined {
  return task.origin.places.get(foldPath(task.path))
}

/**
 * Turns what was dropped into items: folders sorted by path, so that a parent comes before its children
 * (UPL-05), then files in the order found. Folders that only a file's path tells of are added, two spellings
 * of one folder become one, system leftovers are passed over (UPL-19), and what can never succeed is failed
 * immediately with its reason (UPL-41).
 * @param maxBytes largest file that the deployment takes
 * @param nextId gives the items their ids
 */
export function planTasks(
  target: UploadTarget,
  entries: readonly UploadEntry[],
  maxBytes: number,
  nextId: () => number,
): UploadTask[] {
  const root: Place = {
    id: target.parentId,
    name: target.parentName,
    ancestors: target.parentPath,
    path: '',
    barred: false,
  }
  const places = new Map<string, Place>([['', root]])
  const origin: UploadOrigin = {
    treeId: target.treeId,
    treeName: target.treeName,
    parentId: target.parentId,
    audience: target.audience,
    staged: target.staged,
    places,
  }
  const byGivenPath = new Map<string, Place>()
  const folders: UploadTask[] = []
  const files: UploadTask[] = []

  /** The item that an entry of this name in this folder becomes. */
  const task = (kind: UploadTask['kind'], given: string, parent: Place): UploadTask => {
    const check = normaliseName(given)
    const name = check.ok ? check.name : given
    return {
      id: nextId(),
      kind,
      name,
      path: parent.path === '' ? name : `${parent.path}/${name}`,
      treeName: target.treeName,
      destination: parent,
      file: null,
      size: 0,
      status: check.ok ? 'waiting' : 'failed',
      progress: 0,
      document: null,
      url: null,
      version: null,
      addressedAt: null,
      begun: false,
      fingerprint: null,
      paused: false,
      reason: check.ok ? null : check.reason,
      retryable: check.ok,
      origin,
    }
  }

  /** The place of a folder, made with its item, and those above it, when first met. */
  const placeAt = (path: readonly string[]): Place => {
    const given = path.at(-1)
    if (given === undefined) return root
    const key = path.join('\0')
    const met = byGivenPath.get(key)
    if (met) return met
    const parent = placeAt(path.slice(0, -1))
    const item = task('folder', given, parent)
    const place: Place = places.get(foldPath(item.path)) ?? {
      id: null,
      name: item.name,
      ancestors: [...parent.ancestors, parent],
      path: item.path,
      barred: parent.barred || !item.retryable,
    }
    byGivenPath.set(key, place)
    if (!places.has(foldPath(item.path))) {
      places.set(foldPath(item.path), place)
      folders.push(item)
    }
    return place
  }

  for (const entry of entries) {
    if (entry.kind === 'folder') {
      placeAt(entry.path)
      continue
    }
    const given = entry.path.at(-1) ?? ''
    const parent = placeAt(entry.path.slice(0, -1))
    if (REFUSED_NAMES.includes(given)) continue
    const item = task('file', given, parent)
    if (entry.kind === 'unreadable') {
      files.push({ ...item, status: 'failed', reason: entry.reason, retryable: false })
    } else if (item.retryable && entry.file.size > maxBytes) {
      const reason = reasons.overLimit(maxBytes)
      const { file } = entry
      files.push({ ...item, file, size: file.size, status: 'failed', reason, retryable: false })
    } else {
      files.push({ ...item, file: entry.file, size: entry.file.size })
    }
  }
  folders.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  return [...folders, ...files]
}
