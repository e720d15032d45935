import type { Connection } from '../../../platform/database/database.ts'
import type { OpenTree } from '../core/trees.ts'
import { entriesAfter, firstEntries, type IndexEntry } from './exportsStore.ts'

/** An entry with its path in names from the root. */
export interface IndexLine {
  entry: IndexEntry
  path: string
}

/** Folders whose entries are read in one query, and how many of each; a larger one is read on in pages. */
const AHEAD = { folders: 32, entries: 100 }
const PAGE = 1000
/** Lines that are passed on together. */
const PORTION = 500

/** A folder on the way from the top to where the walk is. */
interface Level {
  path: string
  entries: readonly IndexEntry[]
  next: number
  /** Whether the folder may have more entries than those. */
  more: boolean
}

/**
 * Everything below a folder that the actor may see, each folder before what is in it and all in the order of lists.
 * Holds one page for each level of folders, so that the size of the tree doesn't matter; `current` gives the tree as
 * the actor may read it at the moment.
 */
export async function* walk(
  db: Connection,
  current: () => Promise<OpenTree>,
  top: { id: string; path: string },
): AsyncGenerator<IndexLine[]> {
  /** Entries of folders that come soon, by folder. */
  const ready = new Map<string, IndexEntry[]>()

  const enter = async (id: string, path: string, coming: readonly IndexEntry[]): Promise<Level> => {
    if (!ready.has(id)) {
      const soon = coming.filter((entry) => entry.isFolder).slice(0, AHEAD.folders - 1)
      const ids = [id, ...soon.map((entry) => entry.id)]
      const found = await firstEntries(db, await current(), ids, AHEAD.entries)
      for (const folder of ids) ready.set(folder, found.get(folder) ?? [])
    }
    const entries = ready.get(id) ?? []
    ready.delete(id)
    return { path, entries, next: 0, more: entries.length === AHEAD.entries }
  }

  const step = async (level: Level): Promise<IndexEntry | undefined> => {
    const last = level.entries.at(-1)
    if (level.next === level.entries.length && level.more && last) {
      level.entries = await entriesAfter(db, await current(), last, PAGE)
      level.next = 0
      level.more = level.entries.length === PAGE
    }
    const entry = level.entries[level.next]
    level.next += 1
    return entry
  }

  const levels = [await enter(top.id, top.path, [])]
  let portion: IndexLine[] = []
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const entry = await step(level)
    if (!entry) {
      levels.pop()
      continue
    }
    const path = level.path === '' ? entry.name : `${level.path}/${entry.name}`
    portion.push({ entry, path })
    if (entry.isFolder) levels.push(await enter(entry.id, path, level.entries.slice(level.next)))
    if (portion.length >= PORTION) {
      yield portion
      portion = []
    }
  }
  yield portion
}
