-- Zips of documents: asked for, built by a job, fetched by the person who asked, gone after seven days.

create table zip_export (
  id uuid primary key,
  person_id uuid not null references person,
  -- In which it was asked for.
  session_id uuid,
  tree_id uuid not null references document_tree,
  -- What was chosen: files, folders with all below, or the root.
  document_ids uuid[] not null check (cardinality(document_ids) > 0),
  -- Under which the person saves it.
  file_name text not null,
  state text not null default 'QUEUED'
    check (state in ('QUEUED', 'RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED')),
  -- Of the run that builds it: a run that was taken for dead can change nothing any more.
  run_id uuid,
  -- Files and bytes, as expected and as done.
  file_count bigint not null,
  files_done bigint not null default 0,
  bytes bigint not null,
  bytes_done bigint not null default 0,
  -- One sentence for the person when it failed.
  failure text,
  -- Of the finished zip, which is stored under its id.
  size bigint check (size >= 0),
  sha256 bytea check (octet_length(sha256) = 32),
  -- Whether bytes may lie in the storage.
  stored boolean not null default false,
  fetched_at timestamptz,
  announced_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  check ((state = 'READY') <= (size is not null and sha256 is not null and expires_at is not null))
);
create index zip_export_person on zip_export (person_id) where state in ('QUEUED', 'RUNNING');
create index zip_export_open on zip_export (created_at) where state in ('QUEUED', 'RUNNING');
create index zip_export_expires on zip_export (expires_at) where state = 'READY';
create index zip_export_stored on zip_export (id) where stored and state in ('FAILED', 'CANCELLED', 'EXPIRED');
create index zip_export_tree on zip_export (tree_id);

-- What a zip holds, in its order, folders included: its manifest, and what the access log says when it is fetched.
create table zip_export_file (
  export_id uuid not null references zip_export on delete cascade,
  position integer not null,
  document_id uuid not null references document,
  -- Null for a folder.
  version_id uuid references document_version,
  path text not null,
  modified_at timestamptz not null,
  -- Why the file was left out; null for one that is in the zip.
  left_out text,
  primary key (export_id, position)
);
create index zip_export_file_document on zip_export_file (document_id);
create index zip_export_file_version on zip_export_file (version_id);
