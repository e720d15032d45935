-- works with: 0188
-- What is to be done to something published and shows to who edits alone, until a publication does it (STAGE-03): a new
-- version, a move, a change of permissions. Of each kind an entry has one.
create table staged_change (
  id uuid primary key,
  organisation_id uuid not null references organisation (id),
  tree_id uuid not null references document_tree (id) on delete cascade,
  document_id uuid not null references document (id) on delete cascade,
  kind text not null check (kind in ('VERSION', 'MOVE', 'PERMISSION')),
  -- What one request staged is done together.
  batch_id uuid not null,
  created_by uuid not null references person (id),
  created_at timestamptz not null,
  -- The file of a new version, under the key that the version will have.
  version_id uuid,
  size bigint,
  sha256 bytea check (octet_length(sha256) = 32),
  -- Whether no server has read its bytes yet (STORE-26).
  is_unchecked boolean,
  -- The folder of a move.
  destination_id uuid references document (id) on delete cascade,
  -- The change of permissions as it was asked for.
  change jsonb,
  unique (document_id, kind),
  check (num_nulls(version_id, size, sha256, is_unchecked) = case kind when 'VERSION' then 0 else 4 end),
  check ((destination_id is not null) = (kind = 'MOVE')),
  check ((change is not null) = (kind = 'PERMISSION'))
);
create index staged_change_of_tree on staged_change (tree_id, created_at);
create index staged_change_organisation on staged_change (organisation_id);
create index staged_change_author on staged_change (created_by);
create index staged_change_destination on staged_change (destination_id) where destination_id is not null;
create unique index staged_change_version on staged_change (version_id) where version_id is not null;

create trigger staged_change_frozen before insert or update on staged_change
  for each row execute function refuse_in_frozen_tree();

-- Which of them a publication does, and of how many entries it is; before there were any, of its documents.
alter table publication add column change_ids uuid[] not null default '{}';
alter table publication add column entries integer;
