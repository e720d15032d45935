import { expect, test } from 'vitest'
import { BASELINE, readMigrations } from '../server/platform/database/migrations.ts'
import { violationsOf } from './migrationRules.ts'

const violations = (text: string) => violationsOf({ name: '9999_x.sql', text })

test('no migration after the baseline keeps others from a large table (SCALE-22)', () => {
  const later = readMigrations().filter(({ version }) => version > BASELINE.version)
  expect(later.flatMap(violationsOf)).toEqual([])
})

test.each([
  ['create index a on document (size);', 'concurrently'],
  ['create unique index if not exists a on document (size);', 'concurrently'],
  ['alter table document add constraint a check (size > 0);', 'not valid'],
  ['alter table document add foreign key (size) references acl;', 'not valid'],
  ['alter table document add unique (size);', 'using index'],
  ['alter table document add column a uuid references organisation;', 'not valid'],
  ['alter table document add column a uuid default gen_random_uuid();', 'a job fills it'],
  ['alter table document add column a int generated always as (1) stored;', 'a job fills it'],
  ['alter table document add column a uuid not null;', 'nullable'],
  ['alter table document\n  alter column size type int;', 'written again|writes the whole'],
  ['alter table document alter column size set not null;', 'under the lock'],
  ['alter table document alter column size drop default; alter table document validate constraint a;', 'own'],
  ['update document set size = 0;', 'by a job'],
  ['insert into thumbnail select id from document;', 'by a job'],
  ['with a as (select 1) delete from document using a;', 'by a job'],
  ['cluster document;', 'locks the table'],
])('%s is refused', (text, why) => {
  expect(violations(text)).toEqual([expect.stringMatching(why)])
})

test('what takes a moment, and what is done to a table of the same migration, is taken', () => {
  expect(
    violations(`-- works with: 0188
      create table a (id int);
      create index b on a (id);
      insert into a select 1;
      alter table a alter column id set not null;
      alter table document add column c uuid;
      alter table document add column d boolean not null default false;
      alter table document add constraint e check (size > 0) not valid;
      insert into installation values ('x', 'y');
      create function f() returns trigger language plpgsql as $$ begin update document set size = 0; end $$;
      create trigger g before insert on document for each row execute function f();`),
  ).toEqual([])
  expect(violations('create index concurrently if not exists a on document (size);')).toEqual([])
  expect(violations('alter table document validate constraint a;')).toEqual([])
})
