-- Names are searched by groups: at most 64 names of one folder and one access list, with the letters of all of them.
-- A search looks only at groups that its reader may read, so that what is hidden costs it nothing and its time tells
-- of nothing. A change of permissions maps groups and no names.

-- Which groups of three letters a text holds; a text that holds another one has all the bits of that other.
create function name_letters(name_key text) returns bit(2048)
language sql immutable strict parallel safe as $$
  select coalesce(
    bit_or(set_bit(0::bit(2048), (hashtextextended(substr(name_key, at, 3), 0) & 2047)::integer, 1)),
    0::bit(2048))
  from generate_series(1, length(name_key) - 2) as at
$$;

create table name_group (
  id bigint generated always as identity primary key,
  tree_id uuid not null references document_tree,
  folder_id uuid not null references document,
  -- Of every document of the group, as long as it is there.
  acl_id bigint not null references acl,
  -- Folders are looked for apart from files: they are few.
  is_folder boolean not null,
  is_deleted boolean not null,
  size integer not null default 0,
  is_full boolean not null generated always as (size >= 64) stored,
  letters bit(2048) not null default 0::bit(2048),
  extensions text[] not null default '{}',
  -- The first name of the group in their order.
  first_name text,
  first_id uuid
) with (fillfactor = 50);

drop trigger document_named on document;
drop trigger document_renamed on document;
drop function add_to_name_search();
drop function rename_in_name_search();
drop index document_name_parts;
drop index folder_name_parts;
drop index document_by_name;
drop index folder_by_name;
alter table document_name_search drop column tree_id, drop column is_folder,
  add column extension text not null default '', add column group_id bigint;

insert into name_group (id, tree_id, folder_id, acl_id, is_folder, is_deleted) overriding system value
select row_number() over (), tree_id, parent_id, acl_id, is_folder, is_deleted
from (
  select distinct tree_id, parent_id, acl_id, is_folder, deleted_at is not null as is_deleted, part
  from (
    select *, (row_number() over (
      partition by parent_id, acl_id, is_folder, deleted_at is not null order by id) - 1) / 64 as part
    from document where parent_id is not null) as placed
) as made;
select setval(pg_get_serial_sequence('name_group', 'id'), (select max(id) from name_group));

update document_name_search named set extension = placed.extension, group_id = made.id
from (
  select *, (row_number() over (
    partition by parent_id, acl_id, is_folder, deleted_at is not null order by id) - 1) / 64 as part
  from document where parent_id is not null) as placed
join (
  select *, row_number() over (partition by folder_id, acl_id, is_folder, is_deleted order by id) - 1 as part
  from name_group) as made
  on made.folder_id = placed.parent_id and made.acl_id = placed.acl_id and made.is_folder = placed.is_folder
    and made.is_deleted = (placed.deleted_at is not null) and made.part = placed.part
where named.document_id = placed.id;
alter table document_name_search alter column group_id set not null;

create index name_group_list on name_group (tree_id, acl_id);
create index name_group_folder on name_group (folder_id);
create index name_group_with_room on name_group (folder_id, acl_id) where not is_full;
create index document_name_search_group on document_name_search
  (group_id, name collate name_order, document_id) include (name_key);

-- Writes what these groups hold anew; those that hold nothing go.
create function settle_name_groups(ids bigint[]) returns void language sql as $$
  delete from name_group where id = any(ids)
    and not exists (select 1 from document_name_search named where named.group_id = name_group.id);
  update name_group
  set size = held.size, letters = held.letters, extensions = held.extensions,
    first_name = first.name, first_id = first.document_id
  from unnest(ids) as settled(id)
  cross join lateral (
    select count(*)::integer as size, bit_or(name_letters(name_key)) as letters,
      coalesce(array_agg(distinct extension) filter (where extension <> ''), '{}') as extensions
    from document_name_search named where named.group_id = settled.id) as held
  cross join lateral (
    select name, document_id from document_name_search named where named.group_id = settled.id
    order by name collate name_order, document_id limit 1) as first
  where name_group.id = settled.id;
$$;

-- Puts the names of documents into groups of their folders and lists, or from those where they are into others. Who
-- calls it holds the lock of the tree.
create function place_names(placed uuid[]) returns void language plpgsql as $$
declare
  kind record;
  there record;
  rest uuid[];
  touched bigint[] := array(
    select distinct group_id from document_name_search named where named.document_id = any(placed));
begin
  for kind in
    select tree_id, parent_id, acl_id, is_folder, deleted_at is not null as is_deleted, array_agg(id order by id) as ids
    from document where id = any(placed) and parent_id is not null
    group by tree_id, parent_id, acl_id, is_folder, deleted_at is not null
  loop
    rest := kind.ids;
    while cardinality(rest) > 0 loop
      select id, size into there from name_group
      where folder_id = kind.parent_id and acl_id = kind.acl_id and not is_full
        and is_folder = kind.is_folder and is_deleted = kind.is_deleted
      limit 1;
      if not found then
        insert into name_group (tree_id, folder_id, acl_id, is_folder, is_deleted)
        values (kind.tree_id, kind.parent_id, kind.acl_id, kind.is_folder, kind.is_deleted)
        returning id, size into there;
      end if;
      insert into document_name_search (document_id, name, name_key, extension, group_id)
      select id, name, name_key, extension, there.id from document where id = any(rest[1:64 - there.size])
      on conflict (document_id) do update set group_id = excluded.group_id;
      update name_group
      set size = name_group.size + added.size, letters = name_group.letters | added.letters,
        extensions = array(select distinct unnest(name_group.extensions || added.extensions)),
        first_name = first.name, first_id = first.document_id
      from (
        select count(*)::integer as size, bit_or(name_letters(name_key)) as letters,
          coalesce(array_agg(distinct extension) filter (where extension <> ''), '{}') as extensions
        from document where id = any(rest[1:64 - there.size])) as added
      cross join lateral (
        select name, document_id from document_name_search named where named.group_id = there.id
        order by name collate name_order, document_id limit 1) as first
      where name_group.id = there.id;
      rest := rest[65 - there.size:];
    end loop;
  end loop;
  if cardinality(touched) > 0 then perform settle_name_groups(touched); end if;
end $$;

create function add_to_name_search() returns trigger language plpgsql as $$
begin
  perform place_names(array(select id from added));
  return null;
end $$;
create trigger document_named after insert on document referencing new table as added
  for each statement execute function add_to_name_search();

create function rename_in_name_search() returns trigger language plpgsql as $$
declare
  held bigint;
begin
  update document_name_search set name = new.name, name_key = new.name_key, extension = new.extension
  where document_id = new.id returning group_id into held;
  perform settle_name_groups(array[held]);
  return null;
end $$;
create trigger document_renamed after update of name, name_key on document
  for each row execute function rename_in_name_search();

-- What was there already has its letters now.
select settle_name_groups(array(select id from name_group));
