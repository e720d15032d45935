-- History, logs and analytics of documents.

-- The ids behind recorded_path, from the root to the document itself: who reads an old path sees of it only the
-- folders that they may see, whatever was moved or renamed since. Null where nobody knows them any more.
alter table activity add column recorded_ids uuid[];
alter table activity disable trigger activity_append_only;
update activity a set recorded_ids = d.path
from document d
where d.id = a.document_id
  and not exists (select 1 from activity m where m.tree_id = a.tree_id and m.kind = 'MOVE');
alter table activity enable trigger activity_append_only;

-- Newest first, as history and logs are read; with what filters and counts ask for, so that they needn't visit the
-- rows themselves.
drop index activity_tree_changes;
create index activity_tree_changes on activity (tree_id, at desc, id desc) include (kind, document_id, person_id)
  where kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE');
drop index activity_tree_access;
create index activity_tree_access on activity (tree_id, at desc, id desc) where kind in ('VIEW', 'DOWNLOAD');

-- What analytics add up: by person and session, and by document.
create index activity_use_by_person on activity (tree_id, person_id, session_id, document_id, kind)
  where kind in ('VIEW', 'DOWNLOAD');
create index activity_use_by_document on activity (tree_id, document_id, kind) where kind in ('VIEW', 'DOWNLOAD');
-- Reading an index alone needs pages that are known to be visible to all; only vacuum makes them so.
alter table activity set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- File types that somebody sees in a tree, each found by one step (HIST-13).
create index document_extension on document (tree_id, extension, acl_id)
  where deleted_at is null and not is_folder;
-- History below a folder asks for what was deleted, too.
create index document_deleted_path on document (path) where deleted_at is not null;
