import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { seenBy } from '../core/importStore.ts'
import { groupsOf } from './groups.ts'

/** One record of a pair. */
export interface PairSide {
  fileName: string
  rowNumber: number
  kind: 'PERSON' | 'COMPANY'
  name: string
  company: string | null
  email: string | null
  phone: string | null
}

/** Two records that are most likely the same. */
export interface Pair {
  a: PairSide
  b: PairSide
  /** Percent. */
  score: number
  sameEmail: boolean
  samePhone: boolean
  sameName: boolean
  /** How alike the names are, 0 to 1. */
  alike: number
  /** Number of the group of records to which pairs lead from it, and how many records that has. */
  group: number
  groupSize: number
}

/**
 * Records that share a key, or a block of names, are compared with so many that follow in the order of their names, and
 * with fewer where that would be more comparisons than this: many names in few blocks.
 */
const NEIGHBOURS = 15
const MAX_COMPARISONS = 2_500_000
/** Records of a report, the newest imports first: each statement ends well within its time. */
const MAX_RECORDS = 250_000
/** From which names count as alike: of words that sound the same, and of others; within one company less will do. */
const ALIKE = { sounding: 0.3, other: 0.6, soundingInCompany: 0.2, otherInCompany: 0.45 }
/** Least percent that a pair is listed with. */
const MIN_SCORE = 40
/** Pairs of a report, the best ones. */
const MAX_PAIRS = 100_000
/** Milliseconds for the comparison. */
const TIMEOUT_MS = 120_000

/**
 * Compares the records that the actor sees, by the keys that they share (CRM-20): never all with all, and no key that
 * many share makes more pairs than NEIGHBOURS for each of them. They are kept until the end of the transaction.
 * @param most MAX_COMPARISONS and MAX_RECORDS, other than in tests
 * @returns the imports that were compared, how many records of them, how many records there are, and how many pairs were
 *   found
 */
export async function findPairs(
  tx: Tx,
  actor: Actor,
  { comparisons = MAX_COMPARISONS, records = MAX_RECORDS }: { comparisons?: number; records?: number } = {},
): Promise<{ importIds: string[]; recordCount: number; totalCount: number; pairCount: number }> {
  await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true),
    set_config('work_mem', '64MB', true)`.execute(tx)
  const seen = sql`
    from crm_record r join data_import on data_import.id = r.import_id
    where data_import.imported_at is not null and ${seenBy(actor, 'data_import')}`
  await sql`
    create temporary table compared on commit drop as
    select row_number() over (order by name_key, import_id, row_number)::int as n, newest.*
    from (
      select r.import_id, r.row_number, r.name_key, coalesce(r.company_key, '') as company_key, r.kind, r.keys ${seen}
      order by data_import.imported_at desc, r.import_id, r.row_number limit ${records}) newest`.execute(tx)
  await sql`
    create temporary table keyed on commit drop as
    select key, n, place from (
      select key, n, row_number() over (partition by key order by n)::int as place, count(*) over (partition by key) as many
      from compared, unnest(keys) as key) all_keys
    where many > 1`.execute(tx)
  await sql`create unique index on compared (n)`.execute(tx)
  await sql`create unique index on keyed (key, place)`.execute(tx)
  await sql`analyze compared`.execute(tx)
  await sql`analyze keyed`.execute(tx)
  const neighbours = await neighboursWithin(tx, comparisons)
  await sql`
    create temporary table near on commit drop as
    select a.n as a, b.n as b,
      bool_or(a.key like 'e:%') as same_email, bool_or(a.key like 'p:%') as same_phone,
      bool_or(a.key like 'n:%') as same_name, bool_or(a.key like 's:%') as same_sound
    from keyed a cross join generate_series(1, ${neighbours}::int) as step
    join keyed b on b.key = a.key and b.place = a.place + step
    group by 1, 2`.execute(tx)
  await sql`
    create temporary table pair on commit drop as
    select row_number() over (order by score desc, a, b)::int as place, scored.* from (
      select *, round(100 * (1 - (case when same_email then 0.05 else 1 end) * (case when same_phone then 0.3 else 1 end)
        -- The same name in two companies is often two people, in long lists above all.
        * (case when same_name then case when other_company then 0.45 else 0.35 end when named then 1 - 0.6 * alike else 1 end)
        * (case when same_company and (same_name or named) then 0.6 else 1 end)))::int as score
      from (
        select measured.*, alike >= case
            when same_sound and same_company then ${ALIKE.soundingInCompany}::float8
            when same_sound then ${ALIKE.sounding}::float8
            when same_company then ${ALIKE.otherInCompany}::float8
            else ${ALIKE.other}::float8 end as named
        from (
          -- The name of a person is not compared with that of a company.
          select near.*, case when x.kind = y.kind then similarity(x.name_key, y.name_key)::float8 else 0 end as alike,
            x.company_key <> '' and x.company_key = y.company_key as same_company,
            x.company_key <> '' and y.company_key <> '' and not starts_with(x.company_key, y.company_key)
              and not starts_with(y.company_key, x.company_key) as other_company
          from near join compared x on x.n = near.a join compared y on y.n = near.b
          -- A barrier: otherwise the similarity is computed anew wherever it is named above.
          offset 0) measured) compared_pairs
      where same_email or same_phone or same_name or named) scored
    where score >= ${MIN_SCORE}`.execute(tx)
  await sql`create unique index on pair (place)`.execute(tx)
  const imports = await sql<{ id: string }>`select distinct import_id as id from compared`.execute(tx)
  const counts = await sql<{ records: number; total: number; pairs: number }>`
    select (select count(*) from compared)::int as records, (select count(*) ${seen})::int as total,
      (select count(*) from pair)::int as pairs`.execute(tx)
  return {
    importIds: imports.rows.map(({ id }) => id),
    recordCount: counts.rows[0]?.records ?? 0,
    totalCount: counts.rows[0]?.total ?? 0,
    pairCount: counts.rows[0]?.pairs ?? 0,
  }
}

/** With how many neighbours each record can be compared, at least one, for no more comparisons in all. */
async function neighboursWithin(tx: Tx, maxComparisons: number): Promise<number> {
  const { rows } = await sql<{ pairs: number }>`
    select sum(greatest(many - step, 0))::float8 as pairs
    from (select count(*) as many from keyed group by key) keys cross join generate_series(1, ${NEIGHBOURS}::int) as step
    group by step order by step`.execute(tx)
  let total = 0
  const within = rows.findIndex(({ pairs }) => {
    total += pairs
    return total > maxComparisons
  })
  return within === -1 ? NEIGHBOURS : Math.max(1, within)
}

/** Pairs that are read together. */
const PORTION = 2000

const side = (record: string, file: string) =>
  sql.raw(`json_build_object('fileName', ${file}.file_name, 'rowNumber', ${record}.row_number, 'kind', ${record}.kind,
    'name', ${record}.name, 'company', ${record}.company, 'email', ${record}.email, 'phone', ${record}.phone)`)

/**
 * What findPairs found, in portions: group by group, in the order of their best pairs, and the most alike first in each;
 * at most MAX_PAIRS.
 */
export async function* foundPairs(tx: Tx): AsyncGenerator<Pair[]> {
  const found = await sql<{ a: number; b: number }>`
    select a, b from pair where place <= ${MAX_PAIRS} order by place`.execute(tx)
  const { numbers, sizes } = groupsOf(found.rows)
  const inGroups = numbers.map((group, at) => ({ place: at + 1, group })).sort((x, y) => x.group - y.group)
  for (let start = 0; start < inGroups.length; start += PORTION) {
    const portion = inGroups.slice(start, start + PORTION)
    const { rows } = await sql<Omit<Pair, 'group' | 'groupSize'>>`
      select ${side('r', 'f')} as a, ${side('s', 'g')} as b, p.score, p.same_email as "sameEmail",
        p.same_phone as "samePhone", p.same_name as "sameName", p.alike
      from unnest(${portion.map(({ place }) => place)}::bigint[]) with ordinality as listed (place, at)
      join pair p on p.place = listed.place join compared x on x.n = p.a join compared y on y.n = p.b
      join crm_record r on r.import_id = x.import_id and r.row_number = x.row_number
      join crm_record s on s.import_id = y.import_id and s.row_number = y.row_number
      join data_import f on f.id = r.import_id join data_import g on g.id = s.import_id
      order by listed.at`.execute(tx)
    yield rows.map((row, at) => {
      const group = portion[at]?.group ?? 0
      return { ...row, group, groupSize: sizes[group - 1] ?? 0 }
    })
  }
}
