import type { ThreadEntry } from '../../ui/index.ts'

/** A comment as the server sends it (transport.md 6). */
export interface SentComment {
  readonly id: string
  readonly user: {
    readonly fullname: string
    readonly avatar: string | null
    readonly company: string | null
  }
  readonly comment: string
  readonly timestamp: string
  /** 'EVERYBODY', 'DEAL_TEAM', or the id of a party (CHK-47). */
  readonly audience: string
  readonly isRemoved: boolean
  readonly canChange: boolean
  readonly canRemove: boolean
  /** Of the person's own: what it was sent with. */
  readonly ref?: string
}

/** A comment in a thread; one of several items stands there once. */
export interface Entry extends ThreadEntry {
  readonly itemIds: readonly string[]
  readonly audience: string
}

/** A comment to be sent. */
export interface NewComment {
  readonly text: string
  readonly itemIds: readonly string[]
  /** Undefined of who names none: it is for their party and the deal team. */
  readonly audience: string | undefined
}

/** A comment that was sent and is not confirmed. */
interface Pending extends NewComment {
  /** Ends the wait; without anybody who waits it does nothing. */
  end: (problem: string | null) => void
}

/** Milliseconds that the sender waits for the confirmation. */
const CONFIRMED_WITHIN_MS = 10_000
/** Comments of one message are stored within so many milliseconds. */
const ONE_MESSAGE_MS = 1000
const UNCONFIRMED = 'The comment was not confirmed. What you typed is kept; please send it again.'
/** Milliseconds for which a comment can be changed (CHK-48). */
const CHANGEABLE_MS = 15 * 60_000
const NONE: readonly Entry[] = []

const inOrder = (one: Entry, other: Entry): number =>
  String(one.at).localeCompare(String(other.at)) || Number(one.id) - Number(other.id)

/**
 * The comments of a checklist as they come, merged by their ids, so that one that comes twice shows once; and those that
 * were sent, each with a reference of its own, by which its confirmation is known, also after a reconnect.
 */
export class CommentLog {
  readonly #byItem = new Map<string, Map<string, Entry>>()
  readonly #threads = new Map<string, readonly Entry[]>()
  readonly #pending = new Map<string, Pending>()
  readonly #listeners = new Set<() => void>()
  readonly #onStored: (itemIds: readonly string[], text: string) => void

  /** @param onStored of each comment that was sent, also after its sender was told that it was not confirmed */
  constructor(onStored: (itemIds: readonly string[], text: string) => void) {
    this.#onStored = onStored
  }

  /** Comments of the items together, oldest first. */
  of(itemIds: readonly string[]): readonly Entry[] {
    const key = itemIds.join()
    const known = this.#threads.get(key)
    if (known) return known
    const all = itemIds.flatMap((id) => [...(this.#byItem.get(id)?.values() ?? NONE)]).sort(inOrder)
    const thread = itemIds.length > 1 ? together(all) : all
    this.#threads.set(key, thread)
    return thread
  }

  add(comments: Readonly<Record<string, readonly SentComment[]>>): void {
    for (const [itemId, all] of Object.entries(comments)) {
      const known = this.#byItem.get(itemId) ?? new Map<string, Entry>()
      this.#byItem.set(itemId, known)
      for (const sent of all) {
        known.set(sent.id, entryOf(itemId, sent))
        const { ref } = sent
        if (ref !== undefined) this.#settle(ref, null)
      }
    }
    this.#changed()
  }

  /**
   * @param post false where there is no connection
   * @returns null once it is stored, else the sentence why it is not; undefined where nothing was sent
   */
  send(comment: NewComment, post: (message: object) => boolean): Promise<string | null> | undefined {
    const { text, itemIds, audience } = comment
    // What was not confirmed is stored once, however often it is sent.
    const again = [...this.#pending].find(([, sent]) => isSame(sent, comment))
    const ref = again?.[0] ?? crypto.randomUUID()
    if (!post({ comment: text, checklistItemIds: itemIds, ref, audience })) return undefined
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(UNCONFIRMED), CONFIRMED_WITHIN_MS)
      const end = (problem: string | null) => {
        clearTimeout(timer)
        resolve(problem)
      }
      this.#pending.set(ref, { ...comment, end })
    })
  }

  /** Another part of the comments is the person's from now on: all that were theirs before go. */
  forget(): void {
    this.#byItem.clear()
    this.#changed()
  }

  /** @param ref of the message; without one it was the first of those that wait */
  refuse(problem: string, ref: string | undefined): void {
    const refused = ref ?? [...this.#pending.keys()][0]
    if (refused !== undefined) this.#settle(refused, problem)
  }

  refuseAll(problem: string): void {
    for (const ref of [...this.#pending.keys()]) this.#settle(ref, problem)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #settle(ref: string, problem: string | null): void {
    const sent = this.#pending.get(ref)
    if (!sent) return
    this.#pending.delete(ref)
    if (problem === null) this.#onStored(sent.itemIds, sent.text)
    sent.end(problem)
  }

  #changed(): void {
    this.#threads.clear()
    for (const listener of this.#listeners) listener()
  }
}

const isSame = (one: NewComment, other: NewComment): boolean =>
  one.text === other.text && one.audience === other.audience && one.itemIds.join() === other.itemIds.join()

const entryOf = (itemId: string, sent: SentComment): Entry => ({
  id: sent.id,
  itemIds: [itemId],
  author: sent.user.fullname,
  picture: sent.user.avatar,
  detail: sent.user.company ?? undefined,
  at: sent.timestamp,
  text: sent.comment,
  audience: sent.audience,
  removed: sent.isRemoved,
  mayRemove: sent.canRemove,
  changeableUntil: sent.canChange ? Date.parse(sent.timestamp) + CHANGEABLE_MS : undefined,
})

/** One entry for what one message said of several items. */
function together(all: readonly Entry[]): readonly Entry[] {
  const entries: Entry[] = []
  for (const entry of all) {
    const at = entries.findLastIndex(
      (other) =>
        other.author === entry.author &&
        other.text === entry.text &&
        other.audience === entry.audience &&
        other.removed === entry.removed &&
        Date.parse(String(entry.at)) - Date.parse(String(other.at)) <= ONE_MESSAGE_MS,
    )
    const same = entries[at]
    // Each of them is changed and removed by itself, in its own cell.
    if (same) {
      entries[at] = {
        ...same,
        itemIds: [...same.itemIds, ...entry.itemIds],
        mayRemove: false,
        changeableUntil: undefined,
      }
    }
    if (!same) entries.push(entry)
  }
  return entries
}
