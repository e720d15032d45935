import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useReducer, useState } from 'react'
import { UNSHARED } from '../../graphql/client.ts'
import { errorCode, errorText } from '../../graphql/errors.ts'
import type { ReadingError } from '../../graphql/useReading.ts'
import { type Item, type ItemPatch, Items } from './matrix.ts'
import { ChecklistItemsDocument } from './operations.generated.ts'

/** Cells that are read at a time: half a megabyte, for which the server takes some 20 ms. */
const AT_A_TIME = 3000
/** Projects that one reading may name. */
const MAX_PROJECTS = 200
/** Cells that are kept: those of projects that were read first and are not in sight give way. */
const MAX_KEPT = 100_000
const NOTHING: Viewport = { near: [], prefetched: [] }

/** Projects by their ids. */
export interface Viewport {
  /** In sight and next to it, the most urgent ones first: they are read now. */
  readonly near: readonly string[]
  /** Around those: read along with them, so that not every step asks. */
  readonly prefetched: readonly string[]
}

/** The cells of a checklist that have been read. */
export interface Cells {
  readonly items: Items
  /** Goes up with each change of an item, and with each that is read. */
  readonly version: number
  readonly error: ReadingError | undefined
  /** Projects that one reading takes, by the rows of the matrix. */
  readonly perReading: number
  /** Whose cells are wanted from now on. */
  readonly setViewport: (viewport: Viewport) => void
  /** Resolves once the cells of a project are there, or can't be read. */
  readonly whenRead: (projectId: string) => Promise<void>
  /** The project of an item that may not have been read yet; null where the checklist has no such item. */
  readonly projectOf: (itemId: string) => Promise<string | null>
  /** Changes what is shown of an item. @returns what it was; null for one that has not been read */
  readonly patch: (id: string, patch: ItemPatch) => Item | null
  /** Calls back when status or assignee of an item has changed that has not been read. @returns what ends that */
  readonly onUnreadChange: (listener: () => void) => () => void
  /** Cells of these projects stay, also out of sight. */
  readonly keep: (projectIds: readonly string[]) => void
  /** Reads what is in sight again; all else when it comes in sight. */
  readonly refresh: () => void
}

/**
 * Reads the cells of a checklist project by project, as they come in sight: a matrix may have hundreds of thousands. They
 * stay out of Apollo's cache, which would file each by itself.
 */
export function useCells(checklistId: string, rows: number): Cells {
  const client = useApolloClient()
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  const [reader] = useState(() => new CellReader(client, checklistId, changed))
  useEffect(() => () => reader.end(), [reader])
  reader.perReading = Math.min(MAX_PROJECTS, Math.max(1, Math.floor(AT_A_TIME / Math.max(1, rows))))
  return {
    items: reader.items,
    version,
    error: reader.error,
    perReading: reader.perReading,
    setViewport: reader.setViewport,
    whenRead: reader.whenRead,
    projectOf: reader.projectOf,
    patch: reader.patch,
    onUnreadChange: reader.onUnreadChange,
    keep: reader.keep,
    refresh: reader.refresh,
  }
}

/** One reading after the other, of what is wanted most by then. */
class CellReader {
  readonly items = new Items()
  error: ReadingError | undefined
  perReading = 1
  readonly #client: ApolloClient
  readonly #checklistId: string
  readonly #changed: () => void
  #viewport: Viewport = NOTHING
  #kept: ReadonlySet<string> = new Set()
  /** Read since the last refresh; what was read before shows until it is read again. */
  #fresh = new Set<string>()
  /** Changes that came while an answer is on its way, which may not know of them. */
  readonly #meanwhile = new Map<string, ItemPatch>()
  readonly #unreadListeners = new Set<() => void>()
  #isReading = false
  #refreshes = 0
  #waiting: { projectId: string; done: () => void }[] = []

  constructor(client: ApolloClient, checklistId: string, changed: () => void) {
    this.#client = client
    this.#checklistId = checklistId
    this.#changed = changed
  }

  setViewport = (viewport: Viewport): void => {
    this.#viewport = viewport
    void this.#read()
  }

  whenRead = (projectId: string): Promise<void> => {
    if (this.items.has(projectId)) return Promise.resolve()
    return new Promise((done) => {
      this.#waiting.push({ projectId, done })
      void this.#read()
    })
  }

  projectOf = async (itemId: string): Promise<string | null> => {
    const items = await this.#ask({ ids: [itemId] })
    return items[0]?.projectId ?? null
  }

  patch = (id: string, patch: ItemPatch): Item | null => {
    if (this.#isReading) this.#meanwhile.set(id, { ...this.#meanwhile.get(id), ...patch })
    const before = this.items.patch(id, patch)
    if (before) this.#changed()
    else if (patch.status !== undefined || patch.userId !== undefined) {
      for (const listener of this.#unreadListeners) listener()
    }
    return before
  }

  onUnreadChange = (listener: () => void): (() => void) => {
    this.#unreadListeners.add(listener)
    return () => this.#unreadListeners.delete(listener)
  }

  keep = (projectIds: readonly string[]): void => {
    this.#kept = new Set(projectIds)
  }

  refresh = (): void => {
    this.#refreshes += 1
    this.#fresh = new Set()
    void this.#read()
  }

  end(): void {
    this.#viewport = NOTHING
  }

  /** What the next reading is for. */
  #next(): string[] {
    const { near, prefetched } = this.#viewport
    const urgent = [...this.#waiting.map(({ projectId }) => projectId), ...near]
    if (urgent.every((id) => this.#fresh.has(id))) return []
    const unread = [...urgent, ...prefetched].filter((id) => !this.#fresh.has(id))
    return [...new Set(unread)].slice(0, this.perReading)
  }

  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      for (;;) {
        const next = this.#next()
        if (next.length === 0) return
        const refreshes = this.#refreshes
        const items = await this.#ask({ projectIds: next })
        // What was asked before a refresh may lack what it is for.
        if (refreshes !== this.#refreshes) continue
        this.items.put(next, items)
        for (const id of next) this.#fresh.add(id)
        for (const [id, values] of this.#meanwhile) this.items.patch(id, values)
        this.#meanwhile.clear()
        this.#dropOldest()
        this.error = undefined
        this.#tell((projectId) => this.items.has(projectId))
      }
    } catch (error) {
      this.error = {
        code: errorCode(error),
        message: errorText(error),
        onRetry: () => void this.#read(),
      }
      this.#tell(() => true)
    } finally {
      this.#isReading = false
      this.#meanwhile.clear()
    }
  }

  async #ask(part: { projectIds?: string[]; ids?: string[] }): Promise<readonly Item[]> {
    const { data } = await this.#client.query({
      query: ChecklistItemsDocument,
      variables: { checklistId: this.#checklistId, ...part },
      fetchPolicy: 'no-cache',
      context: UNSHARED,
    })
    return data?.checklist?.items ?? []
  }

  #tell(isDone: (projectId: string) => boolean): void {
    const [done, waiting] = [true, false].map((is) =>
      this.#waiting.filter(({ projectId }) => isDone(projectId) === is),
    )
    this.#waiting = waiting ?? []
    for (const each of done ?? []) each.done()
    this.#changed()
  }

  #dropOldest(): void {
    const wanted = new Set([...this.#viewport.near, ...this.#viewport.prefetched])
    for (const projectId of this.items.projectIds) {
      if (this.items.size <= MAX_KEPT) return
      if (wanted.has(projectId) || this.#kept.has(projectId)) continue
      this.items.drop(projectId)
      this.#fresh.delete(projectId)
    }
  }
}
