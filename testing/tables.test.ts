import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { MODULES } from './architecture.ts'
import { OWNERS } from './tableOwners.ts'
import { foreignTables, idleCrossings, namingsIn, readNamings, tablesOf } from './tables.ts'
import { foreignTriggers, idleTriggers, triggerNamings } from './triggers.ts'

const root = path.join(import.meta.dirname, '..')
const tables = tablesOf(root)

describe('whose tables a part of the server names in its SQL', () => {
  test('its own, or those that a crossing allows with its reason', () => {
    const namings = readNamings(root, tables)
    // Finding nothing would pass every rule.
    expect(namings.length).toBeGreaterThan(150)
    expect(foreignTables(namings)).toEqual([])
    expect(idleCrossings(namings)).toEqual([])
  })

  test('every table has one owner, and every owner is there', () => {
    const owned = Object.values(OWNERS).flat()
    expect(owned.toSorted()).toEqual([...tables].toSorted())
    expect(Object.keys(OWNERS).filter((owner) => !MODULES.includes(owner))).toEqual(['platform', 'demo'])
  })

  test.each([
    [
      'server/modules/reporting/store.ts',
      "db.selectFrom('portfolio as p').select('p.id')",
      'reads portfolio',
    ],
    [
      'server/modules/funds/store.ts',
      "query.innerJoin('document_tree as t', 't.portfolio_id', 'id')",
      'reads document_tree',
    ],
    ['server/modules/funds/store.ts', "tx.updateTable('organisation').set({ name })", 'writes organisation'],
    ['server/modules/documents/core/trees.ts', "tx.deleteFrom('portfolio')", 'writes portfolio'],
    ['server/modules/accounts/store.ts', 'sql`select 1 from activity a`', 'reads activity'],
    ['server/modules/accounts/store.ts', 'sql`select 1 from person p, document d`', 'reads document'],
    ['server/modules/accounts/store.ts', 'sql`insert into activity (kind) values (1)`', 'writes activity'],
    ['server/modules/documents/zip/store.ts', 'sql`delete from person where id = 1`', 'writes person'],
    [
      'server/modules/documents/zip/store.ts',
      'sql`\n  update user_group\n  set name = 1`',
      'writes user_group',
    ],
    ['server/http/health.ts', 'pool.query(`select 1 from session`)', 'reads session'],
    ['server/platform/jobs/index.ts', "db.selectFrom('zip_export')", 'reads zip_export'],
  ])('a planted violation is caught: %s with %s', (file, text, found) => {
    const lines = foreignTables(namingsIn(file, text, tables))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`${file} ${found},`)
  })

  test.each([
    ['server/modules/funds/store.ts', "db.selectFrom('portfolio')"],
    ['server/modules/documents/core/trees.ts', 'sql`select 1 from portfolio`'],
    ['server/modules/documents/zip/store.ts', 'sql`insert into activity (kind) values (1)`'],
    ['server/modules/accounts/store.ts', 'sql`select 1 from hits`'],
  ])('what is allowed passes: %s with %s', (file, text) => {
    expect(foreignTables(namingsIn(file, text, tables))).toEqual([])
  })
})

describe('whose tables a trigger names', () => {
  test('those of the owner of its own table, or those that a crossing allows with its reason', () => {
    const schema = readFileSync(path.join(root, 'migrations/schema.sql'), 'utf8')
    const namings = triggerNamings(schema, tables)
    // Finding nothing would pass every rule.
    expect(new Set(namings.map(({ trigger }) => trigger)).size).toBeGreaterThan(10)
    expect(foreignTriggers(namings)).toEqual([])
    expect(idleTriggers(namings)).toEqual([])
  })

  test('a planted trigger is caught, also where a function that it calls names the table', () => {
    const schema = `
      create or replace function public.tell(uuid) returns void language sql as $function$
        update invitation set title = null where person_id = $1
      $function$;
      CREATE OR REPLACE FUNCTION public.session_began()
       RETURNS trigger LANGUAGE plpgsql AS $function$
      begin
        perform tell(new.person_id);
        return null;
      end $function$;
      CREATE TRIGGER session_told AFTER INSERT ON public.session FOR EACH ROW EXECUTE FUNCTION session_began();`
    expect(foreignTriggers(triggerNamings(schema, tables))).toEqual([
      'session_told on session writes invitation',
    ])
  })
})
