-- works with: 0188
-- Names are found without their diacritics (DOC-21): "raume" finds "Räume". A group of names has the letters of both
-- spellings; groups of before get those of the plain one by a job, in portions (`is_folded`).
create function fold_name(name_key text) returns text language sql immutable parallel safe as $$
  select case when octet_length(name_key) = length(name_key) then name_key
    else replace(replace(replace(translate(
      regexp_replace(normalize(name_key, nfkd), '[\u0300-\u036f]', '', 'g'), 'øłđðıħŧ', 'olddiht'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') end
$$;

create function found_letters(name_key text) returns bit language sql immutable parallel safe strict as $$
  select case when octet_length(name_key) = length(name_key) then name_letters(name_key)
    else name_letters(name_key) | name_letters(fold_name(name_key)) end
$$;

alter table name_group add column is_folded boolean not null default false;

create or replace function place_names(placed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  kind record;
  organisation uuid;
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
    organisation := organisation_of_tree(kind.tree_id);
    select id into list from folder_list
    where folder_id = kind.parent_id and acl_id = kind.acl_id
      and is_folder = kind.is_folder and is_deleted = kind.is_deleted
    limit 1;
    if not found then
      insert into folder_list (folder_id, acl_id, is_folder, is_deleted, organisation_id)
      values (kind.parent_id, kind.acl_id, kind.is_folder, kind.is_deleted, organisation) returning id into list;
    end if;
    rest := kind.ids;
    while cardinality(rest) > 0 loop
      select id, size into there from name_group
      where folder_id = kind.parent_id and acl_id = kind.acl_id and not is_full
        and is_folder = kind.is_folder and is_deleted = kind.is_deleted
      limit 1;
      if not found then
        insert into name_group (tree_id, folder_id, acl_id, is_folder, is_deleted, organisation_id)
        values (kind.tree_id, kind.parent_id, kind.acl_id, kind.is_folder, kind.is_deleted, organisation)
        returning id, size into there;
      end if;
      fitting := rest[1:64 - there.size];
      insert into document_name_search as named
        (document_id, name, name_key, extension, group_id, list_id, changed_at, organisation_id)
      select id, name, name_key, extension, there.id, list, coalesce(deleted_at, created_at), organisation
      from document where id = any(fitting)
      on conflict (document_id) do update set group_id = excluded.group_id, list_id = excluded.list_id,
        changed_at = greatest(named.changed_at, excluded.changed_at);
      update name_group
      set is_folded = name_group.is_folded or name_group.size = 0, size = name_group.size + added.size, letters = name_group.letters | added.letters,
        extensions = case when name_group.extensions @> added.extensions then name_group.extensions
          else array(select distinct unnest(name_group.extensions || added.extensions)) end,
        first_name = first.name, first_id = first.document_id
      from (
        select count(*)::integer as size, bit_or(found_letters(name_key)) as letters,
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
end $function$;

create or replace function settle_name_groups(ids bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from name_group where id = any(ids)
    and not exists (select 1 from document_name_search named where named.group_id = name_group.id);
  update name_group
  set is_folded = true, size = held.size, letters = held.letters, extensions = held.extensions,
    first_name = first.name, first_id = first.document_id
  from unnest(ids) as settled(id)
  cross join lateral (
    select count(*)::integer as size, bit_or(found_letters(name_key)) as letters,
      coalesce(array_agg(distinct extension) filter (where extension <> ''), '{}') as extensions
    from document_name_search named where named.group_id = settled.id) as held
  cross join lateral (
    select name, document_id from document_name_search named where named.group_id = settled.id
    order by name collate name_order, document_id limit 1) as first
  where name_group.id = settled.id;
  select count_group_changes(ids);
$function$;
