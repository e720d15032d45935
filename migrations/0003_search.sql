-- Parts of names are found by their groups of three letters.
create extension if not exists pg_trgm;

create index document_name_parts on document using gin (name_key gin_trgm_ops) where deleted_at is null;

-- A word that is in very many names is read in the order of the answer, until the page is full.
create index document_by_name on document (tree_id, name collate name_order, id) where deleted_at is null;
