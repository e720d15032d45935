-- Labels of an organisation's documents, and what lets a change of a hundred thousand documents take seconds.

-- ---- Labels (PERM-14) ----

create table document_label (
  id uuid primary key,
  organisation_id uuid not null references organisation on delete cascade,
  label text not null check (label = btrim(label) and char_length(label) between 1 and 40),
  -- In lower case.
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now()
);
create unique index document_label_text on document_label (organisation_id, lower(label));

create table document_labelling (
  document_id uuid not null references document on delete cascade,
  label_id uuid not null references document_label on delete cascade,
  primary key (document_id, label_id)
);
create index document_labelling_label on document_labelling (label_id, document_id);

alter table activity drop constraint activity_kind_check;
alter table activity add constraint activity_kind_check check (kind in
  ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE', 'PERMISSION', 'LABEL', 'VIEW', 'DOWNLOAD', 'SIGN_IN',
   'SIGN_OUT'));

-- ---- Names apart from documents ----

-- The search's indexes are the dearest ones. Here they rest while documents move, are permitted or deleted: only a
-- new document or a new name touches them. The root has no name and no row.
create table document_name_search (
  document_id uuid primary key references document on delete cascade,
  tree_id uuid not null,
  name text not null,
  name_key text not null
);
insert into document_name_search select id, tree_id, name, name_key from document where parent_id is not null;
drop index document_name_parts;
drop index document_by_name;
create index document_name_parts on document_name_search using gin (name_key gin_trgm_ops);
create index document_by_name on document_name_search (tree_id, name collate name_order, document_id);

create function add_to_name_search() returns trigger language plpgsql as $$
begin
  insert into document_name_search
  select id, tree_id, name, name_key from added where parent_id is not null;
  return null;
end $$;
create trigger document_named after insert on document referencing new table as added
  for each statement execute function add_to_name_search();

create function rename_in_name_search() returns trigger language plpgsql as $$
begin
  update document_name_search set name = new.name, name_key = new.name_key where document_id = new.id;
  return null;
end $$;
create trigger document_renamed after update of name, name_key on document
  for each row execute function rename_in_name_search();

-- ---- Changes of many documents ----

-- No index holds the access list, and a page has room for a second state of its rows: a change of permissions then
-- writes the rows alone, and no index.
drop index document_acl;
drop index document_extension;
create index document_extension on document (tree_id, extension) where deleted_at is null and not is_folder;
alter table document set (fillfactor = 50);
-- Nobody looks for a document by its current version.
drop index document_current_version;

-- What an entry names is never taken out of the database, and a look-up for each of five keys took half of the time
-- in which the entries of a deletion are written.
alter table activity drop constraint activity_person_id_fkey;
alter table activity drop constraint activity_organisation_id_fkey;
alter table activity drop constraint activity_tree_id_fkey;
alter table activity drop constraint activity_document_id_fkey;
alter table activity drop constraint activity_version_id_fkey;
