-- works with: 0188
-- Rights as they were at any moment (PROOF-05). Whatever changes a right keeps what was there before, in its own
-- transaction, by triggers on the tables that hold rights: no program and no way of changing them can forget it. What was
-- at a moment is, of each row, what the first change after it found, and the row of now where there is none. Of one row
-- they are in the order of their ids: whoever changes it holds it until they commit.
create table access_record (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null default now()
);
insert into access_record default values;

-- When a transaction changed rights: one moment for all that it changes.
create function change_moment() returns timestamptz language plpgsql as $$
declare
  said text := current_setting('helioroom.change_moment', true);
begin
  if said is null or said = '' then
    said := to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00';
    perform set_config('helioroom.change_moment', said, true);
  end if;
  return said::timestamptz;
end $$;
-- Who changes them, where the program says it.
create function changing_person() returns uuid language sql stable as $$
  select nullif(current_setting('helioroom.person', true), '')::uuid
$$;
-- Whether an organisation is there and not being removed for good, so that its rights are kept.
create function keeps_rights(organisation_id uuid) returns boolean language sql stable as $$
  select exists (select from organisation o where o.id = $1 and (o.purge_after is null or o.purge_after > now()))
$$;

-- A row of memberships, groups, roles, rooms and the like before it changed.
create table former_right (
  id bigint generated always as identity primary key,
  organisation_id uuid not null references organisation (id) on delete cascade,
  -- Its table, and its key in words.
  subject text not null,
  row_key text not null,
  -- Null where there was none.
  was jsonb,
  until timestamptz not null default change_moment(),
  changed_by uuid default changing_person()
);
create index former_right_until on former_right (organisation_id, until);
create index former_right_of_row on former_right (subject, row_key, id);

-- Called with the columns that say a right, and with the one or two of the key.
create function keep_former_right() returns trigger language plpgsql as $$
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
end $$;

create trigger membership_kept after insert or delete on membership
  for each row execute function keep_former_right('group_id person_id', 'group_id', 'person_id');
create trigger user_group_kept after insert or delete or update of name, role_id, organisation_wide on user_group
  for each row execute function keep_former_right('id name role_id organisation_wide', 'id');
create trigger user_group_portfolio_kept after insert or delete or update of access_ends_at on user_group_portfolio
  for each row execute function keep_former_right('group_id portfolio_id access_ends_at', 'group_id', 'portfolio_id');
create trigger user_group_holding_company_kept after insert or delete on user_group_holding_company
  for each row execute function keep_former_right('group_id holding_company_id', 'group_id', 'holding_company_id');
create trigger role_permission_kept after insert or delete on role_permission
  for each row execute function keep_former_right('role_id codename', 'role_id', 'codename');
create trigger room_phase_kept after insert or delete or update of phase on room_phase
  for each row execute function keep_former_right('portfolio_id phase', 'portfolio_id');
create trigger document_tree_kept after update of permissions_type, usual_level on document_tree
  for each row execute function keep_former_right('permissions_type usual_level', 'id');
create trigger portfolio_kept after update of status on portfolio
  for each row execute function keep_former_right('status', 'id');
create trigger holding_company_kept after update of status on holding_company
  for each row execute function keep_former_right('status', 'id');
create trigger organisation_kept after update of deleted_at on organisation
  for each row execute function keep_former_right('deleted_at', 'id');

-- Whether a person could sign in, and was staff, before it changed.
create table former_person (
  id bigint generated always as identity primary key,
  person_id uuid not null references person (id) on delete cascade,
  is_active boolean not null,
  is_super_user boolean not null,
  until timestamptz not null default change_moment(),
  changed_by uuid default changing_person()
);
create index former_person_of on former_person (person_id, id);
create index former_person_until on former_person (until);

create function keep_former_person() returns trigger language plpgsql as $$
begin
  insert into former_person (person_id, is_active, is_super_user) values (old.id, old.is_active, old.is_super_user);
  return null;
end $$;
create trigger person_kept after update of is_active, is_super_user on person
  for each row when (old.is_active <> new.is_active or old.is_super_user <> new.is_super_user)
  execute function keep_former_person();

-- A list of entries before it got another access list, was deleted or came back: all of its documents by one row.
create table former_folder_list (
  id bigint generated always as identity primary key,
  organisation_id uuid not null references organisation (id) on delete cascade,
  list_id bigint not null,
  folder_id uuid not null,
  acl_id bigint not null,
  is_folder boolean not null,
  is_deleted boolean not null,
  until timestamptz not null default change_moment(),
  changed_by uuid default changing_person()
);
create index former_folder_list_of on former_folder_list (list_id, id);
create index former_folder_list_folder on former_folder_list (folder_id);
create index former_folder_list_organisation on former_folder_list (organisation_id, until);

create function keep_changed_folder_lists() returns trigger language plpgsql as $$
begin
  insert into former_folder_list (organisation_id, list_id, folder_id, acl_id, is_folder, is_deleted)
  select coalesce(former.organisation_id, organisation_of_document(former.folder_id)), former.id, former.folder_id,
    former.acl_id, former.is_folder, former.is_deleted
  from former join changed on changed.id = former.id
  where (former.folder_id, former.acl_id, former.is_deleted) is distinct from
    (changed.folder_id, changed.acl_id, changed.is_deleted);
  return null;
end $$;
create trigger folder_list_kept after update on folder_list
  referencing old table as former new table as changed
  for each statement execute function keep_changed_folder_lists();

create function keep_removed_folder_lists() returns trigger language plpgsql as $$
begin
  insert into former_folder_list (organisation_id, list_id, folder_id, acl_id, is_folder, is_deleted)
  select organisation, id, folder_id, acl_id, is_folder, is_deleted
  from (select *, coalesce(organisation_id, organisation_of_document(folder_id)) as organisation from removed) as gone
  where keeps_rights(organisation);
  return null;
end $$;
create trigger folder_list_removed_kept after delete on folder_list
  referencing old table as removed
  for each statement execute function keep_removed_folder_lists();

-- The list of entries in which a document was, and with it its folder and its access list; of a root its access list, since
-- it is in none. With neither it was not there: of what is staged, since publishing it makes it as young as that.
create table former_place (
  id bigint generated always as identity primary key,
  organisation_id uuid not null references organisation (id) on delete cascade,
  document_id uuid not null references document (id) on delete cascade,
  list_id bigint,
  acl_id bigint,
  until timestamptz not null default change_moment(),
  changed_by uuid default changing_person()
);
create index former_place_of on former_place (document_id, id);
create index former_place_list on former_place (list_id) where list_id is not null;
create index former_place_organisation on former_place (organisation_id, until);

create function keep_former_place() returns trigger language plpgsql as $$
begin
  insert into former_place (organisation_id, document_id, list_id)
  values (coalesce(old.organisation_id, organisation_of_document(old.document_id)), old.document_id, old.list_id);
  return null;
end $$;
create trigger document_place_kept after update of list_id on document_name_search
  for each row when (old.list_id <> new.list_id) execute function keep_former_place();

create function keep_former_root() returns trigger language plpgsql as $$
begin
  insert into former_place (organisation_id, document_id, acl_id)
  values (coalesce(old.organisation_id, organisation_of_tree(old.tree_id)), old.id, old.acl_id);
  return null;
end $$;
create trigger document_root_kept after update of acl_id on document
  for each row when (new.parent_id is null and old.acl_id <> new.acl_id) execute function keep_former_root();

-- When documents came, those of one statement in a row: what came after a moment is found by it. An index of documents by
-- their age would be written by each publication.
create table document_arrival (
  id bigint generated always as identity primary key,
  organisation_id uuid not null references organisation (id) on delete cascade,
  tree_id uuid not null references document_tree (id) on delete cascade,
  document_ids uuid[] not null,
  at timestamptz not null
);
create index document_arrival_of_tree on document_arrival (tree_id, at);
create index document_arrival_organisation on document_arrival (organisation_id);

create function keep_arrivals() returns trigger language plpgsql as $$
begin
  insert into document_arrival (organisation_id, tree_id, document_ids, at)
  select coalesce(organisation_id, organisation_of_tree(tree_id)), tree_id, array_agg(id), created_at
  from added where parent_id is not null group by organisation_id, tree_id, created_at;
  insert into former_place (organisation_id, document_id, until)
  select coalesce(added.organisation_id, organisation_of_tree(added.tree_id)), added.id, added.created_at
  from added join acl on acl.id = added.acl_id where acl.is_staged;
  return null;
end $$;
create trigger document_arrived after insert on document
  referencing new table as added
  for each statement execute function keep_arrivals();
insert into former_place (organisation_id, document_id, until)
select t.organisation_id, d.id, d.created_at
from acl join document_tree t on t.id = acl.tree_id
join document d on d.tree_id = acl.tree_id and d.acl_id = acl.id
where acl.is_staged;
