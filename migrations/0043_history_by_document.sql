-- Of a group's names it is known when each document was last changed, so that a page of a history looks only into the
-- documents that may be on it. Where all documents of a group were deleted together the group says so for all of them:
-- to write it into each of a hundred thousand rows would take longer than the deletion.
alter table document_name_search add column changed_at timestamptz;
alter table name_group add column all_changed_at timestamptz;
update document_name_search named set changed_at = newest.at
from (
  select document_id, max(at) as at from activity
  where kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE') group by document_id) as newest
where newest.document_id = named.document_id;
create index document_name_search_changes on document_name_search (group_id, changed_at desc, document_id);

-- Counts the changes of the documents of these groups anew, for groups that documents left.
create or replace function count_group_changes(ids bigint[]) returns void language sql as $$
  with newest as materialized (
    select named.group_id, named.document_id, count(*)::integer as changes, max(a.at) as changed_at,
      array_agg(distinct a.kind) as kinds
    from unnest(ids) as asked(id) join document_name_search named on named.group_id = asked.id
    cross join lateral (
      select at, kind from activity
      where document_id = named.document_id and kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE')
      offset 0) as a
    group by named.group_id, named.document_id
  ), each as (
    update document_name_search named set changed_at = newest.changed_at from newest
    where named.document_id = newest.document_id and named.changed_at is distinct from newest.changed_at)
  update name_group
  set changes = counted.changes, change_kinds = counted.kinds, changed_at = counted.changed_at
  from unnest(ids) as asked(id) cross join lateral (
    select coalesce(sum(changes), 0)::integer as changes, max(changed_at) as changed_at,
      array(select distinct unnest(of_kind.kinds) from newest of_kind where of_kind.group_id = asked.id) as kinds
    from newest where newest.group_id = asked.id) as counted
  where name_group.id = asked.id;
$$;

-- Adds changes that were just recorded, each of a document, a kind and a moment, to what is known of the documents and
-- their groups. An upload into a folder of many files reads none of them.
create function add_changes(document_ids uuid[], kinds text[], moments timestamptz[]) returns void language sql as $$
  with added as materialized (
    select named.document_id, named.group_id, change.kind, coalesce(change.at, now()) as at
    from unnest(document_ids, kinds, moments) as change(document_id, kind, at)
    join document_name_search named on named.document_id = change.document_id
  ), each as (
    update document_name_search named set changed_at = greatest(named.changed_at, newest.at)
    from (select document_id, max(at) as at from added group by document_id) as newest
    where named.document_id = newest.document_id
      and (named.changed_at is null or named.changed_at < newest.at))
  update name_group
  set changes = name_group.changes + of_group.changes, changed_at = greatest(name_group.changed_at, of_group.at),
    change_kinds = case when name_group.change_kinds @> of_group.kinds then name_group.change_kinds
      else array(select distinct unnest(name_group.change_kinds || of_group.kinds) as kind order by kind) end
  from (
    select group_id, count(*)::integer as changes, max(at) as at, array_agg(distinct kind) as kinds
    from added group by group_id) as of_group
  where name_group.id = of_group.group_id;
$$;

-- A new document was changed when it was made, as the entry that follows will say; a deleted one when it was deleted.
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
      insert into document_name_search as named
        (document_id, name, name_key, extension, group_id, list_id, changed_at)
      select id, name, name_key, extension, there.id, list, coalesce(deleted_at, created_at)
      from document where id = any(fitting)
      on conflict (document_id) do update set group_id = excluded.group_id, list_id = excluded.list_id,
        changed_at = greatest(named.changed_at, excluded.changed_at);
      update name_group
      set size = name_group.size + added.size, letters = name_group.letters | added.letters,
        extensions = case when name_group.extensions @> added.extensions then name_group.extensions
          else array(select distinct unnest(name_group.extensions || added.extensions)) end,
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
