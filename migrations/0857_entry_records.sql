-- works with: 0188
-- What happened to entries of a large change, folder by folder, until a job has written it into activity: a deletion of
-- a hundred thousand entries would write six indexes for each of them before it answers. Written in the transaction of
-- the change, with names and paths as they were; the job removes a row in the transaction that writes its entries.
create table entry_record (
  id bigint generated always as identity primary key,
  organisation_id uuid not null,
  tree_id uuid not null,
  at timestamptz not null,
  kind text not null,
  person_id uuid not null,
  session_id uuid,
  detail jsonb,
  -- The folder that the entries lay in: the ids from the root to it, and its path in names, null for the root.
  folder_ids uuid[] not null,
  folder_path text,
  -- The entries, at most 1,000, and of each its version, null for a folder, and its name.
  document_ids uuid[] not null,
  version_ids uuid[] not null,
  names text[] not null
);
