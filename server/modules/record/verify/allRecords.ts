import { sql } from 'kysely'
import { notFound } from '../../../access/errors.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { recordedOrganisations } from '../checkpoints/checkpoints.ts'
import { NO_ORGANISATION } from '../sources.ts'
import { findingLines } from './findings.ts'
import { verifyOrganisation } from './verifying.ts'

export interface VerifiedRecord {
  /** Of the organisation. */
  name: string
  leaves: number
  checkpoints: number
  /** What was found; none where the record is intact. */
  lines: string[]
}

/** Organisations read per query. */
const PAGE = 200

async function nameOf(db: Connection, id: string): Promise<string> {
  if (id === NO_ORGANISATION) return 'Of no organisation'
  const { rows } = await sql<{ name: string }>`select name from organisation where id = ${id}`.execute(db)
  return rows[0]?.name ?? `Removed organisation ${id}`
}

async function* verified(db: Database, id: string): AsyncGenerator<VerifiedRecord> {
  const result = await verifyOrganisation(db, id)
  const { leaves, checkpoints } = result
  yield { name: await nameOf(db, id), leaves, checkpoints, lines: findingLines(result) }
}

/**
 * Verifies the records of all organisations one after the other, or of one of them (CHAIN-04).
 * @param slug of an organisation; undefined for all
 * @throws NOT_FOUND for an unknown one
 */
export async function* verifyRecords(db: Database, slug: string | undefined): AsyncGenerator<VerifiedRecord> {
  if (slug !== undefined) {
    const { rows } = await sql<{ id: string }>`select id from organisation where slug = ${slug}`.execute(db)
    const [found] = rows
    if (!found) throw notFound('Organisation')
    yield* verified(db, found.id)
    return
  }
  let after: string | null = null
  for (;;) {
    const page: { id: string }[] = await recordedOrganisations(db, after, PAGE)
    for (const { id } of page) yield* verified(db, id)
    if (page.length < PAGE) return
    after = page.at(-1)?.id ?? null
  }
}
