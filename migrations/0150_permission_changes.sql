-- A change of permissions can be taken back for a day: what had another list than its folder had before, as far as
-- the change reached. Rows of a tree go with its next change once they are older.
create table permission_change (
  id uuid primary key,
  tree_id uuid not null references document_tree (id),
  at timestamptz not null default now(),
  -- To whom the tree's documents were permitted then: groups or roles.
  permissions_type text not null,
  -- Paths, in ids, of what was changed with all below it.
  paths jsonb not null,
  -- Access lists and the ids of the documents that had them, the ones nearest to the root first; null for too many.
  former jsonb,
  undone_at timestamptz
);
create index permission_change_of_tree on permission_change (tree_id, at desc);

-- Whoever sees permissions reads their changes in the history, too (HIST-05).
drop index activity_tree_changes;
create index activity_tree_changes on activity (tree_id, at desc, id desc) include (kind, document_id, person_id)
  where kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE', 'PERMISSION');
drop index activity_document_changes;
create index activity_document_changes on activity (document_id, at desc, id desc) include (kind, person_id)
  where kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE', 'PERMISSION');
create index activity_tree_permissions on activity (tree_id, document_id) where kind = 'PERMISSION';
