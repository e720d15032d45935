import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { newId } from '../ids.ts'

/** How many turns one key has. */
export interface TurnLimits {
  perSecond: number
  concurrent: number
}

/** Turns at all processes that have this database. */
export interface Turns {
  /** @returns what ends the turn; null where the key has as many as it may */
  take(key: string): Promise<(() => Promise<void>) | null>
  sweep(): Promise<void>
  close(): void
}

/** Milliseconds between two times at which a process says that its turns go on. */
const STAY_MS = 30_000
/** Seconds after which turns of a process that says so no more count no more. */
const LOST_S = 90

/**
 * Turns within a second, and concurrent ones: one row for each key, whose lock makes servers wait for each other, so that
 * they let through no more together than one would alone.
 */
export function createTurns(db: Database, { perSecond, concurrent }: TurnLimits): Turns {
  const running = new Map<string, string>()
  const stay = async () => {
    if (running.size === 0) return
    const [ids, keys] = [[...running.keys()], [...running.values()]]
    await sql`
      update taken_turn t set at = now(), running = t.running || mine.ids
      from (select key, jsonb_object_agg(id, extract(epoch from clock_timestamp())) as ids
        from unnest(${ids}::text[], ${keys}::text[]) as going (id, key) group by key) as mine
      where t.key = mine.key`.execute(db)
  }
  const clock = setInterval(() => void stay().catch(() => {}), STAY_MS)
  clock.unref()
  return {
    take: async (key) => {
      const id = newId()
      const { rows } = await sql`
        insert into taken_turn as t (key, moments, running)
        values (${key}, array[clock_timestamp()],
          jsonb_build_object(${id}::text, extract(epoch from clock_timestamp())))
        on conflict (key) do update set at = now(),
          moments = array(select moment from unnest(t.moments) as moment
            where moment > clock_timestamp() - interval '1 second') || excluded.moments,
          running = excluded.running || coalesce((
            select jsonb_object_agg(each.key, each.value) from jsonb_each(t.running) as each
            where each.value::float8 > extract(epoch from clock_timestamp()) - ${LOST_S}::float8), '{}')
        where ${perSecond} > (select count(*) from unnest(t.moments) as moment
            where moment > clock_timestamp() - interval '1 second')
          and ${concurrent} > (select count(*) from jsonb_each(t.running) as each
            where each.value::float8 > extract(epoch from clock_timestamp()) - ${LOST_S}::float8)
        returning 1`.execute(db)
      if (rows.length === 0) return null
      running.set(id, key)
      return async () => {
        if (!running.delete(id)) return
        await sql`update taken_turn set running = running - ${id}::text where key = ${key}`.execute(db)
      }
    },
    sweep: async () => {
      await sql`delete from taken_turn where at < now() - interval '10 minutes'`.execute(db)
    },
    close: () => clearInterval(clock),
  }
}
