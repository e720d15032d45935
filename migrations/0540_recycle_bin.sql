-- works with: 0188
-- The recycle bin (BIN-01): of each deletion the tree, and who could see the folders above by then, so that what is
-- given back is closed to whom they were closed to since (BIN-04). Null for deletions that another program made, until a
-- job fills them in. What was deleted for good is restored by nobody any more, until its bytes are gone.
alter table deletion
  add column tree_id uuid,
  add column above_ids uuid[],
  add column above_lists bigint[],
  add column for_good_at timestamptz;

-- What lies below a deleted folder and went with it, by access list: entries, and bytes of their current versions.
create table deletion_content (
  organisation_id uuid not null references organisation (id),
  document_id uuid not null references deletion (document_id) on delete cascade,
  acl_id bigint not null references acl (id),
  entries bigint not null,
  bytes bigint not null,
  primary key (document_id, acl_id)
);
create index deletion_content_organisation on deletion_content (organisation_id);
create index deletion_content_list on deletion_content (acl_id);
