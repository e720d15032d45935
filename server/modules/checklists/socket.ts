import { notFound } from '../../access/errors.ts'
import { partyOf } from '../../access/parties.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { SocketLink, SocketMessage, SocketTopic } from '../../contracts/sockets.ts'
import { topicOf } from '../activity/index.ts'
import { opensRoom } from '../funds/index.ts'
import { commentsAfter } from './commentStore.ts'
import { commentIn } from './comments.ts'
import type { Checklists } from './index.ts'
import { type CommentSources, changeMessages, commentsMessage } from './messages.ts'
import { type ChecklistRow, shownChecklist } from './opening.ts'
import { maySetItems } from './policy.ts'

/** Comments of one message (transport.md 6). */
const PER_MESSAGE = 500

export interface SocketSources extends CommentSources {
  checklists: Checklists
}

/** Comments and changes of a checklist as they happen (CHK-23, CHK-24), to each person those that are for them (CHK-47). */
export const commentsSocket = (sources: SocketSources): SocketLink => ({
  url: '/ws/comments/:portfolioId/:checklistId/',
  open: async (actor, asked) => {
    const checklist = await sources.checklists.checklist(actor, asked.part('checklistId'))
    if (checklist.portfolioId !== asked.part('portfolioId')) throw notFound('Checklist')
    return topicFor(sources, checklist)
  },
})

function topicFor(sources: SocketSources, opened: ChecklistRow): SocketTopic {
  const { db, checklists } = sources
  const checklistId = opened.id
  const place = scopeOf(opened)
  return {
    topic: topicOf({ kind: 'checklist', id: checklistId }),
    opening: async function* (reader, again) {
      let last = '0'
      for (;;) {
        const page = await commentsAfter(
          db,
          reader,
          { checklistId, place },
          { after: last, limit: PER_MESSAGE },
        )
        if (page.length > 0 || last === '0') {
          const message = await commentsMessage(sources, place, page)
          // What was shown before is not the reader's any more.
          yield again && last === '0' ? { ...message(reader), reset: true } : message
        }
        if (page.length < PER_MESSAGE) return
        last = page.at(-1)?.id ?? last
      }
    },
    partOf: (reader) => {
      const { isDealTeam, groupIds } = partyOf(reader, place)
      return isDealTeam ? `deal team, ${maySetItems(reader, place)}` : groupIds.toSorted().join()
    },
    messagesOf: ({ activityIds }) =>
      changeMessages(sources, { checklistId, place }, activityIds, PER_MESSAGE),
    audience: async () => {
      const checklist = await shownChecklist(db, checklistId)
      return (now) => checklist !== null && opensRoom(now, scopeOf(checklist), checklist.portfolioStatus)
    },
    receive: async (actor, text): Promise<SocketMessage | null> => {
      const { comments, isRepeated } = await checklists.comment(actor, { checklistId, ...commentIn(text) })
      // All others have it; its sender missed that it was stored.
      return isRepeated ? commentsMessage(sources, place, comments) : null
    },
  }
}
