import type { Term } from '../../../../shared/finding/search.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { FoundPart } from '../../../platform/finding/index.ts'
import type { DocumentNode } from '../core/nodes.ts'
import {
  type ContentSearchInput,
  type ContentSearchResult,
  searchContents,
  uploadersOf,
} from './contentSearch.ts'
import { type EmptySearch, emptySearches, recordEmptySearch } from './emptySearches.ts'
import { searchOrganisation } from './organisationSearch.ts'
import { type Reading, readingsOf, waitingTexts } from './texts.ts'

interface Page {
  limit: number
  offset: number
}

/** What documents say: the search in it, and how far each is read for it. */
export interface DocumentTexts {
  /** @throws as searchContents */
  search(actor: Actor, input: ContentSearchInput, page: Page): Promise<ContentSearchResult>
  /** Ids of who uploaded what was found, for who sees the history. */
  uploaders(found: Pick<ContentSearchResult, 'tree' | 'ids'>): Promise<string[]>
  /** Of all rooms of an organisation that the actor is in, as far as they see them (FIND-14). */
  searchOrganisation(
    actor: Actor,
    asked: { organisationId: string; terms: readonly Term[] },
    page: Page,
  ): Promise<FoundPart>
  /** @throws as emptySearches */
  emptySearches(actor: Actor, treeId: string, page: Page): Promise<{ count: number; items: EmptySearch[] }>
  /** Of all organisations, for whoever runs the product. */
  waiting(): Promise<{ count: number; since: Date | null }>
  /** For a loader, in the order of the nodes. */
  readings(nodes: readonly DocumentNode[]): Promise<Reading[]>
}

const isUnfiltered = ({ treeId: _tree, text: _text, ...filters }: ContentSearchInput): boolean =>
  Object.values(filters).every((filter) => filter == null || filter === false)

export const createTexts = (db: Database): DocumentTexts => ({
  search: async (actor, input, page) => {
    const result = await searchContents(db, actor, input, page)
    // Of a narrowed search nothing says that the room has nothing; whoever looks as somebody else has not searched.
    if (result.count === 0 && isUnfiltered(input) && actor.viewing === null) {
      await recordEmptySearch(db, result.tree, input.text)
    }
    return result
  },
  uploaders: (found) => uploadersOf(db, found),
  searchOrganisation: (actor, asked, page) => searchOrganisation(db, actor, asked, page),
  emptySearches: (actor, treeId, page) => emptySearches(db, actor, treeId, page),
  waiting: () => waitingTexts(db),
  readings: (nodes) => readingsOf(db, nodes),
})
