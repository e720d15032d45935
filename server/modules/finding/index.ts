import { parseSearch, type Term } from '../../../shared/finding/search.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, notFound } from '../../access/errors.ts'
import type { Found, FoundPart } from '../../platform/finding/index.ts'
import type { Checklists } from '../checklists/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Organisations } from '../organisations/index.ts'
import type { Overview } from '../overview/index.ts'
import type { Projects } from '../projects/index.ts'
import type { Questions } from '../questions/index.ts'

/** In the order of their lists. */
export const FOUND_KINDS = ['DOCUMENT', 'QUESTION', 'PROJECT', 'CHECKLIST_ITEM', 'PAGE'] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

export interface FoundRow extends Found {
  kind: FoundKind
}

interface Page {
  limit: number
  offset: number
}

/** One search over all rooms of an organisation (FIND-14). */
export interface Finding {
  /**
   * What of these kinds holds the words, kind after kind.
   * @throws NOT_FOUND for an organisation that the actor is not in, BAD_USER_INPUT for what can't be searched (FIND-08)
   */
  search(
    actor: Actor,
    query: { orgSlug: string; text: string; kinds: readonly FoundKind[] | null },
    page: Page,
  ): Promise<FoundRow[]>
}

export interface FindingDeps {
  organisations: Organisations
  documents: Pick<Documents, 'texts'>
  questions: Pick<Questions, 'find'>
  projects: Pick<Projects, 'find'>
  checklists: Pick<Checklists, 'find'>
  overview: Pick<Overview, 'find'>
}

interface SearchQuery {
  organisationId: string
  orgSlug: string
  terms: readonly Term[]
}

export function createFinding(deps: FindingDeps): Finding {
  /** Each asks its own module, which says what its kind of record takes to be seen. */
  const finders: Readonly<
    Record<FoundKind, (actor: Actor, query: SearchQuery, page: Page) => Promise<FoundPart>>
  > = {
    DOCUMENT: (...args) => deps.documents.texts.searchOrganisation(...args),
    QUESTION: (...args) => deps.questions.find(...args),
    PROJECT: (...args) => deps.projects.find(...args),
    CHECKLIST_ITEM: (...args) => deps.checklists.find(...args),
    PAGE: (...args) => deps.overview.find(...args),
  }
  return {
    search: async (actor, { orgSlug, text, kinds }, { limit, offset }) => {
      const organisation = await deps.organisations.bySlug(actor, orgSlug)
      if (!organisation) throw notFound('Organisation')
      const parsed = parseSearch(text)
      if ('refused' in parsed) throw badInput(parsed.refused)
      const query = { organisationId: organisation.id, orgSlug: organisation.slug, terms: parsed.terms }
      const found: FoundRow[] = []
      let before = 0
      for (const kind of FOUND_KINDS.filter((each) => kinds === null || kinds.includes(each))) {
        if (found.length >= limit) break
        const { count, items } = await finders[kind](actor, query, {
          limit: limit - found.length,
          offset: Math.max(0, offset - before),
        })
        found.push(...items.map((item) => ({ ...item, kind })))
        before += count
      }
      return found
    },
  }
}
