-- A history is read by access list as well. A group of names says how many changes of which kinds its documents have
-- had and when the newest was, so that a page is found in the groups that were changed last, and nothing of hidden ones
-- is passed over.
alter table name_group
  add column changes integer not null default 0,
  add column change_kinds text[] not null default '{}',
  add column changed_at timestamptz;

-- An entry of activity is in one of these: the changes of a document, or its use.
drop index activity_document;
create index activity_document_use on activity (document_id, id desc) include (kind, person_id, session_id)
  where kind in ('VIEW', 'DOWNLOAD');
create index activity_document_changes on activity (document_id, at desc, id desc) include (kind, person_id)
  where kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE');

-- Writes how often, how and when the documents of these groups were changed.
create function count_group_changes(ids bigint[]) returns void language sql as $$
  update name_group
  set changes = counted.changes, change_kinds = counted.kinds, changed_at = counted.changed_at
  from unnest(ids) as asked(id) cross join lateral (
    select count(*)::integer as changes, coalesce(array_agg(distinct kind), '{}') as kinds, max(a.at) as changed_at
    from document_name_search named cross join lateral (
      select at, kind from activity
      where document_id = named.document_id and kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE')
      offset 0) as a
    where named.group_id = asked.id) as counted
  where name_group.id = asked.id;
$$;
select count_group_changes(array(select id from name_group));
create index name_group_changes on name_group (acl_id, changed_at desc, id desc) where changed_at is not null;

-- Groups have the changes of the documents that came into them or left; new documents have none yet.
create or replace function settle_name_groups(ids bigint[]) returns void language sql as $$
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
  select count_group_changes(ids);
$$;

create or replace function place_names(placed uuid[]) returns void language plpgsql as $$
declare
  kind record;
  there record;
  list bigint;
  rest uuid[];
  fitting uuid[];
  left_groups bigint[];
  left_lists bigint[];
  entered_groups bigint[] := '{}';
begin
  select array_agg(distinct group_id), array_agg(distinct list_id) into left_groups, left_lists
  from document_name_search named where named.document_id = any(placed);
  for kind in
    select tree_id, parent_id, acl_id, is_folder, deleted_at is not null as is_deleted, array_agg(id order by id) as ids
    from document where id = any(placed) and parent_id is not null
    group by tree_id, parent_id, acl_id, is_folder, deleted_at is not null
  loop
    select id into list from folder_list
    where folder_id = kind.parent_id and acl_id = kind.acl_id
      and is_folder = kind.is_folder and is_deleted = kind.is_deleted
    limit 1;
    if not found then
      insert into folder_list (folder_id, acl_id, is_folder, is_deleted)
      values (kind.parent_id, kind.acl_id, kind.is_folder, kind.is_deleted) returning id into list;
    end if;
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
      fitting := rest[1:64 - there.size];
      insert into document_name_search (document_id, name, name_key, extension, group_id, list_id)
      select id, name, name_key, extension, there.id, list from document where id = any(fitting)
      on conflict (document_id) do update set group_id = excluded.group_id, list_id = excluded.list_id;
      update name_group
      set size = name_group.size + added.size, letters = name_group.letters | added.letters,
        extensions = array(select distinct unnest(name_group.extensions || added.extensions)),
        first_name = first.name, first_id = first.document_id
      from (
        select count(*)::integer as size, bit_or(name_letters(name_key)) as letters,
          coalesce(array_agg(distinct extension) filter (where extension <> ''), '{}') as extensions
        from document where id = any(fitting)) as added
      cross join lateral (
        select name, document_id from document_name_search named where named.group_id = there.id
        order by name collate name_order, document_id limit 1) as first
      where name_group.id = there.id;
      entered_groups := entered_groups || there.id;
      rest := rest[65 - there.size:];
    end loop;
  end loop;
  if left_groups is not null then
    perform settle_name_groups(left_groups);
    perform count_group_changes(entered_groups);
    delete from folder_list where id = any(left_lists)
      and not exists (select 1 from document_name_search named where named.list_id = folder_list.id);
  end if;
end $$;
