import { sql } from 'kysely'
import { coalesced } from '../coalesced.ts'
import type { Connection, Database } from '../database/database.ts'
import { newId } from '../ids.ts'

export { createOpenSockets, type OpenSockets, type SocketKind } from './openSockets.ts'
export { createTurns, type TurnLimits, type Turns } from './turns.ts'

/** What a process has let a caller do since it last said so. */
export interface Use {
  /** Of the caller. */
  key: string
  calls: number
  /** Milliseconds within which calls are counted. */
  windowMs: number
  charges: readonly Charge[]
}

/** Units taken from a budget of the caller. */
export interface Charge {
  name: string
  units: number
  capacity: number
  perSecond: number
}

/** What all processes know of a caller by then. */
export interface KnownUse {
  /** Calls at other processes within the window, and up to a twelfth of it before. */
  elsewhere: number
  /** What is left of each budget, in the order of the charges. */
  left: readonly number[]
}

/** What callers use of their limits at all processes that have this database. */
export interface SharedUse {
  /** Adds what was used here. Callers that are added at the same time are one statement. */
  add(use: Use): Promise<KnownUse>
  /** Deletes what counts no more. */
  sweep(): Promise<void>
}

/** Callers of one statement. */
const PER_STATEMENT = 200
/** Into how many slots a window is divided. */
const SLOTS = 12
/** No window is longer than this, and no budget takes longer to fill. */
const KEPT = '10 minutes'

export function createSharedUse(db: Database): SharedUse {
  const process = newId()
  const add = coalesced((uses: readonly Use[]) => write(db, process, uses), PER_STATEMENT)
  return {
    add,
    sweep: async () => {
      await sql`delete from counted_use where at < now() - ${KEPT}::interval`.execute(db)
      await sql`delete from used_budget where at < now() - ${KEPT}::interval`.execute(db)
    },
  }
}

/** Rows are written in the order of their keys, so that two processes can't deadlock. */
async function write(db: Connection, process: string, uses: readonly Use[]): Promise<KnownUse[]> {
  const byKey = new Map<string, Use>()
  for (const use of uses) byKey.set(use.key, merged(byKey.get(use.key), use))
  const all = [...byKey.values()]
  const charges = all.flatMap((use) =>
    use.charges.map((charge) => ({ ...charge, key: budgetKey(use, charge) })),
  )
  const { rows } = await sql<{ key: string; elsewhere: number; left: Record<string, number> | null }>`
    with given as materialized (
      select key, calls, floor(extract(epoch from clock_timestamp()) * 1000 * ${SLOTS} / window_ms)::bigint as slot
      from unnest(${all.map(({ key }) => key)}::text[], ${all.map(({ calls }) => calls)}::integer[],
        ${all.map(({ windowMs }) => windowMs)}::float8[]) as given (key, calls, window_ms)),
    counted as (
      insert into counted_use (key, slot, process, calls)
      select key, slot, ${process}::uuid, calls from given where calls > 0 order by key
      on conflict (key, slot, process) do update set calls = counted_use.calls + excluded.calls),
    charged as (
      insert into used_budget as budget (key, remaining, capacity, per_second, at)
      select key, capacity - units, capacity, per_second, clock_timestamp()
      from unnest(${charges.map(({ key }) => key)}::text[], ${charges.map(({ units }) => units)}::float8[],
        ${charges.map(({ capacity }) => capacity)}::float8[],
        ${charges.map(({ perSecond }) => perSecond)}::float8[]) as charge (key, units, capacity, per_second)
      order by key
      on conflict (key) do update set
        remaining = least(excluded.capacity, budget.remaining
          + greatest(0, extract(epoch from excluded.at - budget.at)) * excluded.per_second)
          + excluded.remaining - excluded.capacity,
        capacity = excluded.capacity, per_second = excluded.per_second, at = greatest(budget.at, excluded.at)
      returning key, remaining)
    select given.key,
      coalesce((select sum(calls) from counted_use
        where counted_use.key = given.key and counted_use.slot >= given.slot - ${SLOTS} and process <> ${process}),
        0)::float8 as elsewhere,
      (select jsonb_object_agg(charged.key, charged.remaining) from charged) as left
    from given`.execute(db)
  const found = new Map(rows.map((row) => [row.key, row]))
  return uses.map((use) => {
    const row = found.get(use.key)
    return {
      elsewhere: row?.elsewhere ?? 0,
      left: use.charges.map((charge) => row?.left?.[budgetKey(use, charge)] ?? charge.capacity),
    }
  })
}

const budgetKey = ({ key }: Use, { name }: Charge): string => `${key} ${name}`

/** Two uses of one caller as one. */
function merged(one: Use | undefined, other: Use): Use {
  if (!one) return other
  return {
    ...other,
    calls: one.calls + other.calls,
    charges: other.charges.map((charge, index) => ({
      ...charge,
      units: charge.units + (one.charges[index]?.units ?? 0),
    })),
  }
}
