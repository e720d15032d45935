-- A folder's list is read by access list as well: hidden entries are not passed over, so that its time says nothing of
-- them. A list holds the entries of one folder, one access list and one kind, in the order of names. A change of
-- permissions maps these lists, like groups of names, and none of their entries.
create table folder_list (
  id bigint generated always as identity primary key,
  folder_id uuid not null references document,
  -- Of every entry of the list, as long as it is there.
  acl_id bigint not null references acl,
  is_folder boolean not null,
  is_deleted boolean not null
) with (fillfactor = 50);

insert into folder_list (folder_id, acl_id, is_folder, is_deleted)
select distinct parent_id, acl_id, is_folder, deleted_at is not null from document where parent_id is not null;
create index folder_list_content on folder_list (folder_id, acl_id, is_folder);

alter table document_name_search add column list_id bigint;
update document_name_search named set list_id = list.id
from document d
join folder_list list on list.folder_id = d.parent_id and list.acl_id = d.acl_id and list.is_folder = d.is_folder
  and list.is_deleted = (d.deleted_at is not null)
where named.document_id = d.id;
alter table document_name_search alter column list_id set not null;
create index document_name_search_list on document_name_search (list_id, name collate name_order, document_id);

-- Every list is read so, and what lies in a folder is found by its names as well.
drop index document_listing;

-- How many entries a reader's lists have is what their groups hold.
drop index name_group_folder;
create index name_group_folder on name_group (folder_id, acl_id);

-- Puts the names of documents into lists and groups of their folders and access lists, or from those where they are
-- into others. Who calls it holds the lock of the tree.
create or replace function place_names(placed uuid[]) returns void language plpgsql as $$
declare
  kind record;
  there record;
  list bigint;
  rest uuid[];
  fitting uuid[];
  left_groups bigint[];
  left_lists bigint[];
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
      rest := rest[65 - there.size:];
    end loop;
  end loop;
  if left_groups is not null then
    perform settle_name_groups(left_groups);
    delete from folder_list where id = any(left_lists)
      and not exists (select 1 from document_name_search named where named.list_id = folder_list.id);
  end if;
end $$;
