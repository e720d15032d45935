import type pg from 'pg'

/** Seconds by which another clock is ahead of this one. @param read its milliseconds at this moment */
export async function offsetOf(read: () => Promise<number>): Promise<number> {
  const before = Date.now()
  const there = await read()
  return (there - (before + Date.now()) / 2) / 1000
}

/** The database's clock, in milliseconds. */
export const clockOfDatabase = async (pool: Pick<pg.Pool, 'query'>): Promise<number> => {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return rows[0]?.ms ?? Number.NaN
}
