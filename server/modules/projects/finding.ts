import { sql } from 'kysely'
import type { Term } from '../../../shared/finding/search.ts'
import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import {
  type FoundPart,
  foundAmong,
  MAX_CANDIDATES,
  mayHold,
  NOTHING_FOUND,
} from '../../platform/finding/index.ts'
import type { Funds } from '../funds/index.ts'
import { matching } from './core/store.ts'
import { opensProjects, seesAllProjects, seesProjectsOf } from './policy.ts'

interface Row {
  id: string
  name: string
  city: string | null
  state: string | null
}

/** Projects of an organisation that the actor sees, by name, city and state (FIND-14, PROJ-29). */
export async function findProjects(
  { db, funds }: { db: Connection; funds: Funds },
  actor: Actor,
  { organisationId, orgSlug, terms }: { organisationId: string; orgSlug: string; terms: readonly Term[] },
  page: { limit: number; offset: number },
): Promise<FoundPart> {
  if (!opensProjects(actor, organisationId)) return NOTHING_FOUND
  const all = seesAllProjects(actor, organisationId)
  const open = all ? [] : await funds.portfolios(actor, { organisationId })
  const scope = {
    organisationId,
    all,
    portfolioIds: open.filter((each) => seesProjectsOf(actor, each)).map(({ id }) => id),
  }
  const words = sql<string>`concat_ws(' ', project.name, project.city, project.state)`
  const { rows } = await sql<Row>`
    select project.id, project.name, project.city, project.state
    ${matching(scope, { search: null, portfolioIds: null, isOwned: null })} and ${mayHold(words, terms)}
    order by project.name collate name_order, project.id limit ${MAX_CANDIDATES}`.execute(db)
  return foundAmong(
    rows.map(({ id, name, city, state }) => {
      const where = [city, state].filter(Boolean).join(', ')
      return { id, title: name, place: where, path: `/${orgSlug}/projects/${id}`, text: '', facts: where }
    }),
    terms,
    page,
  )
}
