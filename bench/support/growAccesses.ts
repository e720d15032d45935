import type pg from 'pg'
import { newId } from '../../server/platform/ids.ts'

/** Readers, companies they belong to, and what each does in one sign-in. */
const PEOPLE = 400
const COMPANIES = 60
const USES_A_SESSION = 50

/**
 * Writes views and downloads of a tree's files by SQL, as if `count` had happened over years: every third a download,
 * spread over all files by a fixed hash. Foreign keys are not checked on the way.
 */
export async function growAccesses(client: pg.Client, treeId: string, count: number): Promise<void> {
  const ids = (length: number) => Array.from({ length }, newId)
  const [people, companies, sessions] = [ids(PEOPLE), ids(COMPANIES), ids(Math.ceil(count / USES_A_SESSION))]
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query(
    `insert into company (id, name)
     select id, 'Company ' || n from unnest($1::uuid[]) with ordinality as made(id, n)`,
    [companies],
  )
  await client.query(
    `insert into person (id, email, first_name, last_name, company_id)
     select id, 'reader' || n || '@bench.example', 'Reader', 'No ' || n, ($2::uuid[])[1 + n % $3::int]
     from unnest($1::uuid[]) with ordinality as made(id, n)`,
    [people, companies, COMPANIES],
  )
  await client.query(
    `with files as (
       select array_agg(id) as ids from document where tree_id = $1 and not is_folder
     )
     insert into activity (at, kind, person_id, session_id, tree_id, document_id, recorded_path, recorded_ids)
     select now() - n * interval '1 minute', case when n % 3 = 0 then 'DOWNLOAD' else 'VIEW' end,
       ($2::uuid[])[1 + session % $4::int], ($3::uuid[])[1 + session], $1, file,
       'Site 1/Work package 2/Monthly production report ' || n || '.pdf', array[$1, file]
     from (
       select n, n / $6::int as session,
         files.ids[1 + (hashint4(n) & 2147483647) % array_length(files.ids, 1)] as file
       from files, generate_series(0, $5::int - 1) n) as made`,
    [treeId, people, sessions, PEOPLE, count, USES_A_SESSION],
  )
  await client.query('commit')
  await client.query('vacuum analyze activity, person, company')
}
