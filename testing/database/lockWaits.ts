import type pg from 'pg'
import { expect, vi } from 'vitest'

/** Until at least so many statements of the database wait for a lock. */
export const untilLocksAreAwaited = (pool: pg.Pool, count = 1): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows.length).toBeGreaterThanOrEqual(count)
    },
    { timeout: 15_000, interval: 20 },
  )
