-- works with: 0188
-- Since when entries of a tree are new to a person (NEW-01): one row each, whatever is published.
create table tree_visit (
  organisation_id uuid not null references organisation (id),
  person_id uuid not null references person (id) on delete cascade,
  tree_id uuid not null references document_tree (id),
  -- When their last visit ended, or they marked all as read; null in the first visit, of which nothing is new.
  since timestamptz,
  -- The last request of this visit, to the minute.
  last_at timestamptz not null default now(),
  -- By what they read as of that request, in it: ids of groups or roles; null for who reads everything.
  principals uuid[],
  -- The same when that last visit ended, or they marked all as read.
  former_principals uuid[],
  -- Folders whose content they marked as read in this visit, each with the moment.
  read_folders jsonb not null default '{}',
  primary key (person_id, tree_id)
);
create index tree_visit_tree on tree_visit (tree_id);
create index tree_visit_organisation on tree_visit (organisation_id);

-- What documents' lists were before a change of permissions, of those named and of those below them that differ from
-- their folders: whether something was opened to somebody since their last visit. Kept for 60 days.
create table former_list (
  organisation_id uuid not null references organisation (id),
  tree_id uuid not null references document_tree (id),
  document_id uuid not null references document (id) on delete cascade,
  acl_id bigint not null references acl (id) on delete cascade,
  at timestamptz not null default now()
);
create index former_list_of_tree on former_list (tree_id, at);
create index former_list_of_document on former_list (document_id, at);
create index former_list_organisation on former_list (organisation_id);
create index former_list_acl on former_list (acl_id);
