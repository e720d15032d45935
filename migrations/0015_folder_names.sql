-- Folders are looked for by name apart from files: among a million names they are few, and each search for one stays
-- a small one.
alter table document_name_search add column is_folder boolean not null default false;
update document_name_search named set is_folder = true
from document d where d.id = named.document_id and d.is_folder;

create or replace function add_to_name_search() returns trigger language plpgsql as $$
begin
  insert into document_name_search (document_id, tree_id, name, name_key, is_folder)
  select id, tree_id, name, name_key, is_folder from added where parent_id is not null;
  return null;
end $$;

create index folder_name_parts on document_name_search using gin (name_key gin_trgm_ops) where is_folder;
create index folder_by_name on document_name_search (tree_id, name collate name_order, document_id) where is_folder;
