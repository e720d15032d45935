import { fullName } from '../../../shared/personName.ts'
import type { Actor } from '../../access/actor.ts'
import type { SocketMessage } from '../../contracts/sockets.ts'
import type { Database } from '../../platform/database/database.ts'
import { companiesByIds, type PersonRow, personsByIds } from '../accounts/index.ts'
import type { Files } from '../files/index.ts'
import { type CommentCount, type CommentRow, commentCounts, commentsOfMessages } from './commentStore.ts'
import type { Room } from './opening.ts'
import {
  audienceFor,
  isOwnComment,
  mayChangeComment,
  mayRemoveComment,
  seesComment,
  textFor,
} from './policy.ts'
import { type ItemRow, itemsById, itemsChangedIn } from './store.ts'

export interface CommentSources {
  db: Database
  files: Files
}

/** Who wrote comments, with their companies. */
export async function writersOf(
  db: Database,
  comments: readonly CommentRow[],
): Promise<ReadonlyMap<string, PersonRow & { company: string | null }>> {
  const people = (await personsByIds(db, [...new Set(comments.map(({ personId }) => personId))])).flatMap(
    (person) => person ?? [],
  )
  const ids = [...new Set(people.flatMap(({ companyId }) => companyId ?? []))]
  const companies = await companiesByIds(db, ids)
  const names = new Map(companies.flatMap((company) => (company ? [[company.id, company.name]] : [])))
  return new Map(
    people.map((person) => [
      person.id,
      { ...person, company: person.companyId === null ? null : (names.get(person.companyId) ?? null) },
    ]),
  )
}

/** The comments by item, each list oldest first: to each reader those that are for them, null where none is. */
async function commentsFor(
  { db, files }: CommentSources,
  place: Room,
  comments: readonly CommentRow[],
): Promise<(reader: Actor) => Record<string, object[]> | null> {
  const writers = await writersOf(db, comments)
  const shownTo = (reader: Actor, row: CommentRow) => {
    const comment = { ...row, place }
    const writer = writers.get(row.personId)
    const avatarId = writer?.avatarId ?? null
    return {
      id: row.id,
      user: {
        fullname: writer ? fullName(writer) : '',
        avatar: avatarId === null ? null : files.address(reader.personId, avatarId),
        company: writer?.company ?? null,
      },
      comment: textFor(reader, comment),
      timestamp: row.createdAt.toISOString(),
      checklistitem_id: row.itemId,
      audience: audienceFor(reader, comment),
      isRemoved: row.removedAt !== null,
      canChange: mayChangeComment(reader, comment, Date.now()),
      canRemove: mayRemoveComment(reader, comment),
      ...(row.ref !== null && isOwnComment(reader, comment) && { ref: row.ref }),
    }
  }
  return (reader) => {
    const theirs = comments.filter(({ addressees }) => seesComment(reader, { place, addressees }))
    if (theirs.length === 0) return null
    return Object.fromEntries(
      [...Map.groupBy(theirs, ({ itemId }) => itemId)].map(([itemId, all]) => [
        itemId,
        all.map((row) => shownTo(reader, row)),
      ]),
    )
  }
}

/** A message of comments, which says so where there are none. */
export async function commentsMessage(
  sources: CommentSources,
  place: Room,
  comments: readonly CommentRow[],
): Promise<(reader: Actor) => object> {
  const shown = await commentsFor(sources, place, comments)
  return (reader) => ({ comments: shown(reader) ?? {} })
}

/**
 * What entries of activity did to a checklist: comments to those whom they are for, with the number of their items'
 * comments; items that others changed to everybody. Who gets nothing learns of nothing, not even when (CHK-47).
 */
export async function changeMessages(
  sources: CommentSources,
  { checklistId, place }: { checklistId: string; place: Room },
  activityIds: readonly number[],
  perMessage: number,
): Promise<readonly SocketMessage[]> {
  const { db } = sources
  const [comments, changed] = await Promise.all([
    commentsOfMessages(db, checklistId, activityIds),
    itemsChangedIn(db, checklistId, activityIds),
  ])
  const messages: SocketMessage[] = []
  for (let from = 0; from < comments.length; from += perMessage) {
    const shown = await commentsFor(sources, place, comments.slice(from, from + perMessage))
    messages.push((reader: Actor) => {
      const theirs = shown(reader)
      return theirs && { comments: theirs }
    })
  }
  const commentedIds = [...new Set(comments.map(({ itemId }) => itemId))]
  if (changed.length + commentedIds.length === 0) return messages
  const [commented, counts] = await Promise.all([
    itemsById(db, checklistId, commentedIds),
    commentCounts(db, [...commentedIds, ...changed.map(({ id }) => id)]),
  ])
  const countsOf = Map.groupBy(counts, ({ itemId }) => itemId)
  messages.push((reader: Actor) => {
    const theirs = new Set(
      comments
        .filter(({ addressees }) => seesComment(reader, { place, addressees }))
        .map(({ itemId }) => itemId),
    )
    const items = new Map(
      [...changed, ...commented.filter(({ id }) => theirs.has(id))].map((each) => [each.id, each]),
    )
    return items.size === 0
      ? null
      : {
          items: [...items.values()].map((item) => itemFor(reader, place, item, countsOf.get(item.id) ?? [])),
        }
  })
  return messages
}

const itemFor = (
  reader: Actor,
  place: Room,
  { id, status, userId, link }: ItemRow,
  counts: readonly CommentCount[],
) => ({
  id,
  status,
  userId,
  link,
  commentCount: counts
    .filter(({ addressees }) => seesComment(reader, { place, addressees }))
    .reduce((sum, { count }) => sum + count, 0),
})
