import { badInput } from '../access/errors.ts'

/** The most rows that one page has, and how many it has where no limit is given (API-008). */
const MAX_PAGE = 200

/** Arguments of a field that pages. */
export interface PartArgs {
  limit?: number | null | undefined
  offset?: number | null | undefined
}

/** The page that a field's arguments ask for. @throws BAD_USER_INPUT for a limit below 1 or a negative offset */
export function pageOf(args: PartArgs): {
  limit: number
  offset: number
} {
  const limit = args.limit ?? MAX_PAGE
  const offset = args.offset ?? 0
  if (limit < 1) throw badInput('limit must be at least 1.')
  if (offset < 0) throw badInput('offset must not be negative.')
  return { limit: Math.min(limit, MAX_PAGE), offset }
}

/** The part of a list that is given whole where neither limit nor offset is given; null for all. @throws as pageOf */
export const optionalPage = (args: PartArgs): { limit: number; offset: number } | null =>
  args.limit == null && args.offset == null ? null : pageOf(args)

/** That part of a list that is read whole, since it is short or worked out. @throws as pageOf */
export function slicePage<Item>(items: readonly Item[], args: PartArgs): Item[] {
  const part = optionalPage(args)
  return part ? items.slice(part.offset, part.offset + part.limit) : [...items]
}

/** How a list is sorted: by one of its names. */
export interface Ordering {
  by: string
  descending: boolean
}

/** The ordering that a field's argument asks for: a name, with a minus before it for descending. @throws BAD_USER_INPUT */
export function orderingOf(ordering: string, names: readonly string[]): Ordering {
  const by = ordering.replace(/^-/, '')
  if (names.includes(by)) return { by, descending: ordering.startsWith('-') }
  throw badInput(`ordering must be one of ${names.join(', ')}, with a minus before it for descending.`)
}

/** The first so many rows that a field's argument asks for. @throws as pageOf */
export const limitOf = (limit: number): number => pageOf({ limit }).limit

/** Characters from which a search takes effect. */
const SEARCH_MIN = 3

/**
 * What a field's argument searches for; null for a text so short that it is taken as none.
 * @param min characters from which it takes effect
 */
export function searchOf(search: string | null | undefined, min = SEARCH_MIN): string | null {
  const text = search?.normalize('NFC').trim() ?? ''
  return [...text].length < min ? null : text
}
