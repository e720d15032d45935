-- works with: 0188
-- Searches for areas to redact (REDACT-07): what one person looks for in files and below folders, and how far it has come. They
-- are kept for some days, and areas that they have added stay in the drafts.
create table redaction_search (
  id uuid primary key,
  organisation_id uuid not null references organisation (id),
  tree_id uuid not null references document_tree (id) on delete cascade,
  person_id uuid not null references person (id),
  -- In which session or by which token.
  session_id uuid,
  document_ids uuid[] not null,
  words text[] not null,
  patterns text[] not null,
  reason text not null,
  -- DONE with all files, or ENDED before: its person may no longer redact, or no process could go on with it.
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'ENDED', 'CANCELLED')),
  -- The run that has it; of two the later one.
  run_id uuid,
  file_count integer not null check (file_count between 0 and 5000),
  created_at timestamptz not null default now()
);
create index redaction_search_tree on redaction_search (tree_id);
create index redaction_search_organisation on redaction_search (organisation_id);
create index redaction_search_person on redaction_search (person_id);
create index redaction_search_created on redaction_search (created_at);

-- Files that a search is done with: those with areas that it has added, those that it could not search and why, and those
-- of which nothing is to be said.
create table redaction_search_file (
  search_id uuid not null references redaction_search (id) on delete cascade,
  position integer not null,
  organisation_id uuid not null references organisation (id),
  document_id uuid not null references document (id),
  redaction_id uuid references redaction (id) on delete set null,
  mark_count integer not null default 0,
  problem text,
  primary key (search_id, document_id)
);
create index redaction_search_file_organisation on redaction_search_file (organisation_id);
create index redaction_search_file_document on redaction_search_file (document_id);
create index redaction_search_file_redaction on redaction_search_file (redaction_id);
