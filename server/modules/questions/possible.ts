import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Funds } from '../funds/index.ts'
import type { Projects } from '../projects/index.ts'
import { choicesOf, type LogRow } from './logStore.ts'
import type { LinkKind } from './subjectStore.ts'

/** Ids of the portfolios of a log's entity, as far as the actor may open them. */
export const portfoliosOfLog = async (
  funds: Funds,
  actor: Actor,
  { place }: Pick<LogRow, 'place'>,
): Promise<string[]> =>
  place.kind === 'portfolio'
    ? [place.portfolioId]
    : (await funds.portfoliosOfCompany(actor, place.holdingCompanyId)).map((each) => each.id)

/** Ids of what a question of a log may be about, as far as the actor sees it. */
export type Possible = (actor: Actor, mine: LogRow, kind: LinkKind) => Promise<string[]>

export const possibleFor =
  (db: Database, funds: Funds, projects: Projects): Possible =>
  async (actor, mine, kind) => {
    if (kind === 'category' || kind === 'topic') {
      return (await choicesOf(db, kind, mine.id)).map((each) => each.id)
    }
    const within = await portfoliosOfLog(funds, actor, mine)
    if (kind === 'project') return projects.idsIn(actor, within)
    // Only a holding company has portfolios (QA-32).
    return mine.place.kind === 'portfolio' ? [] : within
  }

/** What a question is about, as errors and the activity name it. */
export const NOUNS: Readonly<Record<LinkKind, string>> = {
  category: 'Category',
  topic: 'Topic',
  project: 'Project',
  portfolio: 'Portfolio',
}

/** @throws NOT_FOUND for what a question of the log can't be about, as far as the actor sees */
export async function requirePossible(
  { possible }: { possible: Possible },
  actor: Actor,
  mine: LogRow,
  kind: LinkKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const all = new Set(await possible(actor, mine, kind))
  if (ids.some((id) => !all.has(id))) throw notFound(NOUNS[kind])
}
