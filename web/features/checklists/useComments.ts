import { type RefObject, useCallback, useEffect, useState } from 'react'
import { commentsSocket } from '../../addresses.ts'
import { useLiveTopic } from '../../graphql/useLiveTopic.ts'
import { CommentLog, type NewComment, type SentComment } from './commentLog.ts'
import type { Drafts } from './drafts.ts'
import type { ItemPatch } from './matrix.ts'
import type { OpenChecklist } from './useChecklist.ts'

/** What the server sends (transport.md 6). */
interface LiveMessage {
  readonly comments?: Readonly<Record<string, readonly SentComment[]>>
  readonly items?: readonly ({ readonly id: string } & ItemPatch)[]
  readonly error?: { readonly message: string }
  /** Of the message that the error is about. */
  readonly ref?: string
  /** What came before is not the person's any more: they are of another party by now. */
  readonly reset?: boolean
}

const UNSENT = 'There is no connection. What you typed is kept; please send it once the connection is back.'
const NO_ACCESS = 'You no longer have access to this checklist.'

export interface Comments {
  readonly log: CommentLog
  readonly state: ReturnType<typeof useLiveTopic>['state']
  /** Why it is refused, as a sentence; null where it is not. */
  readonly refusal: string | null
  /** Resolves with null once it is stored, else with the sentence why it is not. */
  readonly send: (comment: NewComment) => Promise<string | null>
}

export interface CommentsOptions {
  portfolioId: string
  checklistId: string
  drafts: Drafts
  /** What follows the changes of items. */
  open: RefObject<OpenChecklist | null>
}

/** Comments of a checklist as they come, and the items as others change them (CHK-23, CHK-25). */
export function useComments({ portfolioId, checklistId, drafts, open }: CommentsOptions): Comments {
  const [log] = useState(() => new CommentLog(drafts.stored))
  const { state, code, send } = useLiveTopic(commentsSocket(portfolioId, checklistId), {
    onMessage: (message) => {
      const { comments, items, error, ref, reset } = message as LiveMessage
      if (reset) {
        log.forget()
        open.current?.reload().catch(() => {})
      }
      if (comments) log.add(comments)
      for (const { id, ...values } of items ?? []) {
        open.current?.patch(id, values)
        const { userId } = values
        if (userId && !open.current?.users.has(userId)) open.current?.loadUsers([userId])
      }
      if (error) log.refuse(error.message, ref)
    },
    onSignedOut: async () => open.current?.reload(),
    onReconnected: () => void open.current?.reload().catch(() => {}),
  })
  const refusal = state !== 'refused' ? null : code === 4403 ? NO_ACCESS : 'Checklist not found.'
  useEffect(() => {
    if (refusal !== null) log.refuseAll(refusal)
  }, [log, refusal])
  const sendComment = useCallback(
    async (comment: NewComment) => {
      const sent = await log.send(comment, send)
      return sent === undefined ? (refusal ?? UNSENT) : sent
    },
    [log, send, refusal],
  )
  return { log, state, refusal, send: sendComment }
}
