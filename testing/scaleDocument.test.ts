import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testDatabase } from './database/index.ts'

const database = testDatabase()
const TEXT = readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8')
const UNITS: Readonly<Record<string, number>> = { GB: 1e9, TB: 1e12 }
/** That grow with documents, versions, activity, permissions, questions, checklists, uploads, thumbnails and zips. */
const GROWING =
  'document document_version document_name_search document_text document_text_page document_text_part activity record_leaf acl name_group folder_list folder_place folder_tally permission_change question question_answer checklist_item checklist_comment upload thumbnail zip_export_file'.split(
    ' ',
  )

interface Line {
  readonly table: string
  readonly rows: number
  readonly rowBytes: number
  readonly bytes: number
  readonly key: string[]
  readonly widened: string[]
}

const names = (cell = ''): string[] => cell.replaceAll('`', '').split(', ')

/** The rows of the table of what is worked out. */
function readLines(): Line[] {
  const [, worked = ''] = TEXT.split(
    '\n## Worked out: 10,000 organisations, a billion documents, 100,000 people a day\n',
  )
  return worked
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [table = '', rows, rowBytes, bytes = '', key, widened] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      const [figure, unit = ''] = bytes.split(' ')
      return {
        table: table.replaceAll('`', ''),
        rows: Number(rows),
        rowBytes: Number(rowBytes),
        bytes: Number(figure) * (UNITS[unit] ?? Number.NaN),
        key: names(key),
        widened: names(widened),
      }
    })
}

test('SCALE-35 rows, bytes and keys of each large table are worked out as the schema has them; requests, connections, what hurts first and from where on parts', async () => {
  const lines = readLines()
  expect(lines.map(({ table }) => table)).toEqual(expect.arrayContaining(GROWING))
  const { rows } = await database.pool.query<{ table: string; key: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by place) as key
     from pg_index i join pg_class c on c.oid = i.indrelid
       cross join unnest(i.indkey::int2[]) with ordinality as part (number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = part.number
     where c.relnamespace = 'public'::regnamespace and i.indisunique
       and (i.indisprimary or (c.relkind = 'p' and i.indisvalid))
     group by c.relname, i.indexrelid`,
  )
  const keys = new Map(rows.map(({ table, key }) => [table, key]))
  const large = 1e7
  for (const { table, rows: count, rowBytes, bytes, key, widened } of lines) {
    expect(key, table).toEqual(keys.get(table))
    expect(widened, table).toEqual([
      'organisation_id',
      ...key.filter((column) => column !== 'organisation_id'),
    ])
    // Said with two digits at most.
    expect(Math.abs(bytes / (count * rowBytes) - 1), `${table}: ${count * rowBytes}`).toBeLessThan(0.25)
    expect(count > large || GROWING.includes(table), table).toBe(true)
  }
  const total = Number(/That is (\d+) TB/.exec(TEXT)?.[1]) * 1e12
  expect(Math.abs(lines.reduce((sum, { bytes }) => sum + bytes, 0) / total - 1)).toBeLessThan(0.05)
  for (const said of [
    /\*\*Requests\.\*\*.* a\s+second/s,
    /\*\*Connections\.\*\*.*`max_connections`/s,
    /\*\*What hurts first\*\* is statement \d+.*from \d+ million documents on/s,
    /hash partitions by `organisation_id`/,
    /Citus, distributed by the same column/,
  ])
    expect(TEXT).toMatch(said)
})
