-- The schema after all migrations, written by `npm run codegen`; not edited by hand.

create collation name_order (provider = icu, locale = 'en-u-kn', deterministic = true);

CREATE OR REPLACE FUNCTION public.acl_digest(principals uuid[], traversal uuid[])
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select sha256(convert_to(coalesce(principals::text, '*') || '/' || traversal::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.acl_levels_digest(levels jsonb)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select sha256(convert_to(levels::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.add_changes(document_ids uuid[], kinds text[], moments timestamp with time zone[])
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.add_folder_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into folder_place (folder_id, path, organisation_id)
  select id, path, organisation_id from added where is_folder;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_items_of_categories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform require_cells_of_checklists(array(
    select distinct checklist.portfolio_id from added join checklist on checklist.id = added.checklist_id));
  insert into checklist_item (checklist_id, category_id, project_id, organisation_id)
  select checklist.id, added.id, link.project_id, portfolio.organisation_id
  from added
  join checklist on checklist.id = added.checklist_id
  join portfolio on portfolio.id = checklist.portfolio_id
  join portfolio_project link on link.portfolio_id = checklist.portfolio_id
  order by added.id
  on conflict (category_id, project_id) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_items_of_projects()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform require_cells_of_checklists(array(select distinct portfolio_id from added));
  insert into checklist_item (checklist_id, category_id, project_id, organisation_id)
  select checklist.id, category.id, added.project_id, portfolio.organisation_id
  from added
  join portfolio on portfolio.id = added.portfolio_id
  join checklist on checklist.portfolio_id = added.portfolio_id
  join checklist_category category on category.checklist_id = checklist.id
  order by category.id
  on conflict (category_id, project_id) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_to_name_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform place_names(array(select id from added));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_to_outbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox (topic, kind, person_id, activity_ids)
  select numbered.topic, numbered.kind, numbered.person_id, array_agg(numbered.id order by numbered.id)
  from (
    select id, kind, person_id, row_number() over (order by id) / 500 as part,
      coalesce('tree:' || tree_id, subject_kind || ':' || subject_id, 'person:' || person_id) as topic
    from added) as numbered
  group by numbered.topic, numbered.kind, numbered.person_id, numbered.part;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_to_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_pending (source, ids)
  select tg_argv[0], array_agg(numbered.id order by numbered.n)
  from (select id::text as id, row_number() over (order by id) as n from added) as numbered
  group by (numbered.n - 1) / 500
  order by (numbered.n - 1) / 500;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.change_moment()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
declare
  said text := current_setting('helioroom.change_moment', true);
begin
  if said is null or said = '' then
    said := to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00';
    perform set_config('helioroom.change_moment', said, true);
  end if;
  return said::timestamptz;
end $function$;

CREATE OR REPLACE FUNCTION public.changing_person()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('helioroom.person', true), '')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.count_group_changes(ids bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with entry as materialized (
    select named.group_id, named.document_id, a.kind, count(*)::integer as changes, max(a.at) as at
    from unnest(ids) as asked(id) join document_name_search named on named.group_id = asked.id
    cross join lateral (
      select at, kind from activity
      where document_id = named.document_id and kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE')
      offset 0) as a
    group by named.group_id, named.document_id, a.kind
  ), each as (
    update document_name_search named set changed_at = newest.at
    from (select document_id, max(at) as at from entry group by document_id) as newest
    where named.document_id = newest.document_id and named.changed_at is distinct from newest.at)
  update name_group
  set changes = coalesce(counted.changes, 0), change_kinds = coalesce(counted.kinds, '{}'), changed_at = counted.at
  from unnest(ids) as asked(id) left join (
    select group_id, sum(changes)::integer as changes, array_agg(distinct kind) as kinds, max(at) as at
    from entry group by group_id) as counted on counted.group_id = asked.id
  where name_group.id = asked.id;
$function$;

CREATE OR REPLACE FUNCTION public.create_activity_months(until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  month timestamp;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('helioroom activity months'));
  month := (select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamptz)
      at time zone 'UTC'
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'activity'::regclass);
  while month <= until at time zone 'UTC' loop
    part := 'activity_' || to_char(month, 'YYYY_MM');
    execute format('create table %I (like activity including defaults including constraints)
      with (autovacuum_vacuum_insert_scale_factor = 0.02)', part);
    execute format('create trigger activity_append_only before delete or update or truncate on %I
      for each statement execute function refuse_change()', part);
    execute format('alter table activity attach partition %I for values from (%L) to (%L)', part,
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    month := month + interval '1 month';
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_former_lists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from former_list using removed where former_list.document_id = removed.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_checklist()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_checklist(new.checklist_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_document(new.document_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_export()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_zip(new.export_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_folder()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_document(new.folder_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_group()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_group(new.group_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_holding_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_company(new.holding_company_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_import(new.import_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_job()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_summary(new.job_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_log(new.log_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_owner(new.owner_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_portfolio()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_portfolio(new.portfolio_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_project()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_project(new.project_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_question()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_question(new.question_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_role(new.role_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_tree()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_tree(new.tree_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_by_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := organisation_of_version(new.version_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fill_organisation_of_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.organisation_id := coalesce(organisation_of_document(new.document_id), organisation_of_version(new.id));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_name(name_key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when octet_length(name_key) = length(name_key) then name_key
    else replace(replace(replace(translate(
      regexp_replace(normalize(name_key, nfkd), '[\u0300-\u036f]', '', 'g'), 'øłđðıħŧ', 'olddiht'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') end
$function$;

CREATE OR REPLACE FUNCTION public.found_letters(name_key text)
 RETURNS bit
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when octet_length(name_key) = length(name_key) then name_letters(name_key)
    else name_letters(name_key) | name_letters(fold_name(name_key)) end
$function$;

CREATE OR REPLACE FUNCTION public.keep_arrivals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into document_arrival (organisation_id, tree_id, document_ids, at)
  select coalesce(organisation_id, organisation_of_tree(tree_id)), tree_id, array_agg(id), created_at
  from added where parent_id is not null group by organisation_id, tree_id, created_at;
  insert into former_place (organisation_id, document_id, until)
  select coalesce(added.organisation_id, organisation_of_tree(added.tree_id)), added.id, added.created_at
  from added join acl on acl.id = added.acl_id where acl.is_staged;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_changed_folder_lists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into former_folder_list (organisation_id, list_id, folder_id, acl_id, is_folder, is_deleted)
  select coalesce(former.organisation_id, organisation_of_document(former.folder_id)), former.id, former.folder_id,
    former.acl_id, former.is_folder, former.is_deleted
  from former join changed on changed.id = former.id
  where (former.folder_id, former.acl_id, former.is_deleted) is distinct from
    (changed.folder_id, changed.acl_id, changed.is_deleted);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_former_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into former_person (person_id, is_active, is_super_user) values (old.id, old.is_active, old.is_super_user);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_former_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into former_place (organisation_id, document_id, list_id)
  values (coalesce(old.organisation_id, organisation_of_document(old.document_id)), old.document_id, old.list_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_former_right()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r jsonb := case tg_op when 'INSERT' then to_jsonb(new) else to_jsonb(old) end;
  columns text[] := string_to_array(tg_argv[0], ' ');
  organisation uuid := case tg_table_name when 'organisation' then r ->> 'id' else r ->> 'organisation_id' end;
  was jsonb;
begin
  if tg_op = 'UPDATE' and not exists (
    select from unnest(columns) as said (name) where to_jsonb(old) -> name is distinct from to_jsonb(new) -> name) then
    return null;
  end if;
  if organisation is null then
    -- Rows from before each named its organisation are filled little by little.
    organisation := coalesce((select g.organisation_id from user_group g where g.id = (r ->> 'group_id')::uuid),
      (select o.organisation_id from role o where o.id = (r ->> 'role_id')::uuid));
  end if;
  if organisation is null or (tg_op = 'DELETE' and not keeps_rights(organisation)) then return null; end if;
  if tg_op <> 'INSERT' then
    select jsonb_object_agg(name, r -> name) into was from unnest(columns) as said (name);
  end if;
  insert into former_right (organisation_id, subject, row_key, was)
  values (organisation, tg_table_name, concat_ws('/', r ->> tg_argv[1], r ->> tg_argv[2]), was);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_former_root()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into former_place (organisation_id, document_id, acl_id)
  values (coalesce(old.organisation_id, organisation_of_tree(old.tree_id)), old.id, old.acl_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_removed_folder_lists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into former_folder_list (organisation_id, list_id, folder_id, acl_id, is_folder, is_deleted)
  select organisation, id, folder_id, acl_id, is_folder, is_deleted
  from (select *, coalesce(organisation_id, organisation_of_document(folder_id)) as organisation from removed) as gone
  where keeps_rights(organisation);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_who_changed_rights()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  maker uuid;
  organisations uuid[];
  changed_at timestamptz;
begin
  -- Nobody is who has no account.
  select a.person_id into maker from added a
  where a.person_id <> '00000000-0000-0000-0000-000000000000' order by a.id limit 1;
  if maker is null then return null; end if;
  -- For what the transaction changes from here on, and for what it has changed.
  perform set_config('helioroom.person', maker::text, true);
  if coalesce(current_setting('helioroom.change_moment', true), '') = '' then return null; end if;
  changed_at := change_moment();
  select array_agg(distinct a.organisation_id) into organisations from added a where a.organisation_id is not null;
  update former_right f set changed_by = maker
  where f.organisation_id = any(organisations) and f.until = changed_at and f.changed_by is null;
  update former_folder_list f set changed_by = maker
  where f.organisation_id = any(organisations) and f.until = changed_at and f.changed_by is null;
  update former_place f set changed_by = maker
  where f.organisation_id = any(organisations) and f.until = changed_at and f.changed_by is null;
  update former_person f set changed_by = maker where f.until = changed_at and f.changed_by is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keeps_rights(organisation_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from organisation o where o.id = $1 and (o.purge_after is null or o.purge_after > now()))
$function$;

CREATE OR REPLACE FUNCTION public.list_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update invitation i set company_name = new.name from person p
  where p.company_id = new.id and i.person_id = p.id and exists (
    select from membership m join user_group g on g.id = m.group_id
    where m.person_id = p.id and g.organisation_id = i.organisation_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  joined record;
begin
  for joined in
    select g.organisation_id, p.id as person_id, p.email, p.first_name, p.last_name, p.title,
      c.name as company_name, min(a.created_at) as at
    from added a join user_group g on g.id = a.group_id join person p on p.id = a.person_id
      left join company c on c.id = p.company_id
    group by g.organisation_id, p.id, c.name
  loop
    if exists (select from invitation i
        where i.organisation_id = joined.organisation_id and i.person_id = joined.person_id) then
      delete from invitation i where i.organisation_id = joined.organisation_id and i.person_id is null
        and i.email = joined.email;
      update invitation i set email = joined.email, first_name = joined.first_name, last_name = joined.last_name,
        title = joined.title, company_name = joined.company_name
      where i.organisation_id = joined.organisation_id and i.person_id = joined.person_id
        and (i.email, i.first_name, i.last_name, i.title, i.company_name) is distinct from
          (joined.email, joined.first_name, joined.last_name, joined.title, joined.company_name);
    else
      update invitation i set person_id = joined.person_id, accepted_at = joined.at, group_id = null,
        first_name = joined.first_name, last_name = joined.last_name, title = joined.title,
        company_name = joined.company_name, revision = revision + 1
      where i.organisation_id = joined.organisation_id and i.person_id is null and i.email = joined.email;
      if not found then
        insert into invitation (id, organisation_id, person_id, email, first_name, last_name, title, company_name,
          sent_at, accepted_at)
        values (gen_random_uuid(), joined.organisation_id, joined.person_id, joined.email, joined.first_name,
          joined.last_name, joined.title, joined.company_name, joined.at, joined.at);
      end if;
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update invitation i set email = new.email, first_name = new.first_name, last_name = new.last_name,
    title = new.title, company_name = (select c.name from company c where c.id = new.company_id)
  where i.person_id = new.id and exists (
    select from membership m join user_group g on g.id = m.group_id
    where m.person_id = new.id and g.organisation_id = i.organisation_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.move_folder_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update folder_place set path = new.path where folder_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.name_letters(name_key text)
 RETURNS bit
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(
    bit_or(set_bit(0::bit(2048), (hashtextextended(substr(name_key, at, 3), 0) & 2047)::integer, 1)),
    0::bit(2048))
  from generate_series(1, length(name_key) - 2) as at
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_checklist(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select p.organisation_id from checklist c join portfolio p on p.id = c.portfolio_id where c.id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_company(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select organisation_id from holding_company where id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_document(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select t.organisation_id from document d join document_tree t on t.id = d.tree_id where d.id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_group(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select organisation_id from user_group where id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_import(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select organisation_ids[1] from data_import where id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_log(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select organisation_id from question_log where id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_owner(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select id from organisation where id = $1),
    (select organisation_id from portfolio where id = $1),
    (select organisation_id from holding_company where id = $1),
    (select organisation_id from project where id = $1),
    (select organisation_id from subpage where id = $1),
    (select organisation_of_tree(tree_id) from summary_job where id = $1),
    (select organisation_ids[1] from data_import where id = $1),
    (select organisation_ids[1] from duplicate_report where id = $1))
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_portfolio(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select organisation_id from portfolio where id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_project(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select organisation_id from project where id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_question(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select l.organisation_id from question q join question_log l on l.id = q.log_id where q.id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_role(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select organisation_id from role where id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_summary(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select organisation_of_tree(tree_id) from summary_job where id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_tree(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select organisation_id from document_tree where id = $1
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_version(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select organisation_of_document(document_id) from document_version where id = $1),
    (select organisation_of_tree(tree_id) from upload where version_id = $1))
$function$;

CREATE OR REPLACE FUNCTION public.organisation_of_zip(uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select organisation_of_tree(tree_id) from zip_export where id = $1
$function$;

CREATE OR REPLACE FUNCTION public.place_names(placed uuid[])
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

CREATE OR REPLACE FUNCTION public.queue_members_joined()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from webhook w join user_group g on g.organisation_id = w.organisation_id
    where w.is_on and g.id in (select group_id from added)) then
    return null;
  end if;
  insert into webhook_delivery (organisation_id, webhook_id, event, about_id, data)
  select joined.organisation_id, w.id, 'member.joined', joined.person_id,
    jsonb_build_object('organisationId', joined.organisation_id, 'personId', joined.person_id)
  from (
    select g.organisation_id, a.person_id from added a join user_group g on g.id = a.group_id
    where not exists (
      select from membership m join user_group other on other.id = m.group_id
      where m.person_id = a.person_id and other.organisation_id = g.organisation_id
        and not exists (select from added n where n.group_id = m.group_id and n.person_id = m.person_id))
    group by g.organisation_id, a.person_id) as joined
  join webhook w on w.organisation_id = joined.organisation_id and w.is_on and 'member.joined' = any(w.events)
  order by joined.person_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_members_left()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from webhook w join user_group g on g.organisation_id = w.organisation_id
    where w.is_on and g.id in (select group_id from removed)) then
    return null;
  end if;
  insert into webhook_delivery (organisation_id, webhook_id, event, about_id, data)
  select gone.organisation_id, w.id, 'member.left', gone.person_id,
    jsonb_build_object('organisationId', gone.organisation_id, 'personId', gone.person_id)
  from (
    select g.organisation_id, r.person_id from removed r join user_group g on g.id = r.group_id
    where not exists (
      select from membership m join user_group other on other.id = m.group_id
      where m.person_id = r.person_id and other.organisation_id = g.organisation_id)
    group by g.organisation_id, r.person_id) as gone
  join webhook w on w.organisation_id = gone.organisation_id and w.is_on and 'member.left' = any(w.events)
  order by gone.person_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from webhook w where w.is_on and w.organisation_id in (select organisation_id from added)) then
    return null;
  end if;
  insert into webhook_delivery (organisation_id, webhook_id, event, at, about_id, holding_company_id, needs, data)
  select e.organisation_id, w.id, e.event, e.at, e.about_id, e.holding_company_id,
    case when e.holding_company_id is not null then e.needs end,
    jsonb_strip_nulls(e.data || jsonb_build_object('organisationId', e.organisation_id,
      'portfolioId', e.portfolio_id, 'holdingCompanyId', e.holding_company_id))
  from (
    select a.id, a.organisation_id, a.at, what.event, coalesce(a.document_id, a.subject_id) as about_id,
      coalesce(t.portfolio_id, l.portfolio_id, c.portfolio_id) as portfolio_id,
      coalesce(t.holding_company_id, l.holding_company_id) as holding_company_id,
      case when t.type = 'REPORTS' then 'REPORTS_ADMIN' when t.id is not null then 'DOCUMENTS_ADMIN'
        else 'QUESTION_LOG_ADMIN' end as needs,
      case
        when a.document_id is not null then
          jsonb_build_object('treeId', a.tree_id, 'documentId', a.document_id, 'versionId', a.version_id)
        when a.subject_kind = 'question' then
          jsonb_build_object('questionId', a.subject_id, 'questionLogId', q.log_id)
        when a.subject_kind = 'checklist' then
          jsonb_build_object('checklistId', a.subject_id, 'itemIds', a.detail -> 'itemIds')
        else jsonb_build_object('groupId', a.subject_id) end as data
    from added a
    join (values ('UPLOAD', 'document.published'), ('DELETE', 'document.deleted'),
      ('UPLOAD_FAILED', 'upload.failed'), ('PERMISSION', 'permissions.changed'), ('UPDATE_GROUP', 'permissions.changed'),
      ('DELETE_GROUP', 'permissions.changed'), ('CREATE_QUESTION', 'question.asked'),
      ('ANSWER_QUESTION', 'question.answered'), ('CHANGE_CHECKLIST', 'checklist.item_changed')
    ) as what (kind, event) on what.kind = a.kind
    left join document_tree t on t.id = a.tree_id
    left join question q on a.subject_kind = 'question' and q.id = a.subject_id
    left join question_log l on l.id = q.log_id
    left join checklist c on a.subject_kind = 'checklist' and c.id = a.subject_id
    where a.organisation_id is not null and coalesce(a.document_id, a.subject_id) is not null
  ) as e
  join webhook w on w.organisation_id = e.organisation_id and w.is_on and e.event = any(w.events)
  order by e.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refusal_of_checklist_cells(portfolio uuid, more integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  max_cells constant bigint := 500000;
  cells bigint;
begin
  select count(*) into cells
  from checklist join checklist_category category on category.checklist_id = checklist.id
  where checklist.portfolio_id = portfolio;
  if cells > 0 then
    cells := cells * (more + (select count(*) from portfolio_project link where link.portfolio_id = portfolio));
  end if;
  if cells <= max_cells then return null; end if;
  return format(
    'The checklists of this portfolio would have %s cells, at most %s are possible. Please add fewer projects, or remove categories from its checklists first.',
    to_char(cells, 'FM999,999,999,999'), to_char(max_cells, 'FM999,999,999,999'));
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and current_setting('helioroom.removing', true) = 'on' then return null; end if;
  raise exception 'activity is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_frozen(room uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  since timestamptz;
begin
  if room is null or current_setting('helioroom.not_frozen', true) = room::text then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('room freeze ' || room, 0));
  select f.frozen_at into since from room_freeze f join organisation o on o.id = f.organisation_id
  where f.portfolio_id = room and o.deleted_at is null;
  if since is not null then
    raise exception using errcode = 'HR001',
      message = 'This room is frozen since ' || to_char(since at time zone 'UTC', 'MM/DD/YYYY') || '.';
  end if;
  if exists (select from room_phase p join organisation o on o.id = p.organisation_id
    where p.portfolio_id = room and p.phase = 'ARCHIVED' and o.deleted_at is null) then
    raise exception using errcode = 'HR001', message = 'This room is archived. Nothing in it can be changed.';
  end if;
  -- It stays so until the end of the transaction, which holds the lock; many rows are asked about one after the other.
  perform set_config('helioroom.not_frozen', room::text, true);
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_frozen_room()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen(r.id);
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_in_frozen_checklist()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select portfolio_id from checklist where id = r.checklist_id));
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_in_frozen_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select portfolio_id from question_log where id = r.log_id));
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_in_frozen_room()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen(r.portfolio_id);
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_in_frozen_tree()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  if current_setting('helioroom.not_frozen_tree', true) = r.tree_id::text then return r; end if;
  perform refuse_frozen((select portfolio_id from document_tree where id = r.tree_id));
  perform set_config('helioroom.not_frozen_tree', r.tree_id::text, true);
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_of_frozen_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select t.portfolio_id from document d join document_tree t on t.id = d.tree_id where d.id = r.document_id));
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_of_frozen_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select t.portfolio_id from document_note n join document d on d.id = n.document_id
    join document_tree t on t.id = d.tree_id where n.id = r.note_id));
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_of_frozen_page()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select portfolio_id from subpage where id = r.subpage_id));
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_of_frozen_project()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen(p.portfolio_id) from portfolio_project p
  where p.project_id = (to_jsonb(r) ->> tg_argv[0])::uuid;
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_of_frozen_question()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select l.portfolio_id from question q join question_log l on l.id = q.log_id where q.id = r.question_id));
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_of_frozen_timeline()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select portfolio_id from timeline where id = r.timeline_id));
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.rename_in_name_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  held bigint;
begin
  update document_name_search set name = new.name, name_key = new.name_key, extension = new.extension
  where document_id = new.id returning group_id into held;
  perform settle_name_groups(array[held]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_cells_of_checklists(portfolios uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  refusal text;
begin
  select refusal_of_checklist_cells(portfolio.id, 0) into refusal
  from unnest(portfolios) portfolio (id) where refusal_of_checklist_cells(portfolio.id, 0) is not null limit 1;
  if refusal is not null then raise exception using errcode = 'HR001', message = refusal; end if;
end $function$;

CREATE OR REPLACE FUNCTION public.settle_name_groups(ids bigint[])
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

create table access_record (
  is_only boolean default true not null,
  since timestamp with time zone default now() not null,
  CHECK (is_only),
  PRIMARY KEY (is_only)
);

create table acl (
  id bigint generated always as identity not null,
  tree_id uuid not null,
  principals uuid[],
  traversal uuid[] default '{}'::uuid[] not null,
  digest bytea default acl_digest(principals, traversal) not null,
  organisation_id uuid,
  levels jsonb default '{}'::jsonb not null,
  is_staged boolean default false not null,
  CHECK (principals IS NOT NULL OR traversal = '{}'::uuid[]),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (id)
);

create table activity (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  kind text not null,
  person_id uuid not null,
  session_id uuid,
  organisation_id uuid,
  tree_id uuid,
  document_id uuid,
  version_id uuid,
  recorded_path text,
  detail jsonb,
  recorded_ids uuid[],
  subject_kind text,
  subject_id uuid,
  CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
  CHECK (kind ~ '^[A-Z][A-Z_]*$'::text),
  UNIQUE (id, at)
) partition by range (at);

create table api_token (
  id uuid not null,
  person_id uuid not null,
  name text not null,
  token_hash bytea not null,
  can_write boolean not null,
  organisation_id uuid,
  portfolio_ids uuid[],
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from text,
  CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  CHECK (octet_length(token_hash) = 32),
  CHECK (portfolio_ids IS NULL OR organisation_id IS NOT NULL),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (token_hash)
);

create table authenticator (
  id uuid not null,
  person_id uuid not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (person_id)
);

create table backup_run (
  id uuid not null,
  process text not null,
  is_scheduled boolean not null,
  started_at timestamp with time zone default now() not null,
  held_until timestamp with time zone,
  finished_at timestamp with time zone,
  backup text,
  at timestamp with time zone,
  files bigint,
  bytes bigint,
  verified_at timestamp with time zone,
  failure text,
  told_at timestamp with time zone,
  follow_up_until timestamp with time zone,
  PRIMARY KEY (id)
);

create table certified_document (
  proof_id uuid not null,
  organisation_id uuid not null,
  tree_id uuid not null,
  position bigint not null,
  document_id uuid not null,
  path text not null,
  seen tstzmultirange not null,
  is_redacted boolean not null,
  sees_earlier boolean not null,
  acl_id bigint,
  FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (proof_id) REFERENCES room_proof(id) ON DELETE CASCADE,
  PRIMARY KEY (proof_id, tree_id, "position")
);

create table checklist (
  id uuid not null,
  portfolio_id uuid not null,
  name text not null,
  is_active boolean default false not null,
  revision integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  organisation_id uuid,
  CHECK (name <> ''::text),
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table checklist_category (
  id bigint generated always as identity not null,
  checklist_id uuid not null,
  parent_id bigint,
  name text not null,
  row_number integer not null,
  is_development boolean default true not null,
  is_operating boolean default true not null,
  organisation_id uuid,
  CHECK (name <> ''::text),
  CHECK (row_number > 0),
  FOREIGN KEY (checklist_id) REFERENCES checklist(id) ON DELETE CASCADE,
  FOREIGN KEY (parent_id) REFERENCES checklist_category(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table checklist_comment (
  id bigint generated always as identity not null,
  checklist_id uuid not null,
  item_id bigint not null,
  person_id uuid not null,
  comment text not null,
  activity_id bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  organisation_id uuid,
  addressees uuid[],
  ref text,
  changed_in bigint,
  removed_at timestamp with time zone,
  CHECK (char_length(ref) <= 100) NOT VALID,
  CHECK (comment <> ''::text AND char_length(comment) <= 4000),
  FOREIGN KEY (checklist_id) REFERENCES checklist(id) ON DELETE CASCADE,
  FOREIGN KEY (item_id) REFERENCES checklist_item(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id),
  PRIMARY KEY (id)
);

create table checklist_item (
  id bigint generated always as identity not null,
  checklist_id uuid not null,
  category_id bigint not null,
  project_id uuid not null,
  status text default 'STATE_REQUESTED'::text not null,
  person_id uuid,
  link text,
  comment_count integer default 0 not null,
  changed_in bigint,
  organisation_id uuid,
  CHECK (link <> ''::text AND char_length(link) <= 2000),
  CHECK (status = ANY (ARRAY['STATE_REQUESTED'::text, 'SUBMITTED_FOR_REVIEW'::text, 'UNDER_REVIEW'::text, 'THIRD_PARTY_REVIEW'::text, 'FOLLOW_UP_NEEDED'::text, 'SIGNATURE_REQUIRED'::text, 'DONE'::text])),
  FOREIGN KEY (category_id) REFERENCES checklist_category(id) ON DELETE CASCADE,
  FOREIGN KEY (checklist_id) REFERENCES checklist(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (category_id, project_id)
);

create table company (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  logo_id uuid,
  CHECK (name <> ''::text),
  FOREIGN KEY (logo_id) REFERENCES stored_file(id),
  PRIMARY KEY (id)
);

create table counted_use (
  key text not null,
  slot bigint not null,
  process uuid not null,
  calls integer not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (key, slot, process)
);

create table crm_connection (
  person_id uuid not null,
  sealed bytea not null,
  created_at timestamp with time zone default now() not null,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (person_id)
);

create table crm_consent (
  id uuid not null,
  state_hash bytea not null,
  person_id uuid not null,
  session_id uuid not null,
  callback text not null,
  expires_at timestamp with time zone not null,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (state_hash)
);

create table crm_record (
  import_id uuid not null,
  row_number integer not null,
  kind text not null,
  name text not null,
  first_name text,
  last_name text,
  company text,
  title text,
  email text,
  phone text,
  name_key text not null,
  company_key text,
  keys text[] not null,
  delivery text default 'WAITING'::text not null,
  crm_id text,
  problem text,
  sent_at timestamp(3) with time zone,
  organisation_id uuid,
  CHECK ((delivery = ANY (ARRAY['WAITING'::text, 'SENDING'::text, 'SENT'::text, 'REFUSED'::text])) AND (delivery <> 'SENDING'::text OR sent_at IS NOT NULL)),
  CHECK (kind = ANY (ARRAY['PERSON'::text, 'COMPANY'::text])),
  FOREIGN KEY (import_id) REFERENCES data_import(id) ON DELETE CASCADE,
  PRIMARY KEY (import_id, row_number)
);

create table data_import (
  id uuid not null,
  person_id uuid not null,
  organisation_ids uuid[] not null,
  file_id uuid,
  file_name text not null,
  vendor text,
  state text default 'SUBMITTED'::text not null,
  run_id uuid,
  imported_at timestamp with time zone,
  row_count integer default 0 not null,
  sent_count integer default 0 not null,
  note text,
  failure text,
  created_at timestamp with time zone default now() not null,
  crm_organisation text,
  crm_host text,
  faulty_count integer default 0 not null,
  good_count integer default 0 not null,
  leaves_faulty boolean default false not null,
  CHECK (crm_organisation IS NULL OR crm_host IS NOT NULL),
  CHECK (state = ANY (ARRAY['SUBMITTED'::text, 'PROCESSING'::text, 'DONE'::text, 'FAILED'::text])),
  FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table deleted_membership (
  group_id uuid not null,
  person_id uuid not null,
  created_at timestamp with time zone not null,
  organisation_id uuid,
  FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, person_id)
);

create table deletion (
  document_id uuid not null,
  organisation_id uuid,
  tree_id uuid,
  above_ids uuid[],
  above_lists bigint[],
  for_good_at timestamp with time zone,
  FOREIGN KEY (document_id) REFERENCES document(id),
  PRIMARY KEY (document_id)
);

create table deletion_content (
  organisation_id uuid not null,
  document_id uuid not null,
  acl_id bigint not null,
  entries bigint not null,
  bytes bigint not null,
  FOREIGN KEY (acl_id) REFERENCES acl(id),
  FOREIGN KEY (document_id) REFERENCES deletion(document_id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (document_id, acl_id)
);

create table document (
  id uuid not null,
  tree_id uuid not null,
  parent_id uuid,
  is_folder boolean not null,
  name text not null,
  name_key text not null,
  extension text default ''::text not null,
  path uuid[] not null,
  acl_id bigint not null,
  current_version_id uuid,
  size bigint,
  created_at timestamp with time zone default now() not null,
  modified_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  bytes_removed_at timestamp with time zone,
  organisation_id uuid,
  CHECK (
CASE
    WHEN parent_id IS NULL THEN id = tree_id AND is_folder AND name = ''::text
    ELSE octet_length(name) >= 1 AND octet_length(name) <= 255
END),
  CHECK (bytes_removed_at IS NULL OR deleted_at IS NOT NULL),
  CHECK (is_folder = (current_version_id IS NULL)),
  CHECK (is_folder = (size IS NULL)),
  CHECK (path[cardinality(path)] = id),
  CHECK (size >= 0),
  FOREIGN KEY (current_version_id) REFERENCES document_version(id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (parent_id) REFERENCES document(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (id)
) with (fillfactor=50);

create table document_arrival (
  id bigint generated always as identity not null,
  organisation_id uuid not null,
  tree_id uuid not null,
  document_ids uuid[] not null,
  at timestamp with time zone not null,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  FOREIGN KEY (tree_id) REFERENCES document_tree(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table document_favourite (
  organisation_id uuid not null,
  person_id uuid not null,
  tree_id uuid not null,
  document_id uuid not null,
  at timestamp with time zone default now() not null,
  FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (person_id, tree_id, document_id)
);

create table document_former_number (
  organisation_id uuid not null,
  tree_id uuid not null,
  number text not null,
  document_id uuid not null,
  folder_id uuid not null,
  at timestamp with time zone default now() not null,
  FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (folder_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (tree_id, number, document_id)
);

create table document_label (
  id uuid not null,
  organisation_id uuid not null,
  label text not null,
  colour text not null,
  created_at timestamp with time zone default now() not null,
  CHECK (colour ~ '^#[0-9a-f]{6}$'::text),
  CHECK (label = btrim(label) AND char_length(label) >= 1 AND char_length(label) <= 40),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table document_labelling (
  document_id uuid not null,
  label_id uuid not null,
  organisation_id uuid,
  FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (label_id) REFERENCES document_label(id) ON DELETE CASCADE,
  PRIMARY KEY (document_id, label_id)
);

create table document_name_search (
  document_id uuid not null,
  name text not null,
  name_key text not null,
  extension text default ''::text not null,
  group_id bigint not null,
  list_id bigint not null,
  changed_at timestamp with time zone,
  organisation_id uuid,
  number integer,
  number_place integer,
  FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  PRIMARY KEY (document_id)
);

create table document_note (
  organisation_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  author_id uuid not null,
  text text not null,
  revision integer default 1 not null,
  at timestamp with time zone default now() not null,
  CHECK (char_length(text) >= 1 AND char_length(text) <= 2000),
  FOREIGN KEY (author_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (id),
  UNIQUE (document_id, author_id)
);

create table document_note_group (
  organisation_id uuid not null,
  note_id uuid not null,
  group_id uuid not null,
  FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  FOREIGN KEY (note_id) REFERENCES document_note(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (note_id, group_id)
);

create table document_text (
  organisation_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  state text default 'WAITING'::text not null,
  problem text,
  attempts integer default 0 not null,
  priority integer default 0 not null,
  try_at timestamp with time zone default now() not null,
  queued_at timestamp with time zone default now() not null,
  pages_due boolean default false not null,
  is_cut boolean default false not null,
  CHECK ((state = ANY (ARRAY['NOT_READ'::text, 'PARTLY_READ'::text])) = (problem IS NOT NULL)),
  CHECK (attempts >= 0),
  CHECK (state = ANY (ARRAY['WAITING'::text, 'READ'::text, 'PARTLY_READ'::text, 'NOT_READ'::text])),
  FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (version_id) REFERENCES document_version(id),
  PRIMARY KEY (document_id)
);

create table document_text_page (
  organisation_id uuid not null,
  document_id uuid not null,
  place integer not null,
  page integer,
  sheet text,
  text text not null,
  ocr text default 'NONE'::text not null,
  CHECK (ocr = ANY (ARRAY['NONE'::text, 'DUE'::text, 'READ'::text, 'FAILED'::text])),
  CHECK (place >= 1),
  FOREIGN KEY (document_id) REFERENCES document_text(document_id) ON DELETE CASCADE,
  PRIMARY KEY (document_id, place)
);

create table document_text_part (
  organisation_id uuid not null,
  document_id uuid not null,
  part integer not null,
  is_whole boolean not null,
  first_place integer not null,
  last_place integer not null,
  scope_id bigint not null,
  words tsvector not null,
  CHECK (part >= 1),
  FOREIGN KEY (document_id) REFERENCES document_text(document_id) ON DELETE CASCADE,
  FOREIGN KEY (scope_id) REFERENCES text_scope(id),
  PRIMARY KEY (document_id, part)
);

create table document_tree (
  id uuid not null,
  type text not null,
  organisation_id uuid not null,
  portfolio_id uuid,
  holding_company_id uuid,
  permissions_type text default 'GROUP'::text not null,
  allow_root_files boolean default true not null,
  created_at timestamp with time zone default now() not null,
  readers_see_earlier_versions boolean default false not null,
  numbering text default 'OFF'::text not null,
  usual_level text default 'ORIGINAL'::text not null,
  text_principals uuid[] default '{}'::uuid[] not null,
  viewing_revision integer default 0 not null,
  mark jsonb default '{}'::jsonb not null,
  measure_reading boolean default true not null,
  reading_mailed_at timestamp with time zone,
  CHECK (
CASE type
    WHEN 'O_AND_M'::text THEN portfolio_id IS NULL AND holding_company_id IS NULL
    ELSE num_nonnulls(portfolio_id, holding_company_id) = 1
END),
  CHECK (numbering = ANY (ARRAY['OFF'::text, 'ONE'::text, 'EACH_READER'::text])) NOT VALID,
  CHECK (permissions_type = ANY (ARRAY['ROLE'::text, 'GROUP'::text])),
  CHECK (type = ANY (ARRAY['DOCUMENTS'::text, 'REPORTS'::text, 'O_AND_M'::text])),
  CHECK (usual_level = ANY (ARRAY['VIEW'::text, 'PRINT'::text, 'PDF'::text, 'ORIGINAL'::text])),
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  PRIMARY KEY (id)
);

create table document_version (
  id uuid not null,
  document_id uuid not null,
  number integer not null,
  size bigint not null,
  sha256 bytea not null,
  created_by uuid not null,
  created_at timestamp with time zone default now() not null,
  organisation_id uuid,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  unchecked_since timestamp with time zone,
  damaged_at timestamp with time zone,
  CHECK (number > 0),
  CHECK (octet_length(sha256) = 32),
  CHECK (size >= 0),
  FOREIGN KEY (created_by) REFERENCES person(id),
  FOREIGN KEY (document_id) REFERENCES document(id) DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (id),
  UNIQUE (document_id, number)
);

create table duplicate_report (
  id uuid not null,
  person_id uuid not null,
  organisation_ids uuid[] not null,
  file_id uuid,
  file_name text,
  state text default 'SUBMITTED'::text not null,
  run_id uuid,
  failure text,
  created_at timestamp with time zone default now() not null,
  CHECK (state = ANY (ARRAY['SUBMITTED'::text, 'PROCESSING'::text, 'DONE'::text, 'FAILED'::text])),
  FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table duplicate_report_import (
  report_id uuid not null,
  import_id uuid not null,
  FOREIGN KEY (import_id) REFERENCES data_import(id) ON DELETE CASCADE,
  FOREIGN KEY (report_id) REFERENCES duplicate_report(id) ON DELETE CASCADE,
  PRIMARY KEY (report_id, import_id)
);

create table empty_search (
  organisation_id uuid not null,
  tree_id uuid not null,
  text text not null,
  person_id uuid not null,
  at timestamp with time zone not null,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (tree_id, text, person_id)
);

create table entry_record (
  id bigint generated always as identity not null,
  organisation_id uuid not null,
  tree_id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  person_id uuid not null,
  session_id uuid,
  detail jsonb,
  folder_ids uuid[] not null,
  folder_path text,
  document_ids uuid[] not null,
  version_ids uuid[] not null,
  names text[] not null,
  PRIMARY KEY (id)
);

create table equipment_model (
  id uuid not null,
  organisation_id uuid not null,
  kind text not null,
  manufacturer_id uuid not null,
  model_number text not null,
  CHECK (kind = ANY (ARRAY['PANEL'::text, 'INVERTER'::text])),
  CHECK (model_number <> ''::text),
  FOREIGN KEY (manufacturer_id) REFERENCES manufacturer(id),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (id)
);

create table failed_attempt (
  id bigint generated always as identity not null,
  email text not null,
  address text not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
);

create table folder_list (
  id bigint generated always as identity not null,
  folder_id uuid not null,
  acl_id bigint not null,
  is_folder boolean not null,
  is_deleted boolean not null,
  organisation_id uuid,
  FOREIGN KEY (folder_id) REFERENCES document(id),
  PRIMARY KEY (id)
) with (fillfactor=50);

create table folder_place (
  folder_id uuid not null,
  path uuid[] not null,
  organisation_id uuid,
  last_number integer default 0 not null,
  FOREIGN KEY (folder_id) REFERENCES document(id),
  PRIMARY KEY (folder_id),
  UNIQUE (path)
);

create table folder_tally (
  folder_id uuid not null,
  acl_id bigint not null,
  files bigint default 0 not null,
  folders bigint default 0 not null,
  organisation_id uuid,
  FOREIGN KEY (folder_id) REFERENCES document(id),
  PRIMARY KEY (folder_id, acl_id)
);

create table former_folder_list (
  id bigint generated always as identity not null,
  organisation_id uuid not null,
  list_id bigint not null,
  folder_id uuid not null,
  acl_id bigint not null,
  is_folder boolean not null,
  is_deleted boolean not null,
  until timestamp with time zone default change_moment() not null,
  changed_by uuid default changing_person(),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table former_list (
  organisation_id uuid not null,
  tree_id uuid not null,
  document_id uuid not null,
  acl_id bigint not null,
  at timestamp with time zone default now() not null
);

create table former_person (
  id bigint generated always as identity not null,
  person_id uuid not null,
  is_active boolean not null,
  is_super_user boolean not null,
  until timestamp with time zone default change_moment() not null,
  changed_by uuid default changing_person(),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table former_place (
  id bigint generated always as identity not null,
  organisation_id uuid not null,
  document_id uuid not null,
  list_id bigint,
  acl_id bigint,
  until timestamp with time zone default change_moment() not null,
  changed_by uuid default changing_person(),
  FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table former_right (
  id bigint generated always as identity not null,
  organisation_id uuid not null,
  subject text not null,
  row_key text not null,
  was jsonb,
  until timestamp with time zone default change_moment() not null,
  changed_by uuid default changing_person(),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table holding_company (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  slug text not null,
  status text not null,
  system_size double precision default 0 not null,
  deal_manager_id uuid,
  enable_reports boolean default true not null,
  enable_portfolios boolean default true not null,
  enable_q_and_a boolean default true not null,
  created_at timestamp with time zone default now() not null,
  actual_revenue_ytd double precision,
  forecast_revenue_ytd double precision,
  actual_expenses_ytd double precision,
  forecast_expenses_ytd double precision,
  actual_production_ytd double precision,
  forecast_production_ytd double precision,
  cover_id uuid,
  subpage_permissions text default 'GROUP'::text not null,
  total_size double precision,
  offering_type text,
  production_year integer,
  enable_dashboard_data boolean default true not null,
  coupon_senior_debt double precision,
  CHECK (char_length(offering_type) <= 255),
  CHECK (name <> ''::text),
  CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text),
  CHECK (status = ANY (ARRAY['DRAFT'::text, 'ACQUIRED'::text, 'DILIGENCE'::text, 'SOLD'::text, 'MARKET'::text, 'DELETED'::text])),
  CHECK (subpage_permissions = ANY (ARRAY['ROLE'::text, 'GROUP'::text])),
  CHECK (system_size >= 0::double precision),
  CHECK (total_size >= 0::double precision),
  FOREIGN KEY (cover_id) REFERENCES stored_file(id),
  FOREIGN KEY (deal_manager_id) REFERENCES person(id),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (id),
  UNIQUE (slug)
);

create table holding_company_portfolio (
  holding_company_id uuid not null,
  portfolio_id uuid not null,
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (holding_company_id, portfolio_id)
);

create table holding_company_visit (
  person_id uuid not null,
  holding_company_id uuid not null,
  visited_at timestamp with time zone default now() not null,
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (person_id, holding_company_id)
);

create table installation (
  key text not null,
  value text not null,
  PRIMARY KEY (key)
);

create table invitation (
  id uuid not null,
  organisation_id uuid not null,
  person_id uuid,
  email text not null,
  first_name text not null,
  last_name text not null,
  title text,
  company_name text,
  group_id uuid,
  invited_by uuid,
  sent_at timestamp with time zone default now() not null,
  sends integer default 1 not null,
  accepted_at timestamp with time zone,
  is_accepted boolean default (accepted_at IS NOT NULL) not null,
  revision integer default 1 not null,
  search_key text default lower(((((((first_name || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || COALESCE(company_name, ''::text))) not null,
  created_at timestamp with time zone default now() not null,
  CHECK ((person_id IS NULL) = (accepted_at IS NULL)),
  CHECK (email = lower(btrim(email)) AND email <> ''::text),
  CHECK (first_name <> ''::text),
  CHECK (last_name <> ''::text),
  CHECK (person_id IS NULL OR group_id IS NULL),
  CHECK (title <> ''::text),
  FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE SET NULL,
  FOREIGN KEY (invited_by) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table kept_page (
  id uuid not null,
  version_id uuid not null,
  organisation_id uuid not null,
  number integer not null,
  width integer not null,
  size integer,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone default now() not null,
  CHECK (number = 0 AND width = 0 OR number >= 1 AND width > 0),
  CHECK (size > 0),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (version_id) REFERENCES document_version(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (version_id, number, width)
);

create table legal_hold (
  portfolio_id uuid not null,
  organisation_id uuid not null,
  reason text not null,
  set_by uuid not null,
  set_at timestamp with time zone default now() not null,
  CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  FOREIGN KEY (set_by) REFERENCES person(id),
  PRIMARY KEY (portfolio_id)
);

create table licence (
  version integer not null,
  body text not null,
  published_at timestamp with time zone default now() not null,
  CHECK (body <> ''::text),
  CHECK (version > 0),
  PRIMARY KEY (version)
);

create table licence_acceptance (
  person_id uuid not null,
  version integer not null,
  accepted_at timestamp with time zone default now() not null,
  email_agreement boolean not null,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (version) REFERENCES licence(version),
  PRIMARY KEY (person_id, version)
);

create table mail_outbox (
  id uuid not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  leased_until timestamp with time zone,
  reply_to text,
  source_id uuid,
  reader_id uuid,
  written_at timestamp with time zone default now() not null,
  body_html text,
  unsubscribe_url text,
  failed_at timestamp with time zone,
  failure text,
  CHECK ((source_id IS NULL) = (reader_id IS NULL)),
  FOREIGN KEY (reader_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (source_id) REFERENCES mail_source(id),
  PRIMARY KEY (id)
);

create table mail_source (
  id uuid not null,
  content jsonb not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
);

create table manufacturer (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  CHECK (name <> ''::text),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (id)
);

create table membership (
  group_id uuid not null,
  person_id uuid not null,
  created_at timestamp with time zone default now() not null,
  organisation_id uuid,
  FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, person_id)
);

create table milestone (
  id uuid not null,
  timeline_id uuid not null,
  position integer not null,
  due_date text default ''::text not null,
  title text default ''::text not null,
  body text default ''::text not null,
  status text default 'ACTIVE'::text not null,
  revision integer default 1 not null,
  CHECK (char_length(body) <= 5000),
  CHECK (char_length(due_date) <= 60),
  CHECK (char_length(title) <= 200),
  CHECK (status = ANY (ARRAY['ACTIVE'::text, 'COMPLETE'::text])),
  FOREIGN KEY (timeline_id) REFERENCES timeline(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table name_group (
  id bigint generated always as identity not null,
  tree_id uuid not null,
  folder_id uuid not null,
  acl_id bigint not null,
  is_folder boolean not null,
  is_deleted boolean not null,
  size integer default 0 not null,
  is_full boolean default (size >= 64) not null,
  letters bit(2048) default (0)::bit(2048) not null,
  extensions text[] default '{}'::text[] not null,
  first_name text,
  first_id uuid,
  changes integer default 0 not null,
  change_kinds text[] default '{}'::text[] not null,
  changed_at timestamp with time zone,
  all_changed_at timestamp with time zone,
  organisation_id uuid,
  is_folded boolean default false not null,
  FOREIGN KEY (folder_id) REFERENCES document(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (id)
) with (fillfactor=50);

create table net_yield (
  id uuid not null,
  portfolio_id uuid,
  holding_company_id uuid,
  year integer not null,
  actual_energy double precision,
  p50 double precision not null,
  p90 double precision not null,
  CHECK ((portfolio_id IS NULL) <> (holding_company_id IS NULL)),
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table notification (
  id uuid not null,
  kind text not null,
  subject_kind text not null,
  subject_id uuid not null,
  person_id uuid,
  address text,
  caused_by uuid,
  digest text not null,
  data jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  latest_at timestamp with time zone not null,
  attempts integer default 0 not null,
  reached uuid,
  organisation_id uuid,
  portfolio_id uuid,
  holding_company_id uuid,
  CHECK (person_id IS NULL OR address IS NULL),
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table notification_off (
  person_id uuid not null,
  organisation_id uuid not null,
  portfolio_id uuid,
  holding_company_id uuid,
  since timestamp with time zone default now() not null,
  CHECK (portfolio_id IS NULL OR holding_company_id IS NULL),
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  UNIQUE NULLS NOT DISTINCT (person_id, organisation_id, portfolio_id, holding_company_id)
);

create table o_and_m_partner (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  CHECK (name <> ''::text),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table o_and_m_project (
  partner_id uuid not null,
  project_id uuid not null,
  FOREIGN KEY (partner_id) REFERENCES o_and_m_partner(id) ON DELETE CASCADE,
  FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  PRIMARY KEY (partner_id, project_id)
);

create table o_and_m_site (
  partner_id uuid not null,
  name text not null,
  capacity double precision not null,
  CHECK (capacity >= 0::double precision),
  CHECK (name <> ''::text),
  FOREIGN KEY (partner_id) REFERENCES o_and_m_partner(id) ON DELETE CASCADE,
  PRIMARY KEY (partner_id, name)
);

create table offtaker (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  quality double precision,
  note text,
  CHECK (name <> ''::text),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (id)
);

create table open_socket (
  id uuid not null,
  person_id uuid not null,
  process uuid not null,
  seen_at timestamp with time zone default now() not null,
  kind text default 'topic'::text not null,
  PRIMARY KEY (id)
);

create table operating_stats (
  entity_id uuid not null,
  portfolio_id uuid,
  holding_company_id uuid,
  start_date date not null,
  actual_revenue double precision not null,
  forecast_revenue double precision not null,
  actual_expenses double precision not null,
  forecast_expenses double precision not null,
  actual_production double precision not null,
  forecast_production double precision not null,
  CHECK ((portfolio_id IS NULL) <> (holding_company_id IS NULL) AND entity_id = COALESCE(portfolio_id, holding_company_id)),
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (entity_id),
  UNIQUE (holding_company_id),
  UNIQUE (portfolio_id)
);

create table organisation (
  id uuid not null,
  name text not null,
  slug text not null,
  kind text default 'INVESTOR'::text not null,
  display_style text default 'KW'::text not null,
  document_labels boolean default false not null,
  copilot boolean default false not null,
  status_labels jsonb not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  purge_after timestamp with time zone,
  logo_id uuid,
  api_tokens_allowed boolean default true not null,
  CHECK ((deleted_at IS NULL) = (purge_after IS NULL) AND (deleted_at IS NULL) = (deleted_by IS NULL)),
  CHECK (display_style = ANY (ARRAY['KW'::text, 'MW'::text])),
  CHECK (kind = ANY (ARRAY['INVESTOR'::text, 'DEVELOPER'::text])),
  CHECK (name <> ''::text),
  CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text),
  FOREIGN KEY (deleted_by) REFERENCES person(id),
  FOREIGN KEY (logo_id) REFERENCES stored_file(id),
  PRIMARY KEY (id),
  UNIQUE (slug)
);

create table organisation_fill (
  position integer not null,
  table_name text not null,
  lookup text not null,
  next_block bigint default 0 not null,
  met bigint default 0 not null,
  PRIMARY KEY ("position"),
  UNIQUE (table_name)
);

create table outbox (
  xid xid8 default pg_current_xact_id() not null,
  id bigint generated always as identity not null,
  topic text not null,
  kind text not null,
  person_id uuid,
  activity_ids bigint[] default '{}'::bigint[] not null,
  PRIMARY KEY (xid, id)
);

create table outbox_cursor (
  reader text not null,
  snapshot pg_snapshot not null,
  seen_at timestamp with time zone default now() not null,
  PRIMARY KEY (reader)
) with (fillfactor=50);

create table page_alert (
  id uuid not null,
  organisation_id uuid not null,
  tree_id uuid not null,
  person_id uuid not null,
  day date not null,
  at timestamp with time zone not null,
  pages integer not null,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (tree_id) REFERENCES document_tree(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (tree_id, person_id, day)
);

create table page_build (
  id text not null,
  served_at timestamp with time zone not null,
  PRIMARY KEY (id)
);

create table page_count (
  person_id uuid not null,
  minute timestamp with time zone not null,
  pages integer not null,
  searches integer default 0 not null,
  trees jsonb default '{}'::jsonb not null,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (person_id, minute)
);

create table page_mark (
  code text not null,
  opening_id uuid not null,
  kind text default 'SCREEN'::text not null,
  printed_from uuid,
  organisation_id uuid not null,
  tree_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  person_id uuid not null,
  created_at timestamp with time zone default now() not null,
  first_at timestamp with time zone,
  address text,
  company_name text,
  groups text[],
  recorded_path text,
  version integer,
  viewed_as text,
  sealed_password bytea,
  reported_at timestamp with time zone,
  reports integer default 0 not null,
  redaction_id uuid,
  CHECK ((kind = 'PRINT'::text) = (printed_from IS NOT NULL)),
  CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'::text),
  CHECK (kind = ANY (ARRAY['SCREEN'::text, 'PRINT'::text, 'PDF'::text])),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (code),
  UNIQUE (opening_id),
  UNIQUE (printed_from)
);

create table page_reading (
  opening_id uuid not null,
  page integer not null,
  organisation_id uuid not null,
  tree_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  person_id uuid not null,
  ms bigint default 0 not null,
  last_at timestamp with time zone,
  CHECK ((ms > 0) = (last_at IS NOT NULL)),
  CHECK (ms >= 0),
  CHECK (page >= 1),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (opening_id, page)
);

create table passkey (
  id uuid not null,
  person_id uuid not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  off_at timestamp with time zone,
  CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (credential_id)
);

create table password_reset (
  id uuid not null,
  email text not null,
  address text not null,
  created_at timestamp with time zone not null,
  person_id uuid,
  used_at timestamp with time zone,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table permission_change (
  id uuid not null,
  tree_id uuid not null,
  at timestamp with time zone default now() not null,
  permissions_type text not null,
  paths jsonb not null,
  former jsonb,
  undone_at timestamp with time zone,
  organisation_id uuid,
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (id)
);

create table person (
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  title text,
  location text,
  company_id uuid,
  phone_number text,
  two_factor_enabled boolean default false not null,
  is_super_user boolean default false not null,
  is_active boolean default true not null,
  password_hash text,
  last_login_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  has_authenticator boolean default false not null,
  avatar_id uuid,
  revision integer default 1 not null,
  is_unproven boolean default false not null,
  CHECK (NOT two_factor_enabled OR phone_number IS NOT NULL),
  CHECK (email = lower(btrim(email)) AND email <> ''::text),
  CHECK (first_name <> ''::text),
  CHECK (last_name <> ''::text),
  CHECK (location <> ''::text),
  CHECK (title <> ''::text),
  FOREIGN KEY (avatar_id) REFERENCES stored_file(id),
  FOREIGN KEY (company_id) REFERENCES company(id),
  PRIMARY KEY (id),
  UNIQUE (email)
);

create table phone_change (
  id uuid not null,
  person_id uuid not null,
  phone_number text not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table portfolio (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  slug text not null,
  status text default 'DRAFT'::text not null,
  build_status text,
  system_size double precision,
  deal_manager_id uuid,
  enable_projects boolean default true not null,
  enable_q_and_a boolean default true not null,
  enable_reports boolean default true not null,
  header_enabled boolean default true not null,
  created_at timestamp with time zone default now() not null,
  cover_id uuid,
  revision integer default 1 not null,
  has_checklist boolean default false not null,
  subpage_permissions text default 'GROUP'::text not null,
  CHECK (build_status = ANY (ARRAY['EARLY_STAGE'::text, 'MID_STAGE'::text, 'LATE_STAGE'::text, 'COMPLETE'::text])),
  CHECK (name <> ''::text),
  CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text),
  CHECK (status = ANY (ARRAY['DRAFT'::text, 'ACQUIRED'::text, 'DILIGENCE'::text, 'SOLD'::text, 'MARKET'::text, 'DELETED'::text])),
  CHECK (subpage_permissions = ANY (ARRAY['ROLE'::text, 'GROUP'::text])),
  CHECK (system_size >= 0::double precision),
  FOREIGN KEY (cover_id) REFERENCES stored_file(id),
  FOREIGN KEY (deal_manager_id) REFERENCES person(id),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (id),
  UNIQUE (slug)
);

create table portfolio_project (
  portfolio_id uuid not null,
  project_id uuid not null,
  organisation_id uuid,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  PRIMARY KEY (portfolio_id, project_id)
);

create table portfolio_visit (
  person_id uuid not null,
  portfolio_id uuid not null,
  visited_at timestamp with time zone default now() not null,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (person_id, portfolio_id)
);

create table postponed_removal (
  key text not null,
  asked_at timestamp with time zone default now() not null,
  PRIMARY KEY (key)
);

create table ppa_contract (
  id bigint generated always as identity not null,
  project_id uuid not null,
  start_date date not null,
  term double precision not null,
  rate double precision not null,
  escalator double precision not null,
  organisation_id uuid,
  CHECK (escalator >= 0::double precision),
  CHECK (rate >= 0::double precision),
  CHECK (term > 0::double precision),
  FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table project (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  type text not null,
  status text not null,
  development_stage text,
  is_owned boolean default false not null,
  ntp date,
  cod date,
  permission_to_operate_date date,
  acquisition_date date,
  capacity double precision,
  capacity_ac double precision,
  address text,
  city text,
  state text,
  zip_code text,
  elevation double precision,
  latitude double precision,
  longitude double precision,
  phone_number text,
  balancing_authority_area text,
  utility_name text,
  utility_zone text,
  utility_iso text,
  system text,
  solar_capacity_dc double precision,
  solar_capacity_ac double precision,
  bess_kw double precision,
  bess_kwh double precision,
  installation text,
  mounting text,
  panel_warranty double precision,
  inverter_warranty double precision,
  contractor_warranty double precision,
  revision integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  saved_by uuid,
  saved_at timestamp with time zone,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  deleted_from uuid[],
  import_id uuid,
  CHECK (bess_kw >= 0::double precision),
  CHECK (bess_kwh >= 0::double precision),
  CHECK (capacity >= 0::double precision),
  CHECK (capacity_ac >= 0::double precision),
  CHECK (contractor_warranty >= 0::double precision),
  CHECK (development_stage = ANY (ARRAY['EARLY_STAGE'::text, 'MID_STAGE'::text, 'LATE_STAGE'::text, 'COMPLETE'::text])),
  CHECK (installation = ANY (ARRAY['ROOF'::text, 'GROUND'::text, 'CARPORT'::text, 'MIXED'::text, 'FLOATING'::text])),
  CHECK (inverter_warranty >= 0::double precision),
  CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CHECK (length(zip_code) = 5),
  CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CHECK (mounting = ANY (ARRAY['FIXED_TILT'::text, 'SINGLE'::text, 'DUAL_AXIS'::text, 'MIXED'::text])),
  CHECK (name <> ''::text),
  CHECK (panel_warranty >= 0::double precision),
  CHECK (solar_capacity_ac >= 0::double precision),
  CHECK (solar_capacity_dc >= 0::double precision),
  CHECK (status = ANY (ARRAY['OPERATING'::text, 'NEW_BUILD'::text])),
  CHECK (type = ANY (ARRAY['SOLAR'::text, 'STORAGE'::text, 'SOLAR_PLUS_STORAGE'::text])),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (saved_by) REFERENCES person(id),
  PRIMARY KEY (id)
);

create table project_equipment (
  project_id uuid not null,
  model_id uuid not null,
  position integer not null,
  count integer not null,
  organisation_id uuid,
  CHECK (count >= 0),
  FOREIGN KEY (model_id) REFERENCES equipment_model(id),
  FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  PRIMARY KEY (project_id, "position")
);

create table project_layer (
  id uuid not null,
  project_id uuid not null,
  shapes_id uuid not null,
  position integer not null,
  name text not null,
  type text not null,
  stroke text,
  stroke_opacity double precision,
  stroke_width double precision,
  fill text,
  fill_opacity double precision,
  file_id uuid not null,
  organisation_id uuid,
  CHECK (name <> ''::text),
  FOREIGN KEY (file_id) REFERENCES stored_file(id),
  FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  FOREIGN KEY (shapes_id) REFERENCES project_shapes(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table project_offtaker (
  project_id uuid not null,
  offtaker_id uuid not null,
  organisation_id uuid,
  FOREIGN KEY (offtaker_id) REFERENCES offtaker(id),
  FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  PRIMARY KEY (project_id, offtaker_id)
);

create table project_shapes (
  id uuid not null,
  project_id uuid not null,
  name text not null,
  source_file_id uuid,
  state text not null,
  problem text,
  file_id uuid,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone default now() not null,
  organisation_id uuid,
  CHECK ((problem IS NULL) = (state <> 'FAILED'::text)),
  CHECK (name <> ''::text),
  CHECK (state = ANY (ARRAY['WAITING'::text, 'DONE'::text, 'FAILED'::text])),
  FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE SET NULL,
  FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  FOREIGN KEY (source_file_id) REFERENCES stored_file(id) ON DELETE SET NULL,
  FOREIGN KEY (uploaded_by) REFERENCES person(id),
  PRIMARY KEY (id)
);

create table publication (
  id uuid not null,
  organisation_id uuid not null,
  tree_id uuid not null,
  title text not null,
  note text,
  at timestamp with time zone not null,
  document_ids uuid[] not null,
  created_by uuid not null,
  session_id uuid,
  created_at timestamp with time zone default now() not null,
  published_at timestamp with time zone,
  problem text,
  change_ids uuid[] default '{}'::uuid[] not null,
  entries integer,
  CHECK (char_length(note) >= 1 AND char_length(note) <= 2000),
  CHECK (char_length(title) >= 1 AND char_length(title) <= 200),
  FOREIGN KEY (created_by) REFERENCES person(id),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (id)
);

create table question (
  id uuid not null,
  log_id uuid not null,
  parent_id uuid,
  number integer,
  follow_up integer default 0 not null,
  last_follow_up integer default 0 not null,
  is_closed boolean default false not null,
  is_priority boolean default false not null,
  body jsonb,
  body_revision integer default 0 not null,
  body_by uuid,
  body_at timestamp with time zone,
  announced_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  modified_at timestamp with time zone default now() not null,
  organisation_id uuid,
  is_draft boolean default false not null,
  asked_by uuid,
  party_ids uuid[],
  reader_ids uuid[],
  party_numbers integer[],
  CHECK ((parent_id IS NULL) = (follow_up = 0)),
  CHECK (is_draft = (number IS NULL)),
  CHECK (number > 0),
  FOREIGN KEY (asked_by) REFERENCES person(id),
  FOREIGN KEY (body_by) REFERENCES person(id),
  FOREIGN KEY (log_id) REFERENCES question_log(id) ON DELETE CASCADE,
  FOREIGN KEY (parent_id) REFERENCES question(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table question_answer (
  id uuid not null,
  question_id uuid not null,
  body jsonb,
  revision integer default 0 not null,
  body_by uuid,
  announced_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  modified_at timestamp with time zone default now() not null,
  organisation_id uuid,
  draft jsonb,
  draft_revision integer default 0 not null,
  FOREIGN KEY (body_by) REFERENCES person(id),
  FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (question_id)
);

create table question_categorising (
  question_id uuid not null,
  category_id uuid not null,
  organisation_id uuid,
  FOREIGN KEY (category_id) REFERENCES question_category(id) ON DELETE CASCADE,
  FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  PRIMARY KEY (question_id, category_id)
);

create table question_category (
  id uuid not null,
  log_id uuid not null,
  name text not null,
  position integer not null,
  organisation_id uuid,
  CHECK (name <> ''::text),
  FOREIGN KEY (log_id) REFERENCES question_log(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table question_document (
  question_id uuid not null,
  of_answer boolean not null,
  document_id uuid not null,
  position integer not null,
  organisation_id uuid,
  FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  PRIMARY KEY (question_id, of_answer, document_id)
);

create table question_log (
  id uuid not null,
  organisation_id uuid not null,
  portfolio_id uuid,
  holding_company_id uuid,
  name text not null,
  restricted boolean default false not null,
  last_number integer default 0 not null,
  revision integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  each_party boolean default false not null,
  limit_total integer,
  limit_per_day integer,
  limit_per_party integer,
  ends_at timestamp with time zone,
  CHECK ((portfolio_id IS NULL) <> (holding_company_id IS NULL)),
  CHECK (name <> ''::text AND char_length(name) <= 120),
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table question_log_group (
  log_id uuid not null,
  group_id uuid not null,
  organisation_id uuid,
  FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  FOREIGN KEY (log_id) REFERENCES question_log(id) ON DELETE CASCADE,
  PRIMARY KEY (log_id, group_id)
);

create table question_on_topic (
  question_id uuid not null,
  topic_id uuid not null,
  organisation_id uuid,
  FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  FOREIGN KEY (topic_id) REFERENCES question_topic(id) ON DELETE CASCADE,
  PRIMARY KEY (question_id, topic_id)
);

create table question_portfolio (
  question_id uuid not null,
  portfolio_id uuid not null,
  organisation_id uuid,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  PRIMARY KEY (question_id, portfolio_id)
);

create table question_project (
  question_id uuid not null,
  project_id uuid not null,
  organisation_id uuid,
  FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  PRIMARY KEY (question_id, project_id)
);

create table question_text (
  id bigint generated always as identity not null,
  question_id uuid not null,
  of_answer boolean not null,
  body jsonb,
  person_id uuid,
  at timestamp with time zone not null,
  organisation_id uuid,
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table question_topic (
  id uuid not null,
  log_id uuid not null,
  name text not null,
  position integer not null,
  organisation_id uuid,
  CHECK (name <> ''::text),
  FOREIGN KEY (log_id) REFERENCES question_log(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table question_view (
  person_id uuid not null,
  question_id uuid not null,
  first_viewed_at timestamp with time zone default now() not null,
  viewed_at timestamp with time zone default now() not null,
  organisation_id uuid,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  PRIMARY KEY (person_id, question_id)
);

create table record_backlog (
  source text not null,
  after text,
  PRIMARY KEY (source)
);

create table record_check (
  organisation_id uuid not null,
  state text not null,
  asked_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  leaves bigint,
  findings text,
  CHECK (state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'INTACT'::text, 'TAMPERED'::text, 'FAILED'::text])),
  PRIMARY KEY (organisation_id)
);

create table record_checkpoint (
  organisation_id uuid not null,
  id bigint generated always as identity not null,
  tree_size bigint not null,
  root bytea not null,
  at timestamp with time zone not null,
  key_id text not null,
  signature bytea not null,
  time_stamp bytea,
  CHECK (octet_length(root) = 32),
  CHECK (octet_length(signature) = 64),
  CHECK (tree_size > 0),
  FOREIGN KEY (key_id) REFERENCES record_key(id),
  PRIMARY KEY (organisation_id, id)
);

create table record_key (
  id text not null,
  public_key bytea not null,
  private_key bytea,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  CHECK ((private_key IS NULL) = (retired_at IS NOT NULL)),
  CHECK (octet_length(public_key) = 32),
  PRIMARY KEY (id)
);

create table record_leaf (
  organisation_id uuid not null,
  position bigint not null,
  source text not null,
  row_id text not null,
  row_at timestamp with time zone,
  hash bytea not null,
  node bytea not null,
  appended_at timestamp with time zone default now() not null,
  CHECK ("position" >= 0),
  CHECK (octet_length(hash) = 32),
  CHECK (octet_length(node) = 32),
  PRIMARY KEY (organisation_id, "position")
);

create table record_pending (
  id bigint generated always as identity not null,
  source text not null,
  ids text[] not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
);

create table record_recipient (
  id uuid not null,
  organisation_id uuid not null,
  email text not null,
  mailed bigint,
  CHECK (char_length(email) <= 254),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  PRIMARY KEY (id)
);

create table record_removal (
  organisation_id uuid not null,
  position bigint not null,
  id uuid default gen_random_uuid() not null,
  reason text not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (organisation_id, "position"),
  UNIQUE (id)
);

create table recovery_code (
  person_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  CHECK (octet_length(code_hash) = 32),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (person_id, code_hash)
);

create table redaction (
  id uuid not null,
  organisation_id uuid not null,
  tree_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  state text not null,
  revision integer default 1 not null,
  marks jsonb not null,
  mark_count integer not null,
  failure text,
  remarks text[] default '{}'::text[] not null,
  changed_by uuid not null,
  changed_at timestamp with time zone default now() not null,
  applied_by uuid,
  session_id uuid,
  applied_at timestamp with time zone,
  file_id uuid,
  size bigint,
  ended_at timestamp with time zone,
  text_read_at timestamp with time zone,
  sha256 bytea,
  CHECK (mark_count >= 0 AND mark_count <= 5000),
  CHECK (revision >= 1),
  CHECK (state = ANY (ARRAY['DRAFT'::text, 'APPLYING'::text, 'APPLIED'::text, 'FAILED'::text, 'UNDONE'::text, 'REPLACED'::text])),
  FOREIGN KEY (applied_by) REFERENCES person(id),
  FOREIGN KEY (changed_by) REFERENCES person(id),
  FOREIGN KEY (document_id) REFERENCES document(id),
  FOREIGN KEY (file_id) REFERENCES stored_file(id),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id) ON DELETE CASCADE,
  FOREIGN KEY (version_id) REFERENCES document_version(id),
  PRIMARY KEY (id)
);

create table redaction_search (
  id uuid not null,
  organisation_id uuid not null,
  tree_id uuid not null,
  person_id uuid not null,
  session_id uuid,
  document_ids uuid[] not null,
  words text[] not null,
  patterns text[] not null,
  reason text not null,
  state text default 'QUEUED'::text not null,
  run_id uuid,
  file_count integer not null,
  created_at timestamp with time zone default now() not null,
  CHECK (file_count >= 0 AND file_count <= 5000),
  CHECK (state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'ENDED'::text, 'CANCELLED'::text])),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table redaction_search_file (
  search_id uuid not null,
  position integer not null,
  organisation_id uuid not null,
  document_id uuid not null,
  redaction_id uuid,
  mark_count integer default 0 not null,
  problem text,
  FOREIGN KEY (document_id) REFERENCES document(id),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (redaction_id) REFERENCES redaction(id) ON DELETE SET NULL,
  FOREIGN KEY (search_id) REFERENCES redaction_search(id) ON DELETE CASCADE,
  PRIMARY KEY (search_id, document_id)
);

create table removed_record (
  organisation_id uuid not null,
  id uuid not null,
  kind text not null,
  record_id uuid not null,
  name text not null,
  place_name text,
  portfolio_id uuid,
  holding_company_id uuid,
  person_id uuid not null,
  at timestamp with time zone default now() not null,
  rows jsonb not null,
  links jsonb not null,
  ids uuid[] not null,
  CHECK (kind = ANY (ARRAY['PAGE'::text, 'CHECKLIST'::text, 'GROUP'::text, 'DEAL_ROOM'::text])),
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table rendition_text (
  redaction_id uuid not null,
  part integer not null,
  organisation_id uuid not null,
  first_page integer not null,
  pages text[] not null,
  words tsvector not null,
  CHECK (first_page >= 1),
  CHECK (part >= 1),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (redaction_id) REFERENCES redaction(id) ON DELETE CASCADE,
  PRIMARY KEY (redaction_id, part)
);

create table role (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  CHECK (name <> ''::text),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table role_permission (
  role_id uuid not null,
  codename text not null,
  organisation_id uuid,
  CHECK (codename = ANY (ARRAY['access_log:view'::text, 'checklists:admin'::text, 'dealroom:view'::text, 'dealroom:admin'::text, 'documents:admin'::text, 'documents:edit'::text, 'documents:delete'::text, 'documents_history:view'::text, 'documents:view'::text, 'o_and_m:admin'::text, 'o_and_m:view'::text, 'overview:view'::text, 'org:admin'::text, 'projects:view'::text, 'projects:admin'::text, 'questions:admin'::text, 'question_answers:edit'::text, 'question_answers:view'::text, 'questions:edit'::text, 'questions:view'::text, 'reports:admin'::text, 'reports:edit'::text, 'reports_history:view'::text, 'reports:view'::text, 'users:admin'::text])),
  FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE CASCADE,
  PRIMARY KEY (role_id, codename)
);

create table room_archive_file (
  proof_id uuid not null,
  organisation_id uuid not null,
  position bigint not null,
  path text not null,
  kind text not null,
  source jsonb not null,
  modified_at timestamp with time zone not null,
  size bigint,
  sha256 bytea,
  part integer,
  left_out text,
  document_id uuid,
  version_id uuid,
  CHECK (octet_length(sha256) = 32),
  FOREIGN KEY (proof_id) REFERENCES room_proof(id) ON DELETE CASCADE,
  PRIMARY KEY (proof_id, "position")
);

create table room_archive_link (
  id uuid not null,
  proof_id uuid not null,
  organisation_id uuid not null,
  person_id uuid not null,
  created_by uuid not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  FOREIGN KEY (created_by) REFERENCES person(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (proof_id) REFERENCES room_proof(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (proof_id, person_id)
);

create table room_archive_part (
  id uuid not null,
  proof_id uuid not null,
  organisation_id uuid not null,
  number integer not null,
  name text not null,
  size bigint,
  sha256 bytea,
  created_at timestamp with time zone default now() not null,
  CHECK ((size IS NULL) = (sha256 IS NULL)),
  CHECK (number > 0),
  CHECK (octet_length(sha256) = 32),
  FOREIGN KEY (proof_id) REFERENCES room_proof(id),
  PRIMARY KEY (id),
  UNIQUE (proof_id, number)
);

create table room_archive_row (
  proof_id uuid not null,
  organisation_id uuid not null,
  kind text not null,
  position bigint not null,
  content jsonb not null,
  FOREIGN KEY (proof_id) REFERENCES room_proof(id) ON DELETE CASCADE,
  PRIMARY KEY (proof_id, kind, "position")
);

create table room_freeze (
  portfolio_id uuid not null,
  organisation_id uuid not null,
  reason text,
  frozen_by uuid not null,
  frozen_at timestamp with time zone default now() not null,
  CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  FOREIGN KEY (frozen_by) REFERENCES person(id),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  PRIMARY KEY (portfolio_id)
);

create table room_phase (
  portfolio_id uuid not null,
  organisation_id uuid not null,
  phase text not null,
  set_by uuid not null,
  set_at timestamp with time zone default now() not null,
  CHECK (phase = ANY (ARRAY['PREPARATION'::text, 'CLOSING'::text, 'ARCHIVED'::text])),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  FOREIGN KEY (set_by) REFERENCES person(id),
  PRIMARY KEY (portfolio_id)
);

create table room_proof (
  id uuid not null,
  organisation_id uuid not null,
  portfolio_id uuid not null,
  kind text not null,
  state text default 'WAITING'::text not null,
  group_id uuid,
  group_name text,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  covers text[] not null,
  person_id uuid not null,
  session_id uuid,
  run_id uuid,
  progress double precision default 0 not null,
  failure text,
  pdf_file_id uuid,
  sheet_file_id uuid,
  size bigint,
  sha256 bytea,
  created_at timestamp with time zone default now() not null,
  with_versions boolean default false not null,
  is_encrypted boolean default false not null,
  sealed_passphrase bytea,
  planned_at timestamp with time zone,
  expires_at timestamp with time zone,
  verified_at timestamp with time zone,
  CHECK ((group_id IS NULL) = (group_name IS NULL)),
  CHECK ((state = 'READY'::text) <= (num_nulls(size, sha256) = 0 AND (kind = 'ARCHIVE'::text OR num_nulls(pdf_file_id, sheet_file_id) = 0))),
  CHECK (kind = ANY (ARRAY['CERTIFICATE'::text, 'ARCHIVE'::text])),
  CHECK (octet_length(sha256) = 32),
  CHECK (progress >= 0::double precision AND progress <= 1::double precision),
  CHECK (state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'READY'::text, 'FAILED'::text, 'CANCELLED'::text])),
  CHECK (to_at > from_at),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (pdf_file_id) REFERENCES stored_file(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id),
  FOREIGN KEY (sheet_file_id) REFERENCES stored_file(id),
  PRIMARY KEY (id)
);

create table running_process (
  id uuid not null,
  name text not null,
  role text not null,
  version text not null,
  migration text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  PRIMARY KEY (id)
);

create table scim_given (
  user_group_id uuid not null,
  person_id uuid not null,
  connection_id uuid not null,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (user_group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  PRIMARY KEY (user_group_id, person_id)
);

create table scim_group (
  id uuid not null,
  connection_id uuid not null,
  display_name text not null,
  external_id text,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (connection_id, external_id)
);

create table scim_mapping (
  scim_group_id uuid not null,
  user_group_id uuid not null,
  FOREIGN KEY (scim_group_id) REFERENCES scim_group(id) ON DELETE CASCADE,
  FOREIGN KEY (user_group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  PRIMARY KEY (scim_group_id, user_group_id)
);

create table scim_member (
  group_id uuid not null,
  user_id uuid not null,
  FOREIGN KEY (group_id) REFERENCES scim_group(id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES scim_user(id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);

create table scim_request (
  id uuid not null,
  connection_id uuid not null,
  at timestamp with time zone not null,
  method text not null,
  path text not null,
  status integer not null,
  reason text,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table scim_token (
  id uuid not null,
  connection_id uuid not null,
  token_hash bytea not null,
  made_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  FOREIGN KEY (made_by) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (token_hash)
);

create table scim_use (
  connection_id uuid not null,
  used double precision not null,
  is_full boolean not null,
  at timestamp with time zone not null,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id)
);

create table scim_user (
  id uuid not null,
  connection_id uuid not null,
  person_id uuid,
  user_name text not null,
  user_name_key text default lower(user_name) not null,
  external_id text,
  email text not null,
  given_name text not null,
  family_name text not null,
  title text,
  is_active boolean not null,
  ended_group_ids uuid[] default '{}'::uuid[] not null,
  has_deactivated boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (connection_id, email),
  UNIQUE (connection_id, external_id),
  UNIQUE (connection_id, person_id),
  UNIQUE (connection_id, user_name_key)
);

create table secret_fingerprint (
  digest bytea not null
);

create table session (
  id uuid not null,
  token_hash bytea not null,
  person_id uuid not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  device text,
  password_checked_at timestamp with time zone,
  ends_at timestamp with time zone,
  CHECK (device <> ''::text),
  CHECK (octet_length(token_hash) = 32),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (token_hash)
);

create table session_view (
  id uuid not null,
  session_id uuid not null,
  person_id uuid not null,
  group_id uuid,
  as_person_id uuid,
  name text not null,
  organisation_id uuid not null,
  portfolio_id uuid,
  holding_company_id uuid,
  started_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  CHECK (num_nonnulls(group_id, as_person_id) = 1),
  CHECK (num_nonnulls(portfolio_id, holding_company_id) <= 1),
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table setup_link (
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  CHECK (octet_length(token_hash) = 32),
  PRIMARY KEY (token_hash)
);

create table sign_in_challenge (
  token_hash bytea not null,
  person_id uuid not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  is_sent boolean default true not null,
  elsewhere jsonb,
  CHECK (octet_length(token_hash) = 32),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (token_hash)
);

create table sms_outbox (
  id uuid not null,
  recipient text not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  PRIMARY KEY (id)
);

create table sso_assertion (
  connection_id uuid not null,
  id_hash bytea not null,
  expires_at timestamp with time zone not null,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, id_hash)
);

create table sso_binding (
  connection_id uuid not null,
  subject text not null,
  person_id uuid not null,
  created_at timestamp with time zone not null,
  signed_in_at timestamp with time zone,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, subject),
  UNIQUE (connection_id, person_id)
);

create table sso_certificate (
  connection_id uuid not null,
  fingerprint text not null,
  pem text not null,
  valid_to timestamp with time zone not null,
  reminded_at timestamp with time zone,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, fingerprint)
);

create table sso_connection (
  id uuid not null,
  organisation_id uuid,
  company_id uuid,
  name text not null,
  is_on boolean not null,
  is_required boolean not null,
  second_factor_at_provider boolean not null,
  max_age_hours integer,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  proved_at timestamp with time zone,
  revision integer default 1 not null,
  created_at timestamp with time zone not null,
  kind text default 'OIDC'::text not null,
  sign_in_url text,
  allow_idp_initiated boolean default false not null,
  is_provisioned boolean default false not null,
  CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  CHECK (max_age_hours >= 1 AND max_age_hours <= 336),
  CHECK (organisation_id IS NULL OR company_id IS NULL),
  FOREIGN KEY (company_id) REFERENCES company(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table sso_domain (
  name text not null,
  connection_id uuid not null,
  token text not null,
  verified_at timestamp with time zone,
  approved_at timestamp with time zone,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  PRIMARY KEY (name)
);

create table sso_failure (
  id uuid not null,
  connection_id uuid not null,
  code text not null,
  email text,
  reason text not null,
  at timestamp with time zone not null,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table sso_join_group (
  connection_id uuid not null,
  group_id uuid not null,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, group_id)
);

create table sso_logout (
  connection_id uuid not null,
  jti text not null,
  at timestamp with time zone not null,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id, jti)
);

create table sso_refused (
  connection_id uuid not null,
  day date not null,
  begun integer not null,
  strange integer not null,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  PRIMARY KEY (connection_id)
);

create table sso_request (
  id uuid not null,
  state_hash bytea not null,
  browser_hash bytea not null,
  connection_id uuid not null,
  purpose text not null,
  revision integer not null,
  session_id uuid,
  callback text not null,
  next text not null,
  acceptance jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  CHECK (purpose = ANY (ARRAY['SIGN_IN'::text, 'TEST'::text, 'CONFIRM'::text])),
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (state_hash)
);

create table sso_session (
  session_id uuid not null,
  connection_id uuid not null,
  subject text not null,
  sid text,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  PRIMARY KEY (session_id)
);

create table sso_test (
  id uuid not null,
  connection_id uuid not null,
  session_id uuid not null,
  result jsonb not null,
  at timestamp with time zone not null,
  FOREIGN KEY (connection_id) REFERENCES sso_connection(id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table staged_change (
  id uuid not null,
  organisation_id uuid not null,
  tree_id uuid not null,
  document_id uuid not null,
  kind text not null,
  batch_id uuid not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  version_id uuid,
  size bigint,
  sha256 bytea,
  is_unchecked boolean,
  destination_id uuid,
  change jsonb,
  CHECK ((change IS NOT NULL) = (kind = 'PERMISSION'::text)),
  CHECK ((destination_id IS NOT NULL) = (kind = 'MOVE'::text)),
  CHECK (kind = ANY (ARRAY['VERSION'::text, 'MOVE'::text, 'PERMISSION'::text])),
  CHECK (num_nulls(version_id, size, sha256, is_unchecked) =
CASE kind
    WHEN 'VERSION'::text THEN 0
    ELSE 4
END),
  CHECK (octet_length(sha256) = 32),
  FOREIGN KEY (created_by) REFERENCES person(id),
  FOREIGN KEY (destination_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (document_id, kind)
);

create table storage_claim (
  key text not null,
  holder uuid not null,
  until timestamp with time zone not null,
  PRIMARY KEY (key)
);

create table storage_marker (
  id uuid not null,
  written_at timestamp with time zone,
  PRIMARY KEY (id)
);

create table stored_file (
  id uuid not null,
  kind text not null,
  owner_id uuid not null,
  name text not null,
  size integer not null,
  sha256 bytea not null,
  created_at timestamp with time zone default now() not null,
  organisation_id uuid,
  CHECK (kind <> ''::text),
  CHECK (name <> ''::text),
  CHECK (octet_length(sha256) = 32),
  CHECK (size > 0),
  PRIMARY KEY (id)
);

create table subpage (
  id uuid not null,
  organisation_id uuid not null,
  portfolio_id uuid,
  holding_company_id uuid,
  slug text not null,
  title text not null,
  description text default ''::text not null,
  restricted boolean default false not null,
  position integer not null,
  revision integer default 1 not null,
  modified_at timestamp with time zone,
  modified_by uuid,
  created_at timestamp with time zone default now() not null,
  CHECK ((portfolio_id IS NULL) <> (holding_company_id IS NULL)),
  CHECK (char_length(description) <= 100000),
  CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text),
  CHECK (title <> ''::text AND char_length(title) <= 120),
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (modified_by) REFERENCES person(id),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table subpage_group (
  subpage_id uuid not null,
  group_id uuid not null,
  FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  FOREIGN KEY (subpage_id) REFERENCES subpage(id) ON DELETE CASCADE,
  PRIMARY KEY (subpage_id, group_id)
);

create table subpage_media (
  id uuid not null,
  subpage_id uuid not null,
  file_id uuid not null,
  created_at timestamp with time zone default now() not null,
  FOREIGN KEY (subpage_id) REFERENCES subpage(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table subpage_role (
  subpage_id uuid not null,
  role_id uuid not null,
  FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE CASCADE,
  FOREIGN KEY (subpage_id) REFERENCES subpage(id) ON DELETE CASCADE,
  PRIMARY KEY (subpage_id, role_id)
);

create table summary_fact (
  job_id uuid not null,
  position integer not null,
  source integer not null,
  field text not null,
  detail text,
  value text not null,
  quotation text not null,
  page_label text not null,
  verified boolean not null,
  organisation_id uuid,
  certain boolean default true not null,
  FOREIGN KEY (job_id, source) REFERENCES summary_source(job_id, "position") ON DELETE CASCADE,
  PRIMARY KEY (job_id, "position")
);

create table summary_job (
  id uuid not null,
  tree_id uuid not null,
  person_id uuid not null,
  session_id uuid,
  job_type text not null,
  name text not null,
  state text default 'QUEUED'::text not null,
  document_ids uuid[] not null,
  run_id uuid,
  file_id uuid,
  failure text,
  created_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  organisation_id uuid,
  CHECK (job_type = ANY (ARRAY['PPA_ANALYSIS'::text, 'INSURANCE'::text, 'DAM_INSPECTION'::text])),
  CHECK (state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'COMPLETE'::text])),
  FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (tree_id) REFERENCES document_tree(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table summary_source (
  job_id uuid not null,
  position integer not null,
  document_id uuid not null,
  version_id uuid not null,
  name text not null,
  page_count integer not null,
  empty_pages text,
  problem text,
  organisation_id uuid,
  remarks text[] default '{}'::text[] not null,
  redaction_id uuid,
  FOREIGN KEY (job_id) REFERENCES summary_job(id) ON DELETE CASCADE,
  PRIMARY KEY (job_id, "position")
);

create table support_ticket (
  id uuid not null,
  person_id uuid not null,
  issue text not null,
  description text not null,
  state text default 'OPEN'::text not null,
  revision integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  CHECK (description <> ''::text AND char_length(description) <= 1024),
  CHECK (issue <> ''::text AND char_length(issue) <= 128),
  CHECK (state = ANY (ARRAY['OPEN'::text, 'CLOSED'::text])),
  FOREIGN KEY (person_id) REFERENCES person(id),
  PRIMARY KEY (id)
);

create table taken_turn (
  key text not null,
  moments timestamp with time zone[] not null,
  running jsonb not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (key)
);

create table text_scope (
  organisation_id uuid not null,
  id bigint generated always as identity not null,
  tree_id uuid not null,
  acl_id bigint not null,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (id)
);

create table thumbnail (
  version_id uuid not null,
  state text default 'WAITING'::text not null,
  attempts integer default 0 not null,
  try_at timestamp with time zone default now() not null,
  key uuid default gen_random_uuid() not null,
  size integer,
  sha256 bytea,
  organisation_id uuid,
  CHECK ((size IS NULL) = (sha256 IS NULL)),
  CHECK ((state = 'MADE'::text) = (size IS NOT NULL)),
  CHECK (attempts >= 0),
  CHECK (octet_length(sha256) = 32),
  CHECK (size > 0),
  CHECK (state = ANY (ARRAY['WAITING'::text, 'MADE'::text, 'NONE'::text])),
  FOREIGN KEY (version_id) REFERENCES document_version(id),
  PRIMARY KEY (version_id),
  UNIQUE (key)
);

create table timeline (
  id uuid not null,
  organisation_id uuid not null,
  portfolio_id uuid,
  holding_company_id uuid,
  name text default 'Timeline'::text not null,
  created_at timestamp with time zone default now() not null,
  CHECK ((portfolio_id IS NULL) <> (holding_company_id IS NULL)),
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table tree_visit (
  organisation_id uuid not null,
  person_id uuid not null,
  tree_id uuid not null,
  since timestamp with time zone,
  last_at timestamp with time zone default now() not null,
  principals uuid[],
  former_principals uuid[],
  read_folders jsonb default '{}'::jsonb not null,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (person_id, tree_id)
);

create table upload (
  version_id uuid not null,
  tree_id uuid not null,
  parent_id uuid not null,
  document_id uuid not null,
  name text not null,
  name_key text not null,
  size bigint not null,
  person_id uuid not null,
  state text default 'ANNOUNCED'::text not null,
  sha256 bytea,
  created_at timestamp with time zone default now() not null,
  organisation_id uuid,
  announced_sha256 bytea,
  CHECK ((state = 'RECEIVED'::text) = (sha256 IS NOT NULL)),
  CHECK (octet_length(sha256) = 32),
  CHECK (size >= 0),
  CHECK (state = ANY (ARRAY['ANNOUNCED'::text, 'RECEIVED'::text])),
  FOREIGN KEY (parent_id) REFERENCES document(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (version_id)
);

create table used_address (
  signature text not null,
  expires_at timestamp with time zone not null,
  entry_id bigint,
  PRIMARY KEY (signature)
);

create table used_budget (
  key text not null,
  remaining double precision not null,
  capacity double precision not null,
  per_second double precision not null,
  at timestamp with time zone not null,
  PRIMARY KEY (key)
);

create table used_passkey_challenge (
  hash bytea not null,
  at timestamp with time zone not null,
  PRIMARY KEY (hash)
);

create table user_group (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  role_id uuid not null,
  organisation_wide boolean default false not null,
  created_at timestamp with time zone default now() not null,
  revision integer default 1 not null,
  CHECK (name <> ''::text),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  FOREIGN KEY (role_id) REFERENCES role(id),
  PRIMARY KEY (id)
);

create table user_group_holding_company (
  group_id uuid not null,
  holding_company_id uuid not null,
  organisation_id uuid,
  FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  FOREIGN KEY (holding_company_id) REFERENCES holding_company(id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, holding_company_id)
);

create table user_group_portfolio (
  group_id uuid not null,
  portfolio_id uuid not null,
  organisation_id uuid,
  access_ends_at timestamp with time zone,
  FOREIGN KEY (group_id) REFERENCES user_group(id) ON DELETE CASCADE,
  FOREIGN KEY (portfolio_id) REFERENCES portfolio(id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, portfolio_id)
);

create table version_pages (
  version_id uuid not null,
  organisation_id uuid not null,
  widths double precision[],
  heights double precision[],
  reason text,
  try_at timestamp with time zone,
  layout text,
  remarks text[] default '{}'::text[] not null,
  CHECK ((widths IS NULL) = (reason IS NOT NULL) AND (widths IS NULL) = (heights IS NULL)),
  CHECK (layout = ANY (ARRAY['OFFICE'::text, 'SIMPLIFIED'::text])),
  FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  FOREIGN KEY (version_id) REFERENCES document_version(id) ON DELETE CASCADE,
  PRIMARY KEY (version_id)
);

create table webhook (
  id uuid not null,
  organisation_id uuid not null,
  person_id uuid not null,
  url text not null,
  events text[] not null,
  is_on boolean not null,
  off_note text,
  revision integer default 1 not null,
  created_at timestamp with time zone not null,
  last_success_at timestamp with time zone,
  failing_since timestamp with time zone,
  leased_until timestamp with time zone,
  FOREIGN KEY (organisation_id) REFERENCES organisation(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table webhook_delivery (
  id uuid default gen_random_uuid() not null,
  organisation_id uuid not null,
  webhook_id uuid not null,
  position bigint generated always as identity not null,
  event text not null,
  at timestamp with time zone default now() not null,
  about_id uuid not null,
  holding_company_id uuid,
  needs text,
  data jsonb not null,
  due_at timestamp with time zone default now(),
  tries integer default 0 not null,
  failures integer default 0 not null,
  status integer,
  note text,
  delivered_at timestamp with time zone,
  CHECK ((holding_company_id IS NULL) = (needs IS NULL)),
  FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);

create table zip_export (
  id uuid not null,
  person_id uuid not null,
  session_id uuid,
  tree_id uuid not null,
  document_ids uuid[] not null,
  file_name text not null,
  state text default 'QUEUED'::text not null,
  run_id uuid,
  file_count bigint not null,
  files_done bigint default 0 not null,
  bytes bigint not null,
  bytes_done bigint default 0 not null,
  failure text,
  size bigint,
  sha256 bytea,
  stored boolean default false not null,
  fetched_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  organisation_id uuid,
  address text,
  numbers_first boolean default false not null,
  CHECK ((state = 'READY'::text) <= (size IS NOT NULL AND sha256 IS NOT NULL AND expires_at IS NOT NULL)),
  CHECK (cardinality(document_ids) > 0),
  CHECK (octet_length(sha256) = 32),
  CHECK (size >= 0),
  CHECK (state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'READY'::text, 'FAILED'::text, 'CANCELLED'::text, 'EXPIRED'::text])),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (tree_id) REFERENCES document_tree(id),
  PRIMARY KEY (id)
);

create table zip_export_file (
  export_id uuid not null,
  position integer not null,
  document_id uuid not null,
  version_id uuid,
  path text not null,
  modified_at timestamp with time zone not null,
  left_out text,
  organisation_id uuid,
  is_marked boolean default false not null,
  marked_size bigint,
  marked_sha256 bytea,
  redaction_id uuid,
  FOREIGN KEY (document_id) REFERENCES document(id),
  FOREIGN KEY (export_id) REFERENCES zip_export(id) ON DELETE CASCADE,
  FOREIGN KEY (version_id) REFERENCES document_version(id),
  PRIMARY KEY (export_id, "position")
);

CREATE INDEX acl_open ON public.acl USING btree (tree_id) WHERE (principals IS NULL);

CREATE INDEX acl_principals ON public.acl USING gin (principals) WITH (fastupdate=off);

CREATE INDEX acl_staged ON public.acl USING btree (tree_id) WHERE is_staged;

CREATE INDEX acl_traversal ON public.acl USING gin (traversal) WITH (fastupdate=off);

CREATE INDEX acl_with_levels ON public.acl USING btree (tree_id) WHERE (levels <> '{}'::jsonb);

CREATE INDEX activity_by_person ON ONLY public.activity USING btree (person_id, at DESC, id DESC);

CREATE INDEX activity_by_time ON ONLY public.activity USING btree (at DESC, id DESC);

CREATE INDEX activity_document_changes ON ONLY public.activity USING btree (document_id, at DESC, id DESC) INCLUDE (kind, person_id) WHERE (kind = ANY (ARRAY['UPLOAD'::text, 'RENAME'::text, 'MOVE'::text, 'CREATE_FOLDER'::text, 'DELETE'::text, 'PERMISSION'::text]));

CREATE INDEX activity_document_use ON ONLY public.activity USING btree (document_id, id DESC) INCLUDE (kind, person_id, session_id) WHERE (kind = ANY (ARRAY['VIEW'::text, 'DOWNLOAD'::text]));

CREATE INDEX activity_exports ON ONLY public.activity USING btree (person_id, at DESC) WHERE (kind = 'EXPORT'::text);

CREATE INDEX activity_organisation ON ONLY public.activity USING btree (organisation_id, at DESC, id DESC) WHERE (organisation_id IS NOT NULL);

CREATE INDEX activity_subject ON ONLY public.activity USING btree (subject_kind, subject_id, id DESC) WHERE (subject_id IS NOT NULL);

CREATE INDEX activity_tree_access ON ONLY public.activity USING btree (tree_id, at DESC, id DESC) WHERE (kind = ANY (ARRAY['VIEW'::text, 'DOWNLOAD'::text]));

CREATE INDEX activity_tree_changes ON ONLY public.activity USING btree (tree_id, at DESC, id DESC) INCLUDE (kind, document_id, person_id) WHERE (kind = ANY (ARRAY['UPLOAD'::text, 'RENAME'::text, 'MOVE'::text, 'CREATE_FOLDER'::text, 'DELETE'::text, 'PERMISSION'::text]));

CREATE INDEX activity_tree_permissions ON ONLY public.activity USING btree (tree_id, document_id) WHERE (kind = 'PERMISSION'::text);

CREATE INDEX activity_use_by_document ON ONLY public.activity USING btree (tree_id, document_id, kind) WHERE (kind = ANY (ARRAY['VIEW'::text, 'DOWNLOAD'::text]));

CREATE INDEX activity_use_by_person ON ONLY public.activity USING btree (tree_id, person_id, session_id, document_id, kind) WHERE (kind = ANY (ARRAY['VIEW'::text, 'DOWNLOAD'::text]));

CREATE INDEX api_token_organisation ON public.api_token USING btree (organisation_id);

CREATE INDEX api_token_person ON public.api_token USING btree (person_id, created_at);

CREATE INDEX backup_run_held ON public.backup_run USING btree (held_until) WHERE (held_until IS NOT NULL);

CREATE INDEX backup_run_started ON public.backup_run USING btree (started_at);

CREATE INDEX certified_document_document ON public.certified_document USING btree (document_id, proof_id);

CREATE INDEX certified_document_organisation ON public.certified_document USING btree (organisation_id);

CREATE INDEX checklist_category_named ON public.checklist_category USING btree (name COLLATE name_order, id);

CREATE INDEX checklist_category_order ON public.checklist_category USING btree (checklist_id, parent_id, row_number, id);

CREATE INDEX checklist_category_ordered ON public.checklist_category USING btree (row_number, id);

CREATE INDEX checklist_category_parent ON public.checklist_category USING btree (parent_id);

CREATE INDEX checklist_comment_activity ON public.checklist_comment USING btree (activity_id);

CREATE INDEX checklist_comment_by_ref ON public.checklist_comment USING btree (person_id, ref) WHERE (ref IS NOT NULL);

CREATE INDEX checklist_comment_changed ON public.checklist_comment USING btree (changed_in) WHERE (changed_in IS NOT NULL);

CREATE INDEX checklist_comment_checklist ON public.checklist_comment USING btree (checklist_id, id);

CREATE INDEX checklist_comment_item ON public.checklist_comment USING btree (item_id, id);

CREATE INDEX checklist_comment_person ON public.checklist_comment USING btree (person_id, created_at);

CREATE INDEX checklist_item_changed ON public.checklist_item USING btree (changed_in) WHERE (changed_in IS NOT NULL);

CREATE INDEX checklist_item_checklist ON public.checklist_item USING btree (checklist_id);

CREATE INDEX checklist_item_person ON public.checklist_item USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX checklist_item_project ON public.checklist_item USING btree (project_id);

CREATE INDEX checklist_named ON public.checklist USING btree (name COLLATE name_order, id);

CREATE INDEX checklist_portfolio ON public.checklist USING btree (portfolio_id, created_at, id);

CREATE INDEX company_by_name ON public.company USING btree (name COLLATE name_order, id);

CREATE INDEX company_logo ON public.company USING btree (logo_id) WHERE (logo_id IS NOT NULL);

CREATE INDEX counted_use_at ON public.counted_use USING btree (at);

CREATE INDEX crm_consent_person ON public.crm_consent USING btree (person_id, expires_at);

CREATE INDEX crm_record_crm_id ON public.crm_record USING btree (crm_id) WHERE (crm_id IS NOT NULL);

CREATE INDEX crm_record_delivery ON public.crm_record USING btree (import_id, kind, row_number) WHERE (delivery = ANY (ARRAY['WAITING'::text, 'SENDING'::text]));

CREATE INDEX data_import_file ON public.data_import USING btree (file_id);

CREATE INDEX data_import_newest ON public.data_import USING btree (created_at DESC, id);

CREATE INDEX data_import_organisations ON public.data_import USING gin (organisation_ids);

CREATE INDEX data_import_person ON public.data_import USING btree (person_id, created_at DESC);

CREATE INDEX deleted_membership_person ON public.deleted_membership USING btree (person_id);

CREATE INDEX deletion_content_list ON public.deletion_content USING btree (acl_id);

CREATE INDEX deletion_content_organisation ON public.deletion_content USING btree (organisation_id);

CREATE INDEX deletion_for_good ON public.deletion USING btree (document_id) WHERE (for_good_at IS NOT NULL);

CREATE INDEX deletion_of_tree ON public.deletion USING btree (organisation_id, tree_id, document_id);

CREATE INDEX deletion_unfilled ON public.deletion USING btree (document_id) WHERE (tree_id IS NULL);

CREATE INDEX document_arrival_of_tree ON public.document_arrival USING btree (tree_id, at);

CREATE INDEX document_arrival_organisation ON public.document_arrival USING btree (organisation_id);

CREATE INDEX document_current_version ON public.document USING btree (current_version_id) WHERE (current_version_id IS NOT NULL);

CREATE INDEX document_entries ON public.document USING btree (parent_id, id);

CREATE INDEX document_favourite_document ON public.document_favourite USING btree (document_id);

CREATE INDEX document_favourite_organisation ON public.document_favourite USING btree (organisation_id);

CREATE INDEX document_favourite_tree ON public.document_favourite USING btree (tree_id);

CREATE INDEX document_former_number_document ON public.document_former_number USING btree (document_id);

CREATE INDEX document_former_number_folder ON public.document_former_number USING btree (folder_id);

CREATE INDEX document_former_number_organisation ON public.document_former_number USING btree (organisation_id);

CREATE INDEX document_label_named ON public.document_label USING btree (label COLLATE name_order, id);

CREATE INDEX document_labelling_label ON public.document_labelling USING btree (label_id, document_id);

CREATE INDEX document_name_search_changes ON public.document_name_search USING btree (group_id, changed_at DESC, document_id);

CREATE INDEX document_name_search_group ON public.document_name_search USING btree (group_id, name COLLATE name_order, document_id) INCLUDE (name_key);

CREATE INDEX document_name_search_list ON public.document_name_search USING btree (list_id, name COLLATE name_order, document_id);

CREATE INDEX document_name_search_marked ON public.document_name_search USING btree (group_id) WHERE (octet_length(name_key) <> length(name_key));

CREATE INDEX document_name_search_number ON public.document_name_search USING btree (list_id, number) WHERE (number IS NOT NULL);

CREATE INDEX document_names ON public.document USING btree (parent_id, name_key);

CREATE INDEX document_note_author ON public.document_note USING btree (author_id);

CREATE INDEX document_note_group_group ON public.document_note_group USING btree (group_id);

CREATE INDEX document_note_group_organisation ON public.document_note_group USING btree (organisation_id);

CREATE INDEX document_note_organisation ON public.document_note USING btree (organisation_id);

CREATE INDEX document_text_due ON public.document_text USING btree (priority, try_at) WHERE (state = 'WAITING'::text);

CREATE INDEX document_text_organisation ON public.document_text USING btree (organisation_id);

CREATE INDEX document_text_pages_due ON public.document_text USING btree (priority, try_at) WHERE pages_due;

CREATE INDEX document_text_part_scope ON public.document_text_part USING btree (scope_id);

CREATE INDEX document_text_part_words ON public.document_text_part USING gin (words) WITH (fastupdate=off);

CREATE INDEX document_text_version ON public.document_text USING btree (version_id);

CREATE INDEX document_tree_content ON public.document USING btree (tree_id);

CREATE INDEX document_tree_created ON public.document_tree USING btree (created_at, id);

CREATE INDEX document_tree_organisation ON public.document_tree USING btree (organisation_id);

CREATE INDEX document_version_author ON public.document_version USING btree (created_by);

CREATE INDEX document_version_unchecked ON public.document_version USING btree (unchecked_since) WHERE (unchecked_since IS NOT NULL);

CREATE INDEX duplicate_report_file ON public.duplicate_report USING btree (file_id);

CREATE INDEX duplicate_report_import_import ON public.duplicate_report_import USING btree (import_id);

CREATE INDEX duplicate_report_newest ON public.duplicate_report USING btree (created_at DESC, id);

CREATE INDEX duplicate_report_organisations ON public.duplicate_report USING gin (organisation_ids);

CREATE INDEX duplicate_report_person ON public.duplicate_report USING btree (person_id, created_at DESC);

CREATE INDEX empty_search_organisation ON public.empty_search USING btree (organisation_id);

CREATE INDEX empty_search_person ON public.empty_search USING btree (person_id);

CREATE INDEX equipment_model_numbered ON public.equipment_model USING btree (kind, model_number COLLATE name_order, id);

CREATE INDEX equipment_model_organisation ON public.equipment_model USING btree (organisation_id, kind);

CREATE INDEX failed_attempt_address ON public.failed_attempt USING btree (address, at);

CREATE INDEX failed_attempt_email ON public.failed_attempt USING btree (email, at);

CREATE INDEX folder_list_content ON public.folder_list USING btree (folder_id, acl_id, is_folder);

CREATE INDEX former_folder_list_folder ON public.former_folder_list USING btree (folder_id);

CREATE INDEX former_folder_list_of ON public.former_folder_list USING btree (list_id, id);

CREATE INDEX former_folder_list_organisation ON public.former_folder_list USING btree (organisation_id, until);

CREATE INDEX former_list_of_document ON public.former_list USING btree (document_id, at);

CREATE INDEX former_list_of_tree ON public.former_list USING btree (tree_id, at);

CREATE INDEX former_person_of ON public.former_person USING btree (person_id, id);

CREATE INDEX former_person_until ON public.former_person USING btree (until);

CREATE INDEX former_place_list ON public.former_place USING btree (list_id) WHERE (list_id IS NOT NULL);

CREATE INDEX former_place_of ON public.former_place USING btree (document_id, id);

CREATE INDEX former_place_organisation ON public.former_place USING btree (organisation_id, until);

CREATE INDEX former_right_of_row ON public.former_right USING btree (subject, row_key, id);

CREATE INDEX former_right_until ON public.former_right USING btree (organisation_id, until);

CREATE INDEX holding_company_cover ON public.holding_company USING btree (cover_id) WHERE (cover_id IS NOT NULL);

CREATE INDEX holding_company_created ON public.holding_company USING btree (created_at, id);

CREATE INDEX holding_company_named ON public.holding_company USING btree (name COLLATE name_order, id);

CREATE INDEX holding_company_organisation ON public.holding_company USING btree (organisation_id);

CREATE INDEX holding_company_portfolio_portfolio ON public.holding_company_portfolio USING btree (portfolio_id);

CREATE INDEX holding_company_search ON public.holding_company USING gin (name gin_trgm_ops, slug gin_trgm_ops);

CREATE INDEX holding_company_visit_company ON public.holding_company_visit USING btree (holding_company_id);

CREATE INDEX holding_company_visit_recent ON public.holding_company_visit USING btree (person_id, visited_at DESC);

CREATE INDEX invitation_by_acceptance ON public.invitation USING btree (organisation_id, is_accepted, last_name COLLATE name_order, first_name COLLATE name_order, id);

CREATE INDEX invitation_by_company ON public.invitation USING btree (organisation_id, company_name COLLATE name_order, last_name COLLATE name_order, first_name COLLATE name_order, id);

CREATE INDEX invitation_by_email ON public.invitation USING btree (organisation_id, email COLLATE name_order, id);

CREATE INDEX invitation_by_name ON public.invitation USING btree (organisation_id, last_name COLLATE name_order, first_name COLLATE name_order, id);

CREATE INDEX invitation_group ON public.invitation USING btree (group_id) WHERE (group_id IS NOT NULL);

CREATE INDEX invitation_inviter ON public.invitation USING btree (invited_by);

CREATE INDEX invitation_person ON public.invitation USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX invitation_waiting_for ON public.invitation USING btree (email) WHERE (person_id IS NULL);

CREATE INDEX kept_page_organisation ON public.kept_page USING btree (organisation_id);

CREATE INDEX kept_page_used ON public.kept_page USING btree (used_at);

CREATE INDEX legal_hold_organisation ON public.legal_hold USING btree (organisation_id);

CREATE INDEX legal_hold_set_by ON public.legal_hold USING btree (set_by);

CREATE INDEX licence_acceptance_version ON public.licence_acceptance USING btree (version);

CREATE INDEX mail_outbox_created ON public.mail_outbox USING btree (created_at, id);

CREATE INDEX mail_outbox_failed ON public.mail_outbox USING btree (failed_at) WHERE (failed_at IS NOT NULL);

CREATE INDEX mail_outbox_reader ON public.mail_outbox USING btree (reader_id) WHERE (reader_id IS NOT NULL);

CREATE INDEX mail_outbox_source ON public.mail_outbox USING btree (source_id) WHERE (source_id IS NOT NULL);

CREATE INDEX mail_outbox_unsent ON public.mail_outbox USING btree (created_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

CREATE INDEX manufacturer_named ON public.manufacturer USING btree (name COLLATE name_order, id);

CREATE INDEX membership_person ON public.membership USING btree (person_id);

CREATE INDEX milestone_placed ON public.milestone USING btree ("position", id);

CREATE INDEX milestone_timeline ON public.milestone USING btree (timeline_id, "position");

CREATE INDEX name_group_changes ON public.name_group USING btree (acl_id, changed_at DESC, id DESC) WHERE (changed_at IS NOT NULL);

CREATE INDEX name_group_folder ON public.name_group USING btree (folder_id, acl_id);

CREATE INDEX name_group_list ON public.name_group USING btree (tree_id, acl_id);

CREATE INDEX name_group_order ON public.name_group USING btree (acl_id, first_name COLLATE name_order, first_id) WHERE (NOT is_deleted);

CREATE INDEX name_group_unfolded ON public.name_group USING btree (id) WHERE (NOT is_folded);

CREATE INDEX name_group_with_room ON public.name_group USING btree (folder_id, acl_id) WHERE (NOT is_full);

CREATE INDEX net_yield_by_year ON public.net_yield USING btree (year, id);

CREATE INDEX notification_company ON public.notification USING btree (holding_company_id) WHERE (holding_company_id IS NOT NULL);

CREATE INDEX notification_digest_due ON public.notification USING btree (kind, digest, COALESCE(person_id, '00000000-0000-0000-0000-000000000000'::uuid), due_at);

CREATE INDEX notification_due ON public.notification USING btree (due_at);

CREATE INDEX notification_latest ON public.notification USING btree (latest_at);

CREATE INDEX notification_off_company ON public.notification_off USING btree (holding_company_id) WHERE (holding_company_id IS NOT NULL);

CREATE INDEX notification_off_organisation ON public.notification_off USING btree (organisation_id);

CREATE INDEX notification_off_portfolio ON public.notification_off USING btree (portfolio_id) WHERE (portfolio_id IS NOT NULL);

CREATE INDEX notification_organisation ON public.notification USING btree (organisation_id) WHERE (organisation_id IS NOT NULL);

CREATE INDEX notification_person ON public.notification USING btree (person_id);

CREATE INDEX notification_portfolio ON public.notification USING btree (portfolio_id) WHERE (portfolio_id IS NOT NULL);

CREATE INDEX o_and_m_partner_named ON public.o_and_m_partner USING btree (name COLLATE name_order, id);

CREATE INDEX o_and_m_project_project ON public.o_and_m_project USING btree (project_id);

CREATE INDEX offtaker_named ON public.offtaker USING btree (name COLLATE name_order, id);

CREATE INDEX open_socket_person ON public.open_socket USING btree (person_id);

CREATE INDEX open_socket_process ON public.open_socket USING btree (process);

CREATE INDEX open_socket_seen ON public.open_socket USING btree (seen_at);

CREATE INDEX operating_stats_started ON public.operating_stats USING btree (start_date, entity_id);

CREATE INDEX organisation_by_slug ON public.organisation USING btree (slug COLLATE name_order, id);

CREATE INDEX organisation_copilot ON public.organisation USING btree (id) WHERE (copilot AND (deleted_at IS NULL));

CREATE INDEX organisation_created ON public.organisation USING btree (created_at, id);

CREATE INDEX organisation_deleted ON public.organisation USING btree (purge_after) WHERE (deleted_at IS NOT NULL);

CREATE INDEX organisation_deleted_by ON public.organisation USING btree (deleted_by) WHERE (deleted_by IS NOT NULL);

CREATE INDEX organisation_logo ON public.organisation USING btree (logo_id) WHERE (logo_id IS NOT NULL);

CREATE INDEX organisation_named ON public.organisation USING btree (name COLLATE name_order, id);

CREATE INDEX organisation_without_tokens ON public.organisation USING btree (id) WHERE (NOT api_tokens_allowed);

CREATE INDEX page_alert_of_tree ON public.page_alert USING btree (tree_id, at);

CREATE INDEX page_alert_organisation ON public.page_alert USING btree (organisation_id);

CREATE INDEX page_alert_person ON public.page_alert USING btree (person_id);

CREATE INDEX page_count_minute ON public.page_count USING btree (minute);

CREATE INDEX page_mark_organisation ON public.page_mark USING btree (organisation_id);

CREATE INDEX page_mark_password ON public.page_mark USING btree (created_at) WHERE (sealed_password IS NOT NULL);

CREATE INDEX page_mark_unused ON public.page_mark USING btree (created_at) WHERE (first_at IS NULL);

CREATE INDEX page_reading_document ON public.page_reading USING btree (document_id) WHERE (ms > 0);

CREATE INDEX page_reading_organisation ON public.page_reading USING btree (organisation_id);

CREATE INDEX page_reading_tree ON public.page_reading USING btree (tree_id, last_at) WHERE (ms > 0);

CREATE INDEX passkey_person ON public.passkey USING btree (person_id);

CREATE INDEX password_reset_address ON public.password_reset USING btree (address, created_at);

CREATE INDEX password_reset_created ON public.password_reset USING btree (created_at);

CREATE INDEX password_reset_email ON public.password_reset USING btree (email, created_at);

CREATE INDEX password_reset_person ON public.password_reset USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX permission_change_of_tree ON public.permission_change USING btree (tree_id, at DESC);

CREATE INDEX person_avatar ON public.person USING btree (avatar_id) WHERE (avatar_id IS NOT NULL);

CREATE INDEX person_by_email ON public.person USING btree (email COLLATE name_order, id);

CREATE INDEX person_by_login ON public.person USING btree (COALESCE(last_login_at, '-infinity'::timestamp with time zone), id);

CREATE INDEX person_by_name ON public.person USING btree (last_name COLLATE name_order, first_name COLLATE name_order, id);

CREATE INDEX person_company ON public.person USING btree (company_id);

CREATE INDEX person_search ON public.person USING gin ((((((first_name || ' '::text) || last_name) || ' '::text) || email)) gin_trgm_ops);

CREATE INDEX person_super_user ON public.person USING btree (id) WHERE is_super_user;

CREATE INDEX phone_change_person ON public.phone_change USING btree (person_id, created_at);

CREATE INDEX portfolio_by_name ON public.portfolio USING btree (organisation_id, name COLLATE name_order, id);

CREATE INDEX portfolio_cover ON public.portfolio USING btree (cover_id) WHERE (cover_id IS NOT NULL);

CREATE INDEX portfolio_created ON public.portfolio USING btree (created_at, id);

CREATE INDEX portfolio_named ON public.portfolio USING btree (name COLLATE name_order, id);

CREATE INDEX portfolio_organisation ON public.portfolio USING btree (organisation_id, status);

CREATE INDEX portfolio_project_project ON public.portfolio_project USING btree (project_id, portfolio_id);

CREATE INDEX portfolio_search ON public.portfolio USING gin (name gin_trgm_ops, slug gin_trgm_ops);

CREATE INDEX portfolio_visit_portfolio ON public.portfolio_visit USING btree (portfolio_id);

CREATE INDEX portfolio_visit_recent ON public.portfolio_visit USING btree (person_id, visited_at DESC);

CREATE INDEX ppa_contract_project ON public.ppa_contract USING btree (project_id, start_date, id);

CREATE INDEX project_by_capacity ON public.project USING btree (organisation_id, capacity, id);

CREATE INDEX project_by_name ON public.project USING btree (organisation_id, name COLLATE name_order, id);

CREATE INDEX project_by_state ON public.project USING btree (organisation_id, state, city, id);

CREATE INDEX project_equipment_model ON public.project_equipment USING btree (model_id);

CREATE INDEX project_layer_file ON public.project_layer USING btree (file_id);

CREATE INDEX project_layer_shapes ON public.project_layer USING btree (shapes_id);

CREATE INDEX project_named ON public.project USING btree (name COLLATE name_order, id);

CREATE INDEX project_of_import ON public.project USING btree (import_id) WHERE (import_id IS NOT NULL);

CREATE INDEX project_offtaker_offtaker ON public.project_offtaker USING btree (offtaker_id);

CREATE INDEX project_place ON public.project USING gist (point(longitude, latitude)) WHERE ((latitude IS NOT NULL) AND (longitude IS NOT NULL));

CREATE INDEX project_shapes_file ON public.project_shapes USING btree (file_id) WHERE (file_id IS NOT NULL);

CREATE INDEX project_shapes_project ON public.project_shapes USING btree (project_id, uploaded_at DESC, id DESC);

CREATE INDEX project_shapes_source ON public.project_shapes USING btree (source_file_id) WHERE (source_file_id IS NOT NULL);

CREATE INDEX publication_author ON public.publication USING btree (created_by);

CREATE INDEX publication_due ON public.publication USING btree (at) WHERE ((published_at IS NULL) AND (problem IS NULL));

CREATE INDEX publication_of_tree ON public.publication USING btree (tree_id, at);

CREATE INDEX publication_organisation ON public.publication USING btree (organisation_id);

CREATE INDEX question_categorising_category ON public.question_categorising USING btree (category_id);

CREATE INDEX question_category_log ON public.question_category USING btree (log_id, "position", id);

CREATE INDEX question_category_named ON public.question_category USING btree (name COLLATE name_order, id);

CREATE INDEX question_document_document ON public.question_document USING btree (document_id);

CREATE INDEX question_drafts ON public.question USING btree (log_id, asked_by) WHERE is_draft;

CREATE INDEX question_for_all ON public.question USING btree (log_id, number) WHERE (reader_ids IS NULL);

CREATE INDEX question_log_created ON public.question_log USING btree (created_at, id);

CREATE INDEX question_log_group_group ON public.question_log_group USING btree (group_id, log_id);

CREATE INDEX question_log_holding_company ON public.question_log USING btree (holding_company_id, created_at, id);

CREATE INDEX question_log_organisation ON public.question_log USING btree (organisation_id);

CREATE INDEX question_log_portfolio ON public.question_log USING btree (portfolio_id, created_at, id);

CREATE INDEX question_on_topic_topic ON public.question_on_topic USING btree (topic_id);

CREATE INDEX question_parent ON public.question USING btree (parent_id, follow_up);

CREATE INDEX question_portfolio_portfolio ON public.question_portfolio USING btree (portfolio_id);

CREATE INDEX question_project_project ON public.question_project USING btree (project_id);

CREATE INDEX question_readers ON public.question USING gin (reader_ids);

CREATE INDEX question_text_of ON public.question_text USING btree (question_id, id);

CREATE INDEX question_topic_log ON public.question_topic USING btree (log_id, "position", id);

CREATE INDEX question_topic_named ON public.question_topic USING btree (name COLLATE name_order, id);

CREATE INDEX question_view_question ON public.question_view USING btree (question_id);

CREATE INDEX record_checkpoint_key ON public.record_checkpoint USING btree (key_id);

CREATE INDEX record_checkpoint_unstamped ON public.record_checkpoint USING btree (at) WHERE (time_stamp IS NULL);

CREATE INDEX redaction_document ON public.redaction USING btree (document_id);

CREATE INDEX redaction_file ON public.redaction USING btree (file_id);

CREATE INDEX redaction_organisation ON public.redaction USING btree (organisation_id);

CREATE INDEX redaction_search_created ON public.redaction_search USING btree (created_at);

CREATE INDEX redaction_search_file_document ON public.redaction_search_file USING btree (document_id);

CREATE INDEX redaction_search_file_organisation ON public.redaction_search_file USING btree (organisation_id);

CREATE INDEX redaction_search_file_redaction ON public.redaction_search_file USING btree (redaction_id);

CREATE INDEX redaction_search_organisation ON public.redaction_search USING btree (organisation_id);

CREATE INDEX redaction_search_person ON public.redaction_search USING btree (person_id);

CREATE INDEX redaction_search_tree ON public.redaction_search USING btree (tree_id);

CREATE INDEX redaction_tree ON public.redaction USING btree (tree_id);

CREATE INDEX redaction_version ON public.redaction USING btree (version_id);

CREATE INDEX removed_record_at ON public.removed_record USING btree (at);

CREATE INDEX removed_record_company ON public.removed_record USING btree (holding_company_id) WHERE (holding_company_id IS NOT NULL);

CREATE INDEX removed_record_ids ON public.removed_record USING gin (ids);

CREATE INDEX removed_record_of_organisation ON public.removed_record USING btree (organisation_id, at DESC, id);

CREATE INDEX removed_record_portfolio ON public.removed_record USING btree (portfolio_id) WHERE (portfolio_id IS NOT NULL);

CREATE INDEX rendition_text_organisation ON public.rendition_text USING btree (organisation_id);

CREATE INDEX role_by_name ON public.role USING btree (name COLLATE name_order, id);

CREATE INDEX room_archive_file_organisation ON public.room_archive_file USING btree (organisation_id);

CREATE INDEX room_archive_file_version ON public.room_archive_file USING btree (proof_id, version_id) WHERE (version_id IS NOT NULL);

CREATE INDEX room_archive_link_organisation ON public.room_archive_link USING btree (organisation_id);

CREATE INDEX room_archive_link_person ON public.room_archive_link USING btree (person_id);

CREATE INDEX room_archive_part_organisation ON public.room_archive_part USING btree (organisation_id);

CREATE INDEX room_archive_row_organisation ON public.room_archive_row USING btree (organisation_id);

CREATE INDEX room_freeze_frozen_by ON public.room_freeze USING btree (frozen_by);

CREATE INDEX room_freeze_organisation ON public.room_freeze USING btree (organisation_id);

CREATE INDEX room_phase_organisation ON public.room_phase USING btree (organisation_id);

CREATE INDEX room_phase_set_by ON public.room_phase USING btree (set_by);

CREATE INDEX room_proof_of_room ON public.room_proof USING btree (portfolio_id, created_at DESC, id DESC);

CREATE INDEX room_proof_organisation ON public.room_proof USING btree (organisation_id);

CREATE INDEX room_proof_pdf ON public.room_proof USING btree (pdf_file_id) WHERE (pdf_file_id IS NOT NULL);

CREATE INDEX room_proof_sheet ON public.room_proof USING btree (sheet_file_id) WHERE (sheet_file_id IS NOT NULL);

CREATE INDEX scim_given_of_person ON public.scim_given USING btree (person_id);

CREATE INDEX scim_given_person ON public.scim_given USING btree (connection_id, person_id);

CREATE INDEX scim_group_order ON public.scim_group USING btree (connection_id, id);

CREATE INDEX scim_mapping_group ON public.scim_mapping USING btree (user_group_id);

CREATE INDEX scim_member_user ON public.scim_member USING btree (user_id);

CREATE INDEX scim_request_connection ON public.scim_request USING btree (connection_id, at DESC, id DESC);

CREATE INDEX scim_token_connection ON public.scim_token USING btree (connection_id);

CREATE INDEX scim_token_maker ON public.scim_token USING btree (made_by);

CREATE INDEX scim_user_order ON public.scim_user USING btree (connection_id, id);

CREATE INDEX scim_user_person ON public.scim_user USING btree (person_id);

CREATE INDEX session_last_seen ON public.session USING btree (last_seen_at);

CREATE INDEX session_person ON public.session USING btree (person_id);

CREATE INDEX session_seen ON public.session USING btree (last_seen_at, id);

CREATE INDEX session_view_company ON public.session_view USING btree (holding_company_id);

CREATE INDEX session_view_organisation ON public.session_view USING btree (organisation_id);

CREATE INDEX session_view_person ON public.session_view USING btree (person_id);

CREATE INDEX session_view_portfolio ON public.session_view USING btree (portfolio_id);

CREATE INDEX sign_in_challenge_person ON public.sign_in_challenge USING btree (person_id, created_at);

CREATE INDEX sms_outbox_created ON public.sms_outbox USING btree (created_at, id);

CREATE INDEX sms_outbox_unsent ON public.sms_outbox USING btree (created_at) WHERE (sent_at IS NULL);

CREATE INDEX sso_assertion_expires ON public.sso_assertion USING btree (expires_at);

CREATE INDEX sso_binding_person ON public.sso_binding USING btree (person_id);

CREATE INDEX sso_certificate_ends ON public.sso_certificate USING btree (valid_to) WHERE (reminded_at IS NULL);

CREATE INDEX sso_connection_company ON public.sso_connection USING btree (company_id);

CREATE INDEX sso_connection_organisation ON public.sso_connection USING btree (organisation_id);

CREATE INDEX sso_domain_connection ON public.sso_domain USING btree (connection_id);

CREATE INDEX sso_failure_connection ON public.sso_failure USING btree (connection_id, at);

CREATE INDEX sso_join_group_group ON public.sso_join_group USING btree (group_id);

CREATE INDEX sso_request_browser ON public.sso_request USING btree (browser_hash);

CREATE INDEX sso_request_connection ON public.sso_request USING btree (connection_id);

CREATE INDEX sso_request_expires ON public.sso_request USING btree (expires_at);

CREATE INDEX sso_request_session ON public.sso_request USING btree (session_id);

CREATE INDEX sso_session_subject ON public.sso_session USING btree (connection_id, subject);

CREATE INDEX sso_test_connection ON public.sso_test USING btree (connection_id);

CREATE INDEX sso_test_session ON public.sso_test USING btree (session_id);

CREATE INDEX staged_change_author ON public.staged_change USING btree (created_by);

CREATE INDEX staged_change_destination ON public.staged_change USING btree (destination_id) WHERE (destination_id IS NOT NULL);

CREATE INDEX staged_change_of_tree ON public.staged_change USING btree (tree_id, created_at);

CREATE INDEX staged_change_organisation ON public.staged_change USING btree (organisation_id);

CREATE INDEX subpage_created ON public.subpage USING btree (created_at, id);

CREATE INDEX subpage_edited ON public.subpage USING btree (modified_at, id);

CREATE INDEX subpage_group_group ON public.subpage_group USING btree (group_id, subpage_id);

CREATE INDEX subpage_media_created ON public.subpage_media USING btree (created_at, id);

CREATE INDEX subpage_media_file ON public.subpage_media USING btree (file_id);

CREATE INDEX subpage_media_subpage ON public.subpage_media USING btree (subpage_id, created_at, id);

CREATE INDEX subpage_organisation ON public.subpage USING btree (organisation_id);

CREATE INDEX subpage_role_role ON public.subpage_role USING btree (role_id, subpage_id);

CREATE INDEX subpage_titled ON public.subpage USING btree (title COLLATE name_order, id);

CREATE INDEX summary_job_file ON public.summary_job USING btree (file_id);

CREATE INDEX summary_job_mine ON public.summary_job USING btree (person_id, tree_id, created_at DESC);

CREATE INDEX summary_job_tree ON public.summary_job USING btree (tree_id);

CREATE INDEX support_ticket_newest ON public.support_ticket USING btree (created_at DESC, id DESC);

CREATE INDEX support_ticket_person ON public.support_ticket USING btree (person_id, created_at);

CREATE INDEX taken_turn_at ON public.taken_turn USING btree (at);

CREATE INDEX text_scope_list ON public.text_scope USING btree (tree_id, acl_id);

CREATE INDEX text_scope_organisation ON public.text_scope USING btree (organisation_id);

CREATE INDEX thumbnail_due ON public.thumbnail USING btree (try_at) WHERE (state = 'WAITING'::text);

CREATE INDEX timeline_created ON public.timeline USING btree (created_at, id);

CREATE INDEX timeline_holding_company ON public.timeline USING btree (holding_company_id) WHERE (holding_company_id IS NOT NULL);

CREATE INDEX timeline_organisation ON public.timeline USING btree (organisation_id);

CREATE INDEX timeline_portfolio ON public.timeline USING btree (portfolio_id) WHERE (portfolio_id IS NOT NULL);

CREATE INDEX tree_visit_organisation ON public.tree_visit USING btree (organisation_id);

CREATE INDEX tree_visit_tree ON public.tree_visit USING btree (tree_id);

CREATE INDEX upload_created ON public.upload USING btree (created_at);

CREATE INDEX upload_parent ON public.upload USING btree (parent_id);

CREATE INDEX upload_person ON public.upload USING btree (person_id);

CREATE INDEX upload_tree ON public.upload USING btree (tree_id);

CREATE INDEX used_address_expires ON public.used_address USING btree (expires_at);

CREATE INDEX used_budget_at ON public.used_budget USING btree (at);

CREATE INDEX used_passkey_challenge_at ON public.used_passkey_challenge USING btree (at);

CREATE INDEX user_group_holding_company_company ON public.user_group_holding_company USING btree (holding_company_id);

CREATE INDEX user_group_named ON public.user_group USING btree (name COLLATE name_order, id);

CREATE INDEX user_group_portfolio_portfolio ON public.user_group_portfolio USING btree (portfolio_id);

CREATE INDEX user_group_role ON public.user_group USING btree (role_id);

CREATE INDEX version_pages_organisation ON public.version_pages USING btree (organisation_id);

CREATE INDEX webhook_delivery_at ON public.webhook_delivery USING btree (at);

CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX webhook_delivery_listed ON public.webhook_delivery USING btree (webhook_id, "position");

CREATE INDEX webhook_delivery_queue ON public.webhook_delivery USING btree (webhook_id, "position") WHERE (due_at IS NOT NULL);

CREATE INDEX webhook_delivery_waiting ON public.webhook_delivery USING btree (webhook_id, about_id, "position") WHERE (due_at IS NOT NULL);

CREATE INDEX webhook_organisation ON public.webhook USING btree (organisation_id, created_at);

CREATE INDEX webhook_person ON public.webhook USING btree (person_id);

CREATE INDEX zip_export_expires ON public.zip_export USING btree (expires_at) WHERE (state = 'READY'::text);

CREATE INDEX zip_export_file_document ON public.zip_export_file USING btree (document_id);

CREATE INDEX zip_export_file_version ON public.zip_export_file USING btree (version_id);

CREATE INDEX zip_export_open ON public.zip_export USING btree (created_at) WHERE (state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]));

CREATE INDEX zip_export_person ON public.zip_export USING btree (person_id) WHERE (state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]));

CREATE INDEX zip_export_stored ON public.zip_export USING btree (id) WHERE (stored AND (state = ANY (ARRAY['FAILED'::text, 'CANCELLED'::text, 'EXPIRED'::text])));

CREATE INDEX zip_export_tree ON public.zip_export USING btree (tree_id);

CREATE UNIQUE INDEX acl_by_stage ON public.acl USING btree (tree_id, digest, acl_levels_digest(levels), is_staged);

CREATE UNIQUE INDEX company_name ON public.company USING btree (lower(name));

CREATE UNIQUE INDEX document_label_text ON public.document_label USING btree (organisation_id, lower(label));

CREATE UNIQUE INDEX document_tree_company ON public.document_tree USING btree (holding_company_id, type) WHERE (holding_company_id IS NOT NULL);

CREATE UNIQUE INDEX document_tree_o_and_m ON public.document_tree USING btree (organisation_id) WHERE (type = 'O_AND_M'::text);

CREATE UNIQUE INDEX document_tree_portfolio ON public.document_tree USING btree (portfolio_id, type) WHERE (portfolio_id IS NOT NULL);

CREATE UNIQUE INDEX equipment_model_number ON public.equipment_model USING btree (manufacturer_id, kind, lower(model_number));

CREATE UNIQUE INDEX invitation_member ON public.invitation USING btree (organisation_id, person_id) WHERE (person_id IS NOT NULL);

CREATE UNIQUE INDEX invitation_waiting ON public.invitation USING btree (organisation_id, email) WHERE (person_id IS NULL);

CREATE UNIQUE INDEX manufacturer_name ON public.manufacturer USING btree (organisation_id, lower(name));

CREATE UNIQUE INDEX net_yield_holding_company ON public.net_yield USING btree (holding_company_id, year) WHERE (holding_company_id IS NOT NULL);

CREATE UNIQUE INDEX net_yield_portfolio ON public.net_yield USING btree (portfolio_id, year) WHERE (portfolio_id IS NOT NULL);

CREATE UNIQUE INDEX o_and_m_partner_name ON public.o_and_m_partner USING btree (organisation_id, lower(name));

CREATE UNIQUE INDEX offtaker_name ON public.offtaker USING btree (organisation_id, lower(name));

CREATE UNIQUE INDEX project_layer_position ON public.project_layer USING btree (project_id, "position");

CREATE UNIQUE INDEX question_by_number ON public.question USING btree (log_id, number, follow_up);

CREATE UNIQUE INDEX record_key_current ON public.record_key USING btree ((true)) WHERE (retired_at IS NULL);

CREATE UNIQUE INDEX record_leaf_row ON public.record_leaf USING btree (source, row_id);

CREATE UNIQUE INDEX record_recipient_once ON public.record_recipient USING btree (organisation_id, lower(email));

CREATE UNIQUE INDEX redaction_applied ON public.redaction USING btree (version_id) WHERE (state = 'APPLIED'::text);

CREATE UNIQUE INDEX redaction_open ON public.redaction USING btree (version_id) WHERE (state = ANY (ARRAY['DRAFT'::text, 'APPLYING'::text, 'FAILED'::text]));

CREATE UNIQUE INDEX role_name ON public.role USING btree (organisation_id, lower(name));

CREATE UNIQUE INDEX secret_fingerprint_one ON public.secret_fingerprint USING btree ((true));

CREATE UNIQUE INDEX session_view_open ON public.session_view USING btree (session_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX staged_change_version ON public.staged_change USING btree (version_id) WHERE (version_id IS NOT NULL);

CREATE UNIQUE INDEX storage_marker_one ON public.storage_marker USING btree ((true));

CREATE UNIQUE INDEX subpage_holding_company ON public.subpage USING btree (holding_company_id, slug) WHERE (holding_company_id IS NOT NULL);

CREATE UNIQUE INDEX subpage_portfolio ON public.subpage USING btree (portfolio_id, slug) WHERE (portfolio_id IS NOT NULL);

CREATE UNIQUE INDEX user_group_name ON public.user_group USING btree (organisation_id, lower(name));

CREATE TRIGGER acl_organisation BEFORE INSERT ON public.acl FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_tree();

CREATE TRIGGER activity_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.activity FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER activity_recorded AFTER INSERT ON public.activity REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_record('activity');

CREATE TRIGGER activity_says_who AFTER INSERT ON public.activity REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((COALESCE(current_setting('helioroom.person'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION keep_who_changed_rights();

CREATE TRIGGER activity_to_webhooks AFTER INSERT ON public.activity REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_webhooks();

CREATE TRIGGER activity_told AFTER INSERT ON public.activity REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_outbox();

CREATE TRIGGER checklist_category_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.checklist_category FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_checklist();

CREATE TRIGGER checklist_category_organisation BEFORE INSERT ON public.checklist_category FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_checklist();

CREATE TRIGGER checklist_comment_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.checklist_comment FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_checklist();

CREATE TRIGGER checklist_comment_organisation BEFORE INSERT ON public.checklist_comment FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_checklist();

CREATE TRIGGER checklist_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.checklist FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_room();

CREATE TRIGGER checklist_item_frozen BEFORE UPDATE ON public.checklist_item FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_checklist();

CREATE TRIGGER checklist_item_organisation BEFORE INSERT ON public.checklist_item FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_checklist();

CREATE TRIGGER checklist_items_of_categories AFTER INSERT ON public.checklist_category REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_items_of_categories();

CREATE TRIGGER checklist_items_of_projects AFTER INSERT ON public.portfolio_project REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_items_of_projects();

CREATE TRIGGER checklist_organisation BEFORE INSERT ON public.checklist FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_portfolio();

CREATE TRIGGER company_listed AFTER UPDATE OF name ON public.company FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION list_company();

CREATE TRIGGER crm_record_organisation BEFORE INSERT ON public.crm_record FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_import();

CREATE TRIGGER deleted_membership_organisation BEFORE INSERT ON public.deleted_membership FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_group();

CREATE TRIGGER deletion_frozen BEFORE INSERT OR UPDATE OF for_good_at ON public.deletion FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_document();

CREATE TRIGGER deletion_organisation BEFORE INSERT ON public.deletion FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_document();

CREATE TRIGGER document_arrived AFTER INSERT ON public.document REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_arrivals();

CREATE TRIGGER document_changed_frozen AFTER UPDATE OF acl_id, current_version_id, deleted_at, name, parent_id ON public.document FOR EACH ROW WHEN (((current_setting('helioroom.not_frozen_tree'::text, true) IS DISTINCT FROM (new.tree_id)::text) AND ((old.acl_id <> new.acl_id) OR (old.current_version_id IS DISTINCT FROM new.current_version_id) OR ((old.deleted_at IS NOT NULL) AND (new.deleted_at IS NULL)) OR (old.name <> new.name) OR (old.parent_id IS DISTINCT FROM new.parent_id)))) EXECUTE FUNCTION refuse_in_frozen_tree();

CREATE TRIGGER document_former_lists AFTER DELETE ON public.document REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION delete_former_lists();

CREATE TRIGGER document_former_number_frozen BEFORE INSERT ON public.document_former_number FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_document();

CREATE TRIGGER document_frozen BEFORE INSERT ON public.document FOR EACH ROW WHEN ((current_setting('helioroom.not_frozen_tree'::text, true) IS DISTINCT FROM (new.tree_id)::text)) EXECUTE FUNCTION refuse_in_frozen_tree();

CREATE TRIGGER document_labelling_frozen BEFORE INSERT OR DELETE ON public.document_labelling FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_document();

CREATE TRIGGER document_labelling_organisation BEFORE INSERT ON public.document_labelling FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_document();

CREATE TRIGGER document_name_search_organisation BEFORE INSERT ON public.document_name_search FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_document();

CREATE TRIGGER document_named AFTER INSERT ON public.document REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_name_search();

CREATE TRIGGER document_note_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.document_note FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_document();

CREATE TRIGGER document_note_group_frozen BEFORE INSERT OR DELETE ON public.document_note_group FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_note();

CREATE TRIGGER document_organisation BEFORE INSERT ON public.document FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_tree();

CREATE TRIGGER document_place_kept AFTER UPDATE OF list_id ON public.document_name_search FOR EACH ROW WHEN ((old.list_id <> new.list_id)) EXECUTE FUNCTION keep_former_place();

CREATE TRIGGER document_renamed AFTER UPDATE OF name, name_key ON public.document FOR EACH ROW EXECUTE FUNCTION rename_in_name_search();

CREATE TRIGGER document_root_kept AFTER UPDATE OF acl_id ON public.document FOR EACH ROW WHEN (((new.parent_id IS NULL) AND (old.acl_id <> new.acl_id))) EXECUTE FUNCTION keep_former_root();

CREATE TRIGGER document_tree_frozen BEFORE INSERT OR DELETE OR UPDATE OF allow_root_files, mark, measure_reading, numbering, permissions_type, readers_see_earlier_versions, text_principals, usual_level ON public.document_tree FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_room();

CREATE TRIGGER document_tree_kept AFTER UPDATE OF permissions_type, usual_level ON public.document_tree FOR EACH ROW EXECUTE FUNCTION keep_former_right('permissions_type usual_level', 'id');

CREATE TRIGGER document_version_frozen BEFORE INSERT OR UPDATE OF withdrawn_at ON public.document_version FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_document();

CREATE TRIGGER document_version_organisation BEFORE INSERT ON public.document_version FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_of_version();

CREATE TRIGGER document_version_recorded AFTER INSERT ON public.document_version REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_record('version');

CREATE TRIGGER folder_list_kept AFTER UPDATE ON public.folder_list REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_changed_folder_lists();

CREATE TRIGGER folder_list_organisation BEFORE INSERT ON public.folder_list FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_folder();

CREATE TRIGGER folder_list_removed_kept AFTER DELETE ON public.folder_list REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_removed_folder_lists();

CREATE TRIGGER folder_moved AFTER UPDATE OF path ON public.document FOR EACH ROW WHEN (new.is_folder) EXECUTE FUNCTION move_folder_place();

CREATE TRIGGER folder_place_organisation BEFORE INSERT ON public.folder_place FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_folder();

CREATE TRIGGER folder_placed AFTER INSERT ON public.document REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_folder_place();

CREATE TRIGGER folder_tally_organisation BEFORE INSERT ON public.folder_tally FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_folder();

CREATE TRIGGER holding_company_kept AFTER UPDATE OF status ON public.holding_company FOR EACH ROW EXECUTE FUNCTION keep_former_right('status', 'id');

CREATE TRIGGER membership_kept AFTER INSERT OR DELETE ON public.membership FOR EACH ROW EXECUTE FUNCTION keep_former_right('group_id person_id', 'group_id', 'person_id');

CREATE TRIGGER membership_left_webhooks AFTER DELETE ON public.membership REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION queue_members_left();

CREATE TRIGGER membership_listed AFTER INSERT ON public.membership REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION list_members();

CREATE TRIGGER membership_organisation BEFORE INSERT ON public.membership FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_group();

CREATE TRIGGER membership_to_webhooks AFTER INSERT ON public.membership REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_members_joined();

CREATE TRIGGER milestone_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.milestone FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_timeline();

CREATE TRIGGER name_group_organisation BEFORE INSERT ON public.name_group FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_tree();

CREATE TRIGGER net_yield_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.net_yield FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_room();

CREATE TRIGGER operating_stats_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.operating_stats FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_room();

CREATE TRIGGER organisation_kept AFTER UPDATE OF deleted_at ON public.organisation FOR EACH ROW EXECUTE FUNCTION keep_former_right('deleted_at', 'id');

CREATE TRIGGER permission_change_organisation BEFORE INSERT ON public.permission_change FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_tree();

CREATE TRIGGER person_kept AFTER UPDATE OF is_active, is_super_user ON public.person FOR EACH ROW WHEN (((old.is_active <> new.is_active) OR (old.is_super_user <> new.is_super_user))) EXECUTE FUNCTION keep_former_person();

CREATE TRIGGER person_listed AFTER UPDATE OF email, first_name, last_name, title, company_id ON public.person FOR EACH ROW WHEN ((((((old.email IS DISTINCT FROM new.email) OR (old.first_name IS DISTINCT FROM new.first_name)) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.title IS DISTINCT FROM new.title)) OR (old.company_id IS DISTINCT FROM new.company_id))) EXECUTE FUNCTION list_person();

CREATE TRIGGER portfolio_frozen BEFORE DELETE OR UPDATE ON public.portfolio FOR EACH ROW EXECUTE FUNCTION refuse_frozen_room();

CREATE TRIGGER portfolio_kept AFTER UPDATE OF status ON public.portfolio FOR EACH ROW EXECUTE FUNCTION keep_former_right('status', 'id');

CREATE TRIGGER portfolio_project_frozen BEFORE INSERT OR DELETE ON public.portfolio_project FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_room();

CREATE TRIGGER portfolio_project_organisation BEFORE INSERT ON public.portfolio_project FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_portfolio();

CREATE TRIGGER ppa_contract_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.ppa_contract FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_project('project_id');

CREATE TRIGGER ppa_contract_organisation BEFORE INSERT ON public.ppa_contract FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_project();

CREATE TRIGGER project_equipment_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.project_equipment FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_project('project_id');

CREATE TRIGGER project_equipment_organisation BEFORE INSERT ON public.project_equipment FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_project();

CREATE TRIGGER project_frozen BEFORE DELETE OR UPDATE ON public.project FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_project('id');

CREATE TRIGGER project_layer_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.project_layer FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_project('project_id');

CREATE TRIGGER project_layer_organisation BEFORE INSERT ON public.project_layer FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_project();

CREATE TRIGGER project_offtaker_frozen BEFORE INSERT OR DELETE ON public.project_offtaker FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_project('project_id');

CREATE TRIGGER project_offtaker_organisation BEFORE INSERT ON public.project_offtaker FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_project();

CREATE TRIGGER project_shapes_frozen BEFORE INSERT ON public.project_shapes FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_project('project_id');

CREATE TRIGGER project_shapes_organisation BEFORE INSERT ON public.project_shapes FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_project();

CREATE TRIGGER publication_frozen BEFORE INSERT OR DELETE ON public.publication FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_tree();

CREATE TRIGGER question_answer_frozen BEFORE INSERT OR DELETE OR UPDATE OF body, draft ON public.question_answer FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_question();

CREATE TRIGGER question_answer_organisation BEFORE INSERT ON public.question_answer FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_question();

CREATE TRIGGER question_categorising_frozen BEFORE INSERT OR DELETE ON public.question_categorising FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_question();

CREATE TRIGGER question_categorising_organisation BEFORE INSERT ON public.question_categorising FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_question();

CREATE TRIGGER question_category_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.question_category FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_log();

CREATE TRIGGER question_category_organisation BEFORE INSERT ON public.question_category FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_log();

CREATE TRIGGER question_document_frozen BEFORE INSERT OR DELETE ON public.question_document FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_question();

CREATE TRIGGER question_document_organisation BEFORE INSERT ON public.question_document FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_question();

CREATE TRIGGER question_frozen BEFORE INSERT OR DELETE OR UPDATE OF asked_by, body, is_closed, is_draft, is_priority, reader_ids ON public.question FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_log();

CREATE TRIGGER question_log_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.question_log FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_room();

CREATE TRIGGER question_log_group_frozen BEFORE INSERT OR DELETE ON public.question_log_group FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_log();

CREATE TRIGGER question_log_group_organisation BEFORE INSERT ON public.question_log_group FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_log();

CREATE TRIGGER question_on_topic_frozen BEFORE INSERT OR DELETE ON public.question_on_topic FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_question();

CREATE TRIGGER question_on_topic_organisation BEFORE INSERT ON public.question_on_topic FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_question();

CREATE TRIGGER question_organisation BEFORE INSERT ON public.question FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_log();

CREATE TRIGGER question_portfolio_frozen BEFORE INSERT OR DELETE ON public.question_portfolio FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_question();

CREATE TRIGGER question_portfolio_organisation BEFORE INSERT ON public.question_portfolio FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_question();

CREATE TRIGGER question_project_frozen BEFORE INSERT OR DELETE ON public.question_project FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_question();

CREATE TRIGGER question_project_organisation BEFORE INSERT ON public.question_project FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_question();

CREATE TRIGGER question_text_organisation BEFORE INSERT ON public.question_text FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_question();

CREATE TRIGGER question_topic_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.question_topic FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_log();

CREATE TRIGGER question_topic_organisation BEFORE INSERT ON public.question_topic FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_log();

CREATE TRIGGER question_view_organisation BEFORE INSERT ON public.question_view FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_question();

CREATE TRIGGER role_permission_kept AFTER INSERT OR DELETE ON public.role_permission FOR EACH ROW EXECUTE FUNCTION keep_former_right('role_id codename', 'role_id', 'codename');

CREATE TRIGGER role_permission_organisation BEFORE INSERT ON public.role_permission FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_role();

CREATE TRIGGER room_phase_kept AFTER INSERT OR DELETE OR UPDATE OF phase ON public.room_phase FOR EACH ROW EXECUTE FUNCTION keep_former_right('portfolio_id phase', 'portfolio_id');

CREATE TRIGGER staged_change_frozen BEFORE INSERT OR UPDATE ON public.staged_change FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_tree();

CREATE TRIGGER stored_file_organisation BEFORE INSERT ON public.stored_file FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_owner();

CREATE TRIGGER subpage_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.subpage FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_room();

CREATE TRIGGER subpage_group_frozen BEFORE INSERT OR DELETE ON public.subpage_group FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_page();

CREATE TRIGGER subpage_media_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.subpage_media FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_page();

CREATE TRIGGER subpage_role_frozen BEFORE INSERT OR DELETE ON public.subpage_role FOR EACH ROW EXECUTE FUNCTION refuse_of_frozen_page();

CREATE TRIGGER summary_fact_organisation BEFORE INSERT ON public.summary_fact FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_job();

CREATE TRIGGER summary_job_organisation BEFORE INSERT ON public.summary_job FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_tree();

CREATE TRIGGER summary_source_organisation BEFORE INSERT ON public.summary_source FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_job();

CREATE TRIGGER thumbnail_organisation BEFORE INSERT ON public.thumbnail FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_version();

CREATE TRIGGER timeline_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.timeline FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_room();

CREATE TRIGGER upload_frozen BEFORE INSERT ON public.upload FOR EACH ROW EXECUTE FUNCTION refuse_in_frozen_tree();

CREATE TRIGGER upload_organisation BEFORE INSERT ON public.upload FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_tree();

CREATE TRIGGER user_group_holding_company_kept AFTER INSERT OR DELETE ON public.user_group_holding_company FOR EACH ROW EXECUTE FUNCTION keep_former_right('group_id holding_company_id', 'group_id', 'holding_company_id');

CREATE TRIGGER user_group_holding_company_organisation BEFORE INSERT ON public.user_group_holding_company FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_holding_company();

CREATE TRIGGER user_group_kept AFTER INSERT OR DELETE OR UPDATE OF name, role_id, organisation_wide ON public.user_group FOR EACH ROW EXECUTE FUNCTION keep_former_right('id name role_id organisation_wide', 'id');

CREATE TRIGGER user_group_portfolio_kept AFTER INSERT OR DELETE OR UPDATE OF access_ends_at ON public.user_group_portfolio FOR EACH ROW EXECUTE FUNCTION keep_former_right('group_id portfolio_id access_ends_at', 'group_id', 'portfolio_id');

CREATE TRIGGER user_group_portfolio_organisation BEFORE INSERT ON public.user_group_portfolio FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_portfolio();

CREATE TRIGGER zip_export_file_organisation BEFORE INSERT ON public.zip_export_file FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_export();

CREATE TRIGGER zip_export_organisation BEFORE INSERT ON public.zip_export FOR EACH ROW WHEN ((new.organisation_id IS NULL)) EXECUTE FUNCTION fill_organisation_by_tree();
