import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react'
import { commentsSocket } from '../../addresses.ts'
import { useLiveTopic } from '../../graphql/useLiveTopic.ts'
import { useViewer } from '../../graphql/viewer.ts'
import type { ThreadEntry } from '../../ui/index.ts'
import type { ItemPatch } from './matrix.ts'
import type { OpenChecklist } from './useChecklist.ts'

/** What the server sends (transport.md 6). */
interface LiveMessage {
  readonly comments?: Readonly<Record<string, readonly SentComment[]>>
  readonly items?: readonly ({ readonly id: string } & ItemPatch)[]
  readonly error?: { readonly message: string }
}

interface SentComment {
  readonly id: string
  readonly user: { readonly fullname: string; readonly avatar: string | null }
  readonly comment: string
  readonly timestamp: string
}

/** A comment that was sent and is not confirmed yet. */
interface Pending {
  readonly text: string
  readonly itemIds: readonly string[]
  readonly end: (problem: string | null) => void
}

/** Milliseconds that a sent comment waits for its confirmation. */
const CONFIRMED_WITHIN_MS = 10_000
const UNSENT = 'There is no connection. What you typed is kept; please send it once the connection is back.'
const UNCONFIRMED = 'The comment was not confirmed. What you typed is kept; please send it again.'
export const NO_ACCESS = 'You no longer have access to this checklist.'

export interface Comments {
  /** Comments of an item, oldest first. */
  readonly of: (itemId: string) => readonly ThreadEntry[]
  readonly state: ReturnType<typeof useLiveTopic>['state']
  /** Why it is refused, as a sentence; null where it is not. */
  readonly refusal: string | null
  /** Resolves with null once it is stored, else with the sentence why it is not. */
  readonly send: (text: string, itemIds: readonly string[]) => Promise<string | null>
}

const NONE: readonly ThreadEntry[] = []
const inOrder = (one: ThreadEntry, other: ThreadEntry): number =>
  String(one.at).localeCompare(String(other.at)) || Number(one.id) - Number(other.id)

/**
 * Comments of a checklist as they come, and the items as others change them (CHK-23, CHK-25). They are merged by their
 * ids, so that one that comes twice shows once.
 */
export function useComments(
  portfolioId: string,
  checklistId: string | null,
  open: RefObject<OpenChecklist | null>,
): Comments {
  const { fullName } = useViewer()
  const [, changed] = useReducer((count: number) => count + 1, 0)
  const byItem = useRef(new Map<string, Map<string, ThreadEntry>>())
  const sorted = useRef(new Map<string, readonly ThreadEntry[]>())
  const pending = useRef<Pending>(null)

  const addComments = (comments: NonNullable<LiveMessage['comments']>) => {
    for (const [itemId, all] of Object.entries(comments)) {
      const known = byItem.current.get(itemId) ?? new Map<string, ThreadEntry>()
      byItem.current.set(itemId, known)
      for (const { id, user, comment, timestamp } of all) {
        if (!known.has(id) && pending.current) confirm(pending.current, { itemId, user, comment })
        known.set(id, { id, author: user.fullname, picture: user.avatar, at: timestamp, text: comment })
      }
      sorted.current.delete(itemId)
    }
    changed()
  }
  const confirm = (
    { text, itemIds, end }: Pending,
    { itemId, user, comment }: { itemId: string; user: SentComment['user']; comment: string },
  ) => {
    if (user.fullname === fullName && comment === text && itemIds.includes(itemId)) end(null)
  }
  const { state, code, send } = useLiveTopic(
    checklistId === null ? null : commentsSocket(portfolioId, checklistId),
    {
      onMessage: (message) => {
        const { comments, items, error } = message as LiveMessage
        if (comments) addComments(comments)
        for (const { id, ...values } of items ?? []) {
          open.current?.patch(id, values)
          const { userId } = values
          if (userId && !open.current?.users.has(userId)) open.current?.meet([userId])
        }
        if (error) pending.current?.end(error.message)
      },
      onSignedOut: async () => open.current?.reload(),
      onReconnected: () => {
        open.current?.reload().catch(() => {})
      },
    },
  )
  const refusal = state !== 'refused' ? null : code === 4403 ? NO_ACCESS : 'Checklist not found.'
  useEffect(() => {
    if (refusal !== null) pending.current?.end(refusal)
  }, [refusal])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another checklist has other comments
  useEffect(() => {
    byItem.current.clear()
    sorted.current.clear()
  }, [checklistId])

  const sendComment = useCallback(
    (text: string, itemIds: readonly string[]): Promise<string | null> => {
      if (!send({ comment: text, checklistItemIds: itemIds })) return Promise.resolve(refusal ?? UNSENT)
      return new Promise((resolve) => {
        const timer = setTimeout(() => end(UNCONFIRMED), CONFIRMED_WITHIN_MS)
        const end = (problem: string | null) => {
          clearTimeout(timer)
          pending.current = null
          resolve(problem)
        }
        pending.current = { text, itemIds, end }
      })
    },
    [send, refusal],
  )
  return {
    state,
    refusal,
    send: sendComment,
    of: (itemId) => {
      const known = sorted.current.get(itemId)
      if (known) return known
      const all = byItem.current.get(itemId)
      const list = all ? [...all.values()].sort(inOrder) : NONE
      sorted.current.set(itemId, list)
      return list
    },
  }
}
