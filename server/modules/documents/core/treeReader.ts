import { type RawBuilder, sql } from 'kysely'

/** What is known of a person in a tree, where it was read along with the tree: a page of a folder needs no statement for it. */
export interface TreeReader {
  /** Ids of the documents that they have marked for themselves (INDEX-08); null for none. */
  favourites: readonly string[] | null
  /** The visit that they are in (NEW-01); null where none was noted within a minute, which begins or continues one. */
  visit: NotedVisit | null
}

/** A visit as its row says it. */
export interface NotedVisit {
  /** ISO 8601. */
  since: string | null
  readFolders: Readonly<Record<string, string>>
  formerPrincipals: readonly string[] | null
  /** Whether permissions were changed in the tree since. */
  isChanged: boolean
}

/** SQL: whether the row `visit` needs no writing: it is written once a minute. */
export const isNoted = sql<boolean>`visit.last_at > now() - interval '1 minute'`

/** SQL: whether permissions were changed in the tree of the row `visit` since it began. */
export const isChangedSince = sql<boolean>`
  exists (select from former_list former where former.tree_id = visit.tree_id and former.at > visit.since)`

/** SQL: a TreeReader of the tree `t`. */
export const readerOf = (personId: string): RawBuilder<TreeReader> => sql<TreeReader>`
  json_build_object(
    'favourites', (
      select json_agg(document_id) from document_favourite favourite
      where favourite.person_id = ${personId} and favourite.tree_id = t.id),
    'visit', (
      select json_build_object('since', visit.since, 'readFolders', visit.read_folders,
        'formerPrincipals', visit.former_principals, 'isChanged', ${isChangedSince})
      from tree_visit visit where visit.person_id = ${personId} and visit.tree_id = t.id and ${isNoted}))`
