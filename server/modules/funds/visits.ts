import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import { companyById } from './companies.ts'
import { portfolioById } from './store.ts'

/** Visits that are stored per person and kind (PORT-01). */
const KEPT_VISITS = 5

const OF_PORTFOLIOS = { visits: sql.table('portfolio_visit'), entity: sql.ref('portfolio_id') }
const OF_COMPANIES = { visits: sql.table('holding_company_visit'), entity: sql.ref('holding_company_id') }

/** Records the visit, or updates its time, and deletes those beyond the newest ones. */
async function keepVisit(
  db: Database,
  { visits, entity }: typeof OF_PORTFOLIOS,
  personId: string,
  entityId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into ${visits} (person_id, ${entity}, visited_at) values (${personId}, ${entityId}, clock_timestamp())
      on conflict (person_id, ${entity}) do update set visited_at = excluded.visited_at`.execute(tx)
    await sql`
      delete from ${visits} where person_id = ${personId} and ${entity} not in (
        select ${entity} from ${visits} where person_id = ${personId}
        order by visited_at desc limit ${KEPT_VISITS})`.execute(tx)
  })
}

/**
 * Puts the portfolio first on the actor's recently visited list; a repeated visit moves it there (PORT-02).
 * @throws NOT_FOUND where the actor may not open it
 */
export async function recordVisit(db: Database, actor: Actor, portfolioId: string): Promise<void> {
  if (!(await portfolioById(db, actor, portfolioId))) throw notFound('Portfolio')
  await keepVisit(db, OF_PORTFOLIOS, actor.personId, portfolioId)
}

/**
 * Puts the holding company first on the actor's recently visited list (HOLD-01).
 * @throws NOT_FOUND where the actor may not open it
 */
export async function recordCompanyVisit(db: Database, actor: Actor, companyId: string): Promise<void> {
  if (!(await companyById(db, actor, companyId))) throw notFound('Holding company')
  await keepVisit(db, OF_COMPANIES, actor.personId, companyId)
}
