import type { Actor } from '../../access/actor.ts'
import { forbidden, notFound } from '../../access/errors.ts'
import type { EntityPlace } from '../../access/reach.ts'
import { roomScope } from '../../access/scopes.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { defineHook, type Hooks } from '../../platform/hooks.ts'
import { isId } from '../../platform/ids.ts'
import { maySetUpRoom } from './policy.ts'
import { portfolioById } from './store.ts'

/** What a room may lack, in the order in which it is listed. */
const KINDS = [
  'CELL_WITHOUT_DOCUMENT',
  'EMPTY_FOLDER',
  'UNREADABLE',
  'NO_PAGES',
  'DUPLICATE',
  'DRAFT_NAME',
  'EMPTY_GROUP',
  'ADMINS_ONLY',
  'REDACTION_DRAFT',
] as const
export type ReadinessKind = (typeof KINDS)[number]

/** Lines of one kind that are given of one place; how many more there are is said by a last one. */
export const LINES_OF_A_KIND = 20

/** One thing that a room lacks. */
export interface ReadinessFinding {
  kind: ReadinessKind
  /** What it is about, as words. */
  text: string
  /** The page that it leads to. */
  path: string
  /** How many files, cells or groups are meant. */
  count: number
}

/**
 * The lines of a kind that are given, with one that counts those beyond them.
 * @param total lines of the kind; @param rest what they are called, and the page that leads to them
 */
export function withRest(
  lines: readonly ReadinessFinding[],
  total: number,
  { kind, text, path }: Pick<ReadinessFinding, 'kind' | 'path'> & { text: 'more' | 'more rows' },
): readonly ReadinessFinding[] {
  const count = total - lines.length
  return count > 0 ? [...lines, { kind, text: `${count} ${text}`, path, count }] : lines
}

/** Which room is asked about, by an admin of it. */
export interface RoomAsked {
  actor: Actor
  place: Extract<EntityPlace, { kind: 'portfolio' }>
  /** Of the room. */
  slug: string
}

/**
 * What a room lacks before it opens (STAGE-07), by what the actor may see at this moment: for whoever keeps something of
 * rooms. A handler asks a handful of statements and gives at most LINES_OF_A_KIND lines of a kind, with one that counts the
 * rest.
 */
export const roomLacks = defineHook<RoomAsked, readonly ReadinessFinding[], Connection>('roomLacks')

/**
 * What a room lacks before it opens, by kind. It blocks nothing.
 * @throws NOT_FOUND for a portfolio that is not in view, FORBIDDEN without DEALROOM_ADMIN on it
 */
export const createReadiness =
  (db: Database, hooks: Hooks) =>
  async (actor: Actor, portfolioId: string): Promise<ReadinessFinding[]> => {
    const room = isId(portfolioId) ? await portfolioById(db, actor, portfolioId) : null
    if (!room) throw notFound('Portfolio')
    const place = roomScope(room)
    if (!maySetUpRoom(actor, place)) throw forbidden()
    const findings = (await hooks.ask(roomLacks, db, { actor, place, slug: room.slug })).flat()
    return findings.toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind))
  }
