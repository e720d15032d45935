import { notFound } from '../../access/errors.ts'
import type { SocketLink, SocketMessage, SocketTopic } from '../../contracts/sockets.ts'
import type { Database } from '../../platform/database/database.ts'
import { personsByIds } from '../accounts/index.ts'
import { topicOf } from '../activity/index.ts'
import type { Files } from '../files/index.ts'
import { seesEntity } from '../funds/index.ts'
import { type CommentRow, commentsAfter, commentsOfMessages } from './commentStore.ts'
import { commentIn } from './comments.ts'
import type { Checklists } from './index.ts'
import { placeOf, shownChecklist } from './opening.ts'
import { type ItemRow, itemsChangedIn } from './store.ts'

/** Comments of one message (transport.md 6). */
const PER_MESSAGE = 500

export interface SocketSources {
  db: Database
  checklists: Checklists
  files: Files
}

/** Comments and changes of a checklist as they happen (CHK-23, CHK-24). */
export const commentsSocket = ({ db, checklists, files }: SocketSources): SocketLink => ({
  url: '/ws/comments/:portfolioId/:checklistId/',
  open: async (actor, asked) => {
    const checklist = await checklists.checklist(actor, asked.part('checklistId'))
    if (checklist.portfolioId !== asked.part('portfolioId')) throw notFound('Checklist')
    return topicFor({ db, checklists, files }, checklist.id)
  },
})

function topicFor({ db, checklists, files }: SocketSources, checklistId: string): SocketTopic {
  const commentsMessage = (comments: readonly CommentRow[]) => messageOf(db, files, comments)
  return {
    topic: topicOf({ kind: 'checklist', id: checklistId }),
    opening: async function* () {
      let last = '0'
      for (;;) {
        const page = await commentsAfter(db, checklistId, last, PER_MESSAGE)
        if (page.length > 0 || last === '0') yield await commentsMessage(page)
        if (page.length < PER_MESSAGE) return
        last = page.at(-1)?.id ?? last
      }
    },
    messagesOf: async ({ activityIds }) => {
      const [comments, items] = await Promise.all([
        commentsOfMessages(db, checklistId, activityIds),
        itemsChangedIn(db, checklistId, activityIds),
      ])
      const messages: SocketMessage[] = []
      for (let from = 0; from < comments.length; from += PER_MESSAGE) {
        messages.push(await commentsMessage(comments.slice(from, from + PER_MESSAGE)))
      }
      if (items.length > 0) messages.push({ items: items.map(itemMessage) })
      return messages
    },
    audience: async () => {
      const checklist = await shownChecklist(db, checklistId)
      return (now) => checklist !== null && seesEntity(now, placeOf(checklist), checklist.portfolioStatus)
    },
    receive: async (actor, text) => {
      await checklists.comment(actor, { checklistId, ...commentIn(text) })
    },
  }
}

const itemMessage = ({ id, status, userId, link, commentCount }: ItemRow) => ({
  id,
  status,
  userId,
  link,
  commentCount,
})

/** Comments by item, each list oldest first. Addresses of pictures are made for who gets them. */
async function messageOf(
  db: Database,
  files: Files,
  comments: readonly CommentRow[],
): Promise<SocketMessage> {
  const ids = [...new Set(comments.map(({ personId }) => personId))]
  const people = new Map(
    (await personsByIds(db, ids)).flatMap((person) => (person ? [[person.id, person] as const] : [])),
  )
  const messageFor = (readerId: string | null) => ({
    comments: Object.fromEntries(
      [...Map.groupBy(comments, ({ itemId }) => itemId)].map(([itemId, all]) => [
        itemId,
        all.map(({ id, personId, comment, createdAt }) => {
          const person = people.get(personId)
          const avatarId = person?.avatarId ?? null
          return {
            id,
            user: {
              fullname: person ? `${person.firstName} ${person.lastName}` : '',
              avatar: avatarId === null || readerId === null ? null : files.address(readerId, avatarId),
            },
            comment,
            timestamp: createdAt.toISOString(),
            checklistitem_id: itemId,
          }
        }),
      ]),
    ),
  })
  const hasPictures = [...people.values()].some(({ avatarId }) => avatarId !== null)
  return hasPictures ? messageFor : messageFor(null)
}
