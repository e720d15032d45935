import type { Migration } from '../server/platform/database/migrations.ts'

/** Tables of a few rows however large an installation is: what locks them is over in a moment. */
const SMALL: ReadonlySet<string> = new Set(['installation', 'licence', 'outbox_cursor', 'setup_link'])

interface Rule {
  finds: RegExp
  why: string
}

/** What a statement about an existing table must not do, and why; group 1 of `STATEMENTS` is the table. */
const OF_ALTER: readonly Rule[] = [
  {
    finds: /\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    why: 'a constraint is added "not valid" and validated by a later migration: otherwise all rows are read under the lock',
  },
  {
    finds: /\badd (?:constraint \w+ )?(?:unique|primary key)\b(?!.*\busing index\b)/,
    why: 'a unique index is built concurrently beforehand and taken by "using index"',
  },
  {
    finds: /\badd column (?:if not exists )?\w+ [^,]*\b(?:references|check|unique|primary key)\b/,
    why: 'a constraint of a new column is added by itself, "not valid": otherwise all rows are read under the lock',
  },
  {
    finds:
      /\badd column (?:if not exists )?\w+ [^,]*\b(?:stored|gen_random_uuid|clock_timestamp|random|identity)\b/,
    why: 'a value that differs by row writes the whole table again: the column comes empty and a job fills it',
  },
  {
    finds: /\badd column (?:if not exists )?\w+ (?!.*\bdefault\b)[^,]*\bnot null\b/,
    why: 'a new column without a default is nullable, for rows that are there and for programs that do not know it',
  },
  { finds: /\balter column \w+ (?:set data )?type\b/, why: 'another type writes the whole table again' },
  {
    finds: /\balter column \w+ set not null\b/,
    why: 'all rows are read under the lock: a check "not valid", validated by a later migration, says the same',
  },
  {
    finds: /\bset (?:logged|unlogged|tablespace|access method)\b/,
    why: 'the whole table is written again',
  },
]

const ALTER = /^alter table (?:if exists )?(?:only )?(\w+)/
const INDEX = /^create (?:unique )?index (?:if not exists )?\w+ on (?:only )?(\w+)/
const WRITES = /^(?:with\b.*?\b)?(?:update|insert into|delete from) (\w+)/
const VALIDATES = /\bvalidate constraint\b/
const CREATES = /^create (?:unlogged )?table (?:if not exists )?(\w+)/
const REWRITES = /^(?:cluster|vacuum full|lock table|reindex)\b/

/** The statements of a migration, each in one line; what stands in functions is run later and counts as nothing. */
function statementsOf(text: string): string[] {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
}

/**
 * Why a migration could keep others from reading or writing a table of a million rows for more than a moment (SCALE-22),
 * one sentence for each statement.
 */
export function violationsOf({ name, text }: Pick<Migration, 'name' | 'text'>): string[] {
  const statements = statementsOf(text)
  const made = new Set(statements.flatMap((statement) => CREATES.exec(statement)?.[1] ?? []))
  const isLarge = (table: string | undefined) => table !== undefined && !made.has(table) && !SMALL.has(table)
  const violations: string[] = []
  const add = (statement: string, why: string) => violations.push(`${name}: ${why}: ${statement}`)
  for (const statement of statements) {
    if (REWRITES.test(statement)) add(statement, 'it locks the table as long as it takes')
    if (isLarge(INDEX.exec(statement)?.[1]))
      add(statement, 'an index of a table that may be large is built concurrently, in a file of its own')
    if (isLarge(WRITES.exec(statement)?.[1])) add(statement, 'rows are filled by a job in portions')
    const altered = ALTER.exec(statement)?.[1]
    if (!isLarge(altered)) continue
    if (VALIDATES.test(statement) && statements.length > 1) {
      add(statement, 'a constraint is validated in a file of its own, which holds no other lock meanwhile')
    }
    for (const rule of OF_ALTER) if (rule.finds.test(statement)) add(statement, rule.why)
  }
  return violations
}
