import type pg from 'pg'

/** SQL: the contents that rows name, of all modules: `key`, `size`, `sha256` and `name` of each. */
export const named = (contents: readonly string[]): string =>
  `(${contents.map((each) => `(${each})`).join(' union all ')}) as named`

/** What the database knows of the contents under these keys. */
export async function contentsOf(
  client: Pick<pg.ClientBase, 'query'>,
  contents: readonly string[],
  keys: readonly string[],
): Promise<ReadonlyMap<string, { sha256: Buffer; name: string }>> {
  if (keys.length === 0) return new Map()
  const { rows } = await client.query<{ key: string; sha256: Buffer; name: string }>(
    `select key, sha256, name from ${named(contents)} where key = any($1::text[])`,
    [keys],
  )
  return new Map(rows.map(({ key, ...content }) => [key, content]))
}

/** Those of the keys that rows name now. */
export async function keysNamed(
  client: Pick<pg.ClientBase, 'query'>,
  contents: readonly string[],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0 || contents.length === 0) return new Set()
  const { rows } = await client.query<{ key: string }>(
    `select key from ${named(contents)} where key = any($1::text[])`,
    [keys],
  )
  return new Set(rows.map(({ key }) => key))
}
