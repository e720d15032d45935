import type pg from 'pg'
import { columnList, type StoredTable, sqlName, storedTables } from '../../server/platform/backup/catalog.ts'
import { copyOut } from '../../server/platform/backup/copy.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Characters of an id that stay; those behind them say which copy it is of. */
const KEPT = 28
/** Columns with numbers of rows, which differ from copy to copy as ids do. */
const NUMBERS = new Set(['id', 'acl_id', 'group_id', 'list_id'])
/** What nobody else may have; a copy's has its number in it. */
const UNIQUE: Readonly<Record<string, readonly string[]>> = {
  organisation: ['name', 'slug'],
  portfolio: ['slug'],
  person: ['email'],
}
/** Of the installation, or gone soon. */
const LEFT = /^(outbox|record_|running_process|counted_use)/

/** Whether its rows are of an organisation or of its people. */
const isOwn = ({ schema, name, columns }: StoredTable): boolean =>
  schema === 'public' &&
  !LEFT.test(name) &&
  (name in UNIQUE || columns.includes('organisation_id') || columns.includes('person_id'))

/** The rows of one organisation in a table, as COPY writes them. */
export interface Pattern {
  readonly table: StoredTable
  readonly lines: readonly string[]
  /** Places of its columns with numbers of rows, and of those that are unique. */
  readonly numbers: readonly number[]
  readonly unique: readonly number[]
}

/** All that an organisation has, in a database that has no other one. */
export async function readPattern(client: pg.ClientBase): Promise<Pattern[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, json_agg(a.attname) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
     where a.atttypid = 'int8'::regtype and a.attnum > 0 group by c.relname`,
  )
  const bigints = new Map(rows.map(({ name, columns }) => [name, new Set(columns)]))
  const patterns: Pattern[] = []
  for (const table of await storedTables(client)) {
    if (!isOwn(table)) continue
    const blocks: Buffer[] = []
    const text = `copy ${sqlName(table)} (${columnList(table.columns)}) to stdout`
    await copyOut(client, text, async (block) => void blocks.push(Buffer.from(block)))
    const lines = Buffer.concat(blocks).toString('utf8').split('\n').slice(0, -1)
    if (lines.length === 0) continue
    const placesOf = (is: (column: string) => boolean) =>
      table.columns.flatMap((column, at) => (is(column) ? [at] : []))
    patterns.push({
      table,
      lines,
      numbers: placesOf((column) => NUMBERS.has(column) && bigints.get(table.name)?.has(column) === true),
      unique: placesOf((column) => UNIQUE[table.name]?.includes(column) === true),
    })
  }
  return patterns
}

/** A number larger than each of the rows' own. */
export const strideOf = (patterns: readonly Pattern[]): number =>
  1 +
  patterns.reduce(
    (most, { lines, numbers }) =>
      lines.reduce((max, line) => {
        const fields = numbers.length > 0 ? line.split('\t') : []
        return Math.max(max, ...numbers.map((at) => Number(fields[at]) || 0))
      }, most),
    0,
  )

/** The rows of a copy: the same, under ids, numbers and names of its own. The first one is the pattern itself. */
export function copyOf({ lines, numbers, unique }: Pattern, copy: number, stride: number): string {
  if (copy === 0) return `${lines.join('\n')}\n`
  const mark = copy.toString(16).padStart(8, '0')
  const changed = (line: string): string => {
    const renamed = line.replaceAll(UUID, (id) => id.slice(0, KEPT) + mark)
    if (numbers.length + unique.length === 0) return renamed
    const fields = renamed.split('\t')
    // No value is written as \N.
    for (const at of numbers)
      if (fields[at] !== '\\N') fields[at] = String(Number(fields[at]) + copy * stride)
    for (const at of unique) fields[at] = withNumber(fields[at] ?? '', copy)
    return fields.join('\t')
  }
  return `${lines.map(changed).join('\n')}\n`
}

/** Of an e-mail address its name gets the number, of anything else its end. */
const withNumber = (text: string, copy: number): string =>
  text.includes('@') ? text.replace('@', `.${copy}@`) : `${text}-${copy}`
