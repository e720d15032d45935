-- works with: 0188
-- Each row that grows with what organisations do names its organisation (SCALE-33), so that one organisation's rows can
-- be read, exported and moved by themselves. The column has no foreign key: the lock that each row would take of its
-- organisation's row is dearer than the row. Programs that do not know the column leave it out, and a trigger writes it;
-- rows that were there already are filled by a job in portions (organisations/filling.ts).

-- ---- To which organisation a row belongs ----

-- Of what lies in a tree.
create function organisation_of_tree(uuid) returns uuid language sql stable as $$
  select organisation_id from document_tree where id = $1
$$;

-- Of what belongs to a document or a folder.
create function organisation_of_document(uuid) returns uuid language sql stable as $$
  select t.organisation_id from document d join document_tree t on t.id = d.tree_id where d.id = $1
$$;

-- A version stands before its document in one transaction; until then its upload is there.
create function organisation_of_version(uuid) returns uuid language sql stable as $$
  select coalesce(
    (select organisation_of_document(document_id) from document_version where id = $1),
    (select organisation_of_tree(tree_id) from upload where version_id = $1))
$$;

create function organisation_of_zip(uuid) returns uuid language sql stable as $$
  select organisation_of_tree(tree_id) from zip_export where id = $1
$$;

create function organisation_of_summary(uuid) returns uuid language sql stable as $$
  select organisation_of_tree(tree_id) from summary_job where id = $1
$$;

create function organisation_of_portfolio(uuid) returns uuid language sql stable as $$
  select organisation_id from portfolio where id = $1
$$;

create function organisation_of_company(uuid) returns uuid language sql stable as $$
  select organisation_id from holding_company where id = $1
$$;

create function organisation_of_checklist(uuid) returns uuid language sql stable as $$
  select p.organisation_id from checklist c join portfolio p on p.id = c.portfolio_id where c.id = $1
$$;

create function organisation_of_project(uuid) returns uuid language sql stable as $$
  select organisation_id from project where id = $1
$$;

create function organisation_of_log(uuid) returns uuid language sql stable as $$
  select organisation_id from question_log where id = $1
$$;

create function organisation_of_question(uuid) returns uuid language sql stable as $$
  select l.organisation_id from question q join question_log l on l.id = q.log_id where q.id = $1
$$;

create function organisation_of_group(uuid) returns uuid language sql stable as $$
  select organisation_id from user_group where id = $1
$$;

create function organisation_of_role(uuid) returns uuid language sql stable as $$
  select organisation_id from role where id = $1
$$;

-- Of the imports of a person who administers several organisations: of the first.
create function organisation_of_import(uuid) returns uuid language sql stable as $$
  select organisation_ids[1] from data_import where id = $1
$$;

-- Of a stored file, by what it belongs to; one of a person is of none.
create function organisation_of_owner(uuid) returns uuid language sql stable as $$
  select coalesce(
    (select id from organisation where id = $1),
    (select organisation_id from portfolio where id = $1),
    (select organisation_id from holding_company where id = $1),
    (select organisation_id from project where id = $1),
    (select organisation_id from subpage where id = $1),
    (select organisation_of_tree(tree_id) from summary_job where id = $1),
    (select organisation_ids[1] from data_import where id = $1),
    (select organisation_ids[1] from duplicate_report where id = $1))
$$;

-- ---- Columns, and what writes them for programs that do not ----

alter table acl add column organisation_id uuid;
alter table checklist add column organisation_id uuid;
alter table checklist_category add column organisation_id uuid;
alter table checklist_comment add column organisation_id uuid;
alter table checklist_item add column organisation_id uuid;
alter table crm_record add column organisation_id uuid;
alter table deleted_membership add column organisation_id uuid;
alter table deletion add column organisation_id uuid;
alter table document add column organisation_id uuid;
alter table document_labelling add column organisation_id uuid;
alter table document_name_search add column organisation_id uuid;
alter table document_version add column organisation_id uuid;
alter table folder_list add column organisation_id uuid;
alter table folder_place add column organisation_id uuid;
alter table folder_tally add column organisation_id uuid;
alter table membership add column organisation_id uuid;
alter table name_group add column organisation_id uuid;
alter table permission_change add column organisation_id uuid;
alter table portfolio_project add column organisation_id uuid;
alter table ppa_contract add column organisation_id uuid;
alter table project_equipment add column organisation_id uuid;
alter table project_layer add column organisation_id uuid;
alter table project_offtaker add column organisation_id uuid;
alter table project_shapes add column organisation_id uuid;
alter table question add column organisation_id uuid;
alter table question_answer add column organisation_id uuid;
alter table question_categorising add column organisation_id uuid;
alter table question_category add column organisation_id uuid;
alter table question_log_group add column organisation_id uuid;
alter table question_on_topic add column organisation_id uuid;
alter table question_portfolio add column organisation_id uuid;
alter table question_project add column organisation_id uuid;
alter table question_topic add column organisation_id uuid;
alter table question_view add column organisation_id uuid;
alter table role_permission add column organisation_id uuid;
alter table stored_file add column organisation_id uuid;
alter table summary_fact add column organisation_id uuid;
alter table summary_job add column organisation_id uuid;
alter table summary_source add column organisation_id uuid;
alter table thumbnail add column organisation_id uuid;
alter table upload add column organisation_id uuid;
alter table user_group_holding_company add column organisation_id uuid;
alter table user_group_portfolio add column organisation_id uuid;
alter table zip_export add column organisation_id uuid;
alter table zip_export_file add column organisation_id uuid;

create function fill_organisation_by_tree() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_tree(new.tree_id);
  return new;
end $$;
create trigger acl_organisation before insert on acl
  for each row when (new.organisation_id is null) execute function fill_organisation_by_tree();
create trigger document_organisation before insert on document
  for each row when (new.organisation_id is null) execute function fill_organisation_by_tree();
create trigger name_group_organisation before insert on name_group
  for each row when (new.organisation_id is null) execute function fill_organisation_by_tree();
create trigger permission_change_organisation before insert on permission_change
  for each row when (new.organisation_id is null) execute function fill_organisation_by_tree();
create trigger summary_job_organisation before insert on summary_job
  for each row when (new.organisation_id is null) execute function fill_organisation_by_tree();
create trigger upload_organisation before insert on upload
  for each row when (new.organisation_id is null) execute function fill_organisation_by_tree();
create trigger zip_export_organisation before insert on zip_export
  for each row when (new.organisation_id is null) execute function fill_organisation_by_tree();

create function fill_organisation_by_portfolio() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_portfolio(new.portfolio_id);
  return new;
end $$;
create trigger checklist_organisation before insert on checklist
  for each row when (new.organisation_id is null) execute function fill_organisation_by_portfolio();
create trigger portfolio_project_organisation before insert on portfolio_project
  for each row when (new.organisation_id is null) execute function fill_organisation_by_portfolio();
create trigger user_group_portfolio_organisation before insert on user_group_portfolio
  for each row when (new.organisation_id is null) execute function fill_organisation_by_portfolio();

create function fill_organisation_by_checklist() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_checklist(new.checklist_id);
  return new;
end $$;
create trigger checklist_category_organisation before insert on checklist_category
  for each row when (new.organisation_id is null) execute function fill_organisation_by_checklist();
create trigger checklist_comment_organisation before insert on checklist_comment
  for each row when (new.organisation_id is null) execute function fill_organisation_by_checklist();
create trigger checklist_item_organisation before insert on checklist_item
  for each row when (new.organisation_id is null) execute function fill_organisation_by_checklist();

create function fill_organisation_by_import() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_import(new.import_id);
  return new;
end $$;
create trigger crm_record_organisation before insert on crm_record
  for each row when (new.organisation_id is null) execute function fill_organisation_by_import();

create function fill_organisation_by_group() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_group(new.group_id);
  return new;
end $$;
create trigger deleted_membership_organisation before insert on deleted_membership
  for each row when (new.organisation_id is null) execute function fill_organisation_by_group();
create trigger membership_organisation before insert on membership
  for each row when (new.organisation_id is null) execute function fill_organisation_by_group();

create function fill_organisation_by_document() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_document(new.document_id);
  return new;
end $$;
create trigger deletion_organisation before insert on deletion
  for each row when (new.organisation_id is null) execute function fill_organisation_by_document();
create trigger document_labelling_organisation before insert on document_labelling
  for each row when (new.organisation_id is null) execute function fill_organisation_by_document();
create trigger document_name_search_organisation before insert on document_name_search
  for each row when (new.organisation_id is null) execute function fill_organisation_by_document();

create function fill_organisation_by_folder() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_document(new.folder_id);
  return new;
end $$;
create trigger folder_list_organisation before insert on folder_list
  for each row when (new.organisation_id is null) execute function fill_organisation_by_folder();
create trigger folder_place_organisation before insert on folder_place
  for each row when (new.organisation_id is null) execute function fill_organisation_by_folder();
create trigger folder_tally_organisation before insert on folder_tally
  for each row when (new.organisation_id is null) execute function fill_organisation_by_folder();

create function fill_organisation_by_project() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_project(new.project_id);
  return new;
end $$;
create trigger ppa_contract_organisation before insert on ppa_contract
  for each row when (new.organisation_id is null) execute function fill_organisation_by_project();
create trigger project_equipment_organisation before insert on project_equipment
  for each row when (new.organisation_id is null) execute function fill_organisation_by_project();
create trigger project_layer_organisation before insert on project_layer
  for each row when (new.organisation_id is null) execute function fill_organisation_by_project();
create trigger project_offtaker_organisation before insert on project_offtaker
  for each row when (new.organisation_id is null) execute function fill_organisation_by_project();
create trigger project_shapes_organisation before insert on project_shapes
  for each row when (new.organisation_id is null) execute function fill_organisation_by_project();

create function fill_organisation_by_log() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_log(new.log_id);
  return new;
end $$;
create trigger question_organisation before insert on question
  for each row when (new.organisation_id is null) execute function fill_organisation_by_log();
create trigger question_category_organisation before insert on question_category
  for each row when (new.organisation_id is null) execute function fill_organisation_by_log();
create trigger question_log_group_organisation before insert on question_log_group
  for each row when (new.organisation_id is null) execute function fill_organisation_by_log();
create trigger question_topic_organisation before insert on question_topic
  for each row when (new.organisation_id is null) execute function fill_organisation_by_log();

create function fill_organisation_by_question() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_question(new.question_id);
  return new;
end $$;
create trigger question_answer_organisation before insert on question_answer
  for each row when (new.organisation_id is null) execute function fill_organisation_by_question();
create trigger question_categorising_organisation before insert on question_categorising
  for each row when (new.organisation_id is null) execute function fill_organisation_by_question();
create trigger question_on_topic_organisation before insert on question_on_topic
  for each row when (new.organisation_id is null) execute function fill_organisation_by_question();
create trigger question_portfolio_organisation before insert on question_portfolio
  for each row when (new.organisation_id is null) execute function fill_organisation_by_question();
create trigger question_project_organisation before insert on question_project
  for each row when (new.organisation_id is null) execute function fill_organisation_by_question();
create trigger question_view_organisation before insert on question_view
  for each row when (new.organisation_id is null) execute function fill_organisation_by_question();

create function fill_organisation_by_role() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_role(new.role_id);
  return new;
end $$;
create trigger role_permission_organisation before insert on role_permission
  for each row when (new.organisation_id is null) execute function fill_organisation_by_role();

create function fill_organisation_by_owner() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_owner(new.owner_id);
  return new;
end $$;
create trigger stored_file_organisation before insert on stored_file
  for each row when (new.organisation_id is null) execute function fill_organisation_by_owner();

create function fill_organisation_by_job() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_summary(new.job_id);
  return new;
end $$;
create trigger summary_fact_organisation before insert on summary_fact
  for each row when (new.organisation_id is null) execute function fill_organisation_by_job();
create trigger summary_source_organisation before insert on summary_source
  for each row when (new.organisation_id is null) execute function fill_organisation_by_job();

create function fill_organisation_by_version() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_version(new.version_id);
  return new;
end $$;
create trigger thumbnail_organisation before insert on thumbnail
  for each row when (new.organisation_id is null) execute function fill_organisation_by_version();

create function fill_organisation_by_holding_company() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_company(new.holding_company_id);
  return new;
end $$;
create trigger user_group_holding_company_organisation before insert on user_group_holding_company
  for each row when (new.organisation_id is null) execute function fill_organisation_by_holding_company();

create function fill_organisation_by_export() returns trigger language plpgsql as $$
begin
  new.organisation_id := organisation_of_zip(new.export_id);
  return new;
end $$;
create trigger zip_export_file_organisation before insert on zip_export_file
  for each row when (new.organisation_id is null) execute function fill_organisation_by_export();

create function fill_organisation_of_version() returns trigger language plpgsql as $$
begin
  new.organisation_id := coalesce(organisation_of_document(new.document_id), organisation_of_version(new.id));
  return new;
end $$;
create trigger document_version_organisation before insert on document_version
  for each row when (new.organisation_id is null) execute function fill_organisation_of_version();

-- ---- What the database writes by itself ----

create or replace function add_folder_place() returns trigger language plpgsql as $$
begin
  insert into folder_place (folder_id, path, organisation_id)
  select id, path, organisation_id from added where is_folder;
  return null;
end $$;

create or replace function place_names(placed uuid[]) returns void language plpgsql as $$
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

create or replace function add_items_of_projects() returns trigger language plpgsql as $$
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
end $$;

create or replace function add_items_of_categories() returns trigger language plpgsql as $$
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
end $$;

-- ---- Rows that are there ----

-- Which tables still have rows of before, and how far each has been read; a table goes when all its rows are filled. In
-- the order in which they are: those that others ask come first.
create table organisation_fill (
  position integer primary key,
  table_name text not null unique,
  -- How a row finds its organisation, in SQL.
  lookup text not null,
  -- The next block of the table to be read.
  next_block bigint not null default 0,
  -- Rows without it that this reading has met: as long as one meets some, another follows, since rows move meanwhile.
  met bigint not null default 0
);
insert into organisation_fill (position, table_name, lookup) values
  (1, 'document', 'organisation_of_tree(tree_id)'),
  (2, 'acl', 'organisation_of_tree(tree_id)'),
  (3, 'name_group', 'organisation_of_tree(tree_id)'),
  (4, 'permission_change', 'organisation_of_tree(tree_id)'),
  (5, 'upload', 'organisation_of_tree(tree_id)'),
  (6, 'zip_export', 'organisation_of_tree(tree_id)'),
  (7, 'summary_job', 'organisation_of_tree(tree_id)'),
  (8, 'document_labelling', 'organisation_of_document(document_id)'),
  (9, 'document_name_search', 'organisation_of_document(document_id)'),
  (10, 'deletion', 'organisation_of_document(document_id)'),
  (11, 'folder_list', 'organisation_of_document(folder_id)'),
  (12, 'folder_place', 'organisation_of_document(folder_id)'),
  (13, 'folder_tally', 'organisation_of_document(folder_id)'),
  (14, 'document_version', 'organisation_of_document(document_id)'),
  (15, 'thumbnail', 'organisation_of_version(version_id)'),
  (16, 'zip_export_file', 'organisation_of_zip(export_id)'),
  (17, 'summary_source', 'organisation_of_summary(job_id)'),
  (18, 'summary_fact', 'organisation_of_summary(job_id)'),
  (19, 'checklist', 'organisation_of_portfolio(portfolio_id)'),
  (20, 'portfolio_project', 'organisation_of_portfolio(portfolio_id)'),
  (21, 'user_group_portfolio', 'organisation_of_portfolio(portfolio_id)'),
  (22, 'user_group_holding_company', 'organisation_of_company(holding_company_id)'),
  (23, 'checklist_category', 'organisation_of_checklist(checklist_id)'),
  (24, 'checklist_item', 'organisation_of_checklist(checklist_id)'),
  (25, 'checklist_comment', 'organisation_of_checklist(checklist_id)'),
  (26, 'ppa_contract', 'organisation_of_project(project_id)'),
  (27, 'project_equipment', 'organisation_of_project(project_id)'),
  (28, 'project_layer', 'organisation_of_project(project_id)'),
  (29, 'project_offtaker', 'organisation_of_project(project_id)'),
  (30, 'project_shapes', 'organisation_of_project(project_id)'),
  (31, 'question', 'organisation_of_log(log_id)'),
  (32, 'question_category', 'organisation_of_log(log_id)'),
  (33, 'question_topic', 'organisation_of_log(log_id)'),
  (34, 'question_log_group', 'organisation_of_log(log_id)'),
  (35, 'question_answer', 'organisation_of_question(question_id)'),
  (36, 'question_categorising', 'organisation_of_question(question_id)'),
  (37, 'question_on_topic', 'organisation_of_question(question_id)'),
  (38, 'question_portfolio', 'organisation_of_question(question_id)'),
  (39, 'question_project', 'organisation_of_question(question_id)'),
  (40, 'question_view', 'organisation_of_question(question_id)'),
  (41, 'membership', 'organisation_of_group(group_id)'),
  (42, 'deleted_membership', 'organisation_of_group(group_id)'),
  (43, 'role_permission', 'organisation_of_role(role_id)'),
  (44, 'crm_record', 'organisation_of_import(import_id)'),
  (45, 'stored_file', 'organisation_of_owner(owner_id)');
