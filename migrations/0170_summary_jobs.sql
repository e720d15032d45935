-- Summaries of documents (COP): jobs, the files that each read, and what these state.
create table summary_job (
  id uuid primary key,
  tree_id uuid not null references document_tree on delete cascade,
  person_id uuid not null references person on delete cascade,
  -- In which it was asked for; what it reads counts as seen in it.
  session_id uuid,
  job_type text not null check (job_type in ('PPA_ANALYSIS', 'INSURANCE', 'DAM_INSPECTION')),
  name text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'COMPLETE')),
  document_ids uuid[] not null,
  -- Of the run that works on it; one that has another id changes nothing.
  run_id uuid,
  -- The report; null until it is complete, and where there is none.
  file_id uuid references stored_file on delete set null,
  failure text,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index summary_job_mine on summary_job (person_id, tree_id, created_at desc);
create index summary_job_file on summary_job (file_id);
create index summary_job_tree on summary_job (tree_id);

create table summary_source (
  job_id uuid not null references summary_job on delete cascade,
  position integer not null,
  document_id uuid not null,
  version_id uuid not null,
  name text not null,
  page_count integer not null,
  -- Pages without text, which were scanned most likely.
  empty_pages text,
  -- One sentence where the file could not be read.
  problem text,
  primary key (job_id, position)
);

create table summary_fact (
  job_id uuid not null,
  position integer not null,
  source integer not null,
  field text not null,
  detail text,
  value text not null,
  quotation text not null,
  page_label text not null,
  -- Whether the quotation was found on the page.
  verified boolean not null,
  primary key (job_id, position),
  foreign key (job_id, source) references summary_source on delete cascade
);
