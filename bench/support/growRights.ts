import type pg from 'pg'

/** Members of each of the groups. */
const MEMBERS = 2

/** How many of each kind of change: people who join, accesses that end, and lists of entries that change and change back. */
export interface RightChanges {
  joining: number
  ending: number
  mapping: number
}

/** Groups with access to the tree's room, each with members, and one of them. */
export async function growGroups(
  client: Pick<pg.Client, 'query'>,
  treeId: string,
  groups: number,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with room as (
       select t.portfolio_id, t.organisation_id, r.id as role_id from document_tree t
       join role r on r.organisation_id = t.organisation_id and r.name = 'Viewer' where t.id = $1
     ), made as (
       insert into user_group (id, organisation_id, name, role_id)
       select gen_random_uuid(), organisation_id, 'Proof ' || n, role_id from room, generate_series(1, $2::int) n
       returning id)
     insert into user_group_portfolio (group_id, portfolio_id)
     select made.id, room.portfolio_id from made, room returning group_id as id`,
    [treeId, groups],
  )
  await client.query(
    `insert into person (id, email, first_name, last_name)
     select gen_random_uuid(), 'proof' || n || '@bench-proof.example', 'First ' || n % 977, 'Last ' || n
     from generate_series(1, $1::int) n`,
    [groups * MEMBERS],
  )
  await client.query(
    `insert into licence_acceptance (person_id, version, email_agreement)
     select id, (select max(version) from licence), false from person where email like '%@bench-proof.example'`,
  )
  await client.query(
    `insert into membership (group_id, person_id)
     select g.id, p.id
     from (select id, row_number() over (order by id) - 1 as n from user_group where id = any($1::uuid[])) g
     join (select id, row_number() over (order by id) - 1 as n from person where email like '%@bench-proof.example') p
       on p.n % $2::int = g.n`,
    [rows.map(({ id }) => id), groups],
  )
  const [first] = rows
  if (!first) throw new Error('No group was made.')
  return first.id
}

/** Changes of rights, as the tables get them; who joins or is left out by then is of no matter. */
export async function changeRights(
  client: Pick<pg.Client, 'query'>,
  treeId: string,
  { joining, ending, mapping }: RightChanges,
): Promise<void> {
  await client.query(
    `insert into membership (group_id, person_id)
     select g.id, p.id
     from (select id, row_number() over (order by id) as n from user_group where name like 'Proof %') g
     join (select id, row_number() over (order by id desc) as n from person where email like '%@bench-proof.example') p
       on g.n = p.n % (select count(*) from user_group where name like 'Proof %') + 1
     limit $1 on conflict do nothing`,
    [joining],
  )
  await client.query(
    `update user_group_portfolio set access_ends_at = now() + interval '1 year'
     where group_id in (select id from user_group where name like 'Proof %' order by id limit $1)`,
    [ending],
  )
  for (const other of ['min', 'max']) {
    await client.query(
      `update folder_list set acl_id = (select ${other}(id) from acl where tree_id = $1)
       where id in (
         select l.id from folder_list l join document d on d.id = l.folder_id
         where d.tree_id = $1 and l.acl_id = (select ${other === 'min' ? 'max' : 'min'}(id) from acl where tree_id = $1)
         order by l.id limit $2)`,
      [treeId, mapping],
    )
  }
}
