import type { TestDatabase } from './database/index.ts'

/** By table all of its rows, each as a text in the order of these texts. */
export type EveryRow = ReadonlyMap<string, readonly string[]>

/** Every row of the database, of all tables that the database itself names; parts of a table are read as the whole. */
export async function everyRow({ pool }: Pick<TestDatabase, 'pool'>): Promise<EveryRow> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  )
  const all = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(
      `select to_jsonb(row)::text as text from "${name}" as row order by 1`,
    )
    all.set(
      name,
      rows.map(({ text }) => text),
    )
  }
  return all
}
