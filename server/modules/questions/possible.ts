import type { Actor } from '../../access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Funds } from '../funds/index.ts'
import type { Projects } from '../projects/index.ts'
import { choicesOf, type LogRow } from './logStore.ts'
import type { LinkKind } from './subjectStore.ts'

/** Ids of what a question of a log may be about, as far as the actor sees it. */
export type Possible = (actor: Actor, mine: LogRow, kind: LinkKind) => Promise<string[]>

export const possibleFor =
  (db: Database, funds: Funds, projects: Projects): Possible =>
  async (actor, { id, place }, kind) => {
    if (kind === 'category' || kind === 'topic') return (await choicesOf(db, kind, id)).map((each) => each.id)
    const within =
      place.kind === 'portfolio'
        ? [place.portfolioId]
        : (await funds.portfoliosOfCompany(actor, place.holdingCompanyId)).map((each) => each.id)
    if (kind === 'project') return projects.idsIn(actor, within)
    // Only a holding company has portfolios (QA-32).
    return place.kind === 'portfolio' ? [] : within
  }
