import { randomInt } from 'node:crypto'
import type { InsertResult } from 'kysely'
import { fittingSlug, numberedSlug } from '../../../shared/slugs.ts'
import type { Tx } from '../../platform/database/database.ts'

/** Entities of one name that an organisation numbers one after the other; more get a number at random. */
const MAX_COUNTED = 20
/** Numbers at random; five digits tell nobody how many others there are. */
const RANDOM = { from: 10_000, before: 100_000 } as const
const MAX_TRIES = 20

interface Named {
  organisationId: string
  name: string
}

/**
 * A slug of the name that is free, as far as is known (DRM-06). Slugs are unique in the whole installation (ORG-43): those of
 * the entity's own organisation are counted, and any other one only makes the number a random one, so that it says nothing of
 * what others have.
 */
async function freeSlug(
  tx: Tx,
  table: 'portfolio' | 'holding_company',
  { organisationId, name }: Named,
): Promise<string> {
  const base = fittingSlug(name, 'deal-room')
  const counted = Array.from({ length: MAX_COUNTED }, (_, at) => numberedSlug(base, at + 1))
  const taken = await tx
    .selectFrom(table)
    .select(['slug', 'organisation_id'])
    .where((eb) => eb('slug', '=', eb.fn.any(eb.val(counted))))
    .execute()
  const ownerOf = new Map(taken.map((row) => [row.slug, row.organisation_id]))
  const next = counted.find((slug) => ownerOf.get(slug) !== organisationId)
  return next !== undefined && !ownerOf.has(next)
    ? next
    : numberedSlug(base, randomInt(RANDOM.from, RANDOM.before))
}

/**
 * Inserts an entity under a free slug, and tries another where somebody else has taken it meanwhile.
 * @param insert does nothing where the slug is taken
 * @returns the slug
 */
export async function takeSlug(
  tx: Tx,
  table: 'portfolio' | 'holding_company',
  named: Named,
  insert: (slug: string) => Promise<InsertResult | undefined>,
): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const slug = await freeSlug(tx, table, named)
    const inserted = await insert(slug)
    if (inserted?.numInsertedOrUpdatedRows) return slug
  }
  throw new Error(`No free address was found for "${named.name}".`)
}
