-- works with: 0188
-- Redactions of versions (REDACT): areas that are removed for those who are given the redacted rendition. A version has one
-- that is worked on, and one that is applied; others were taken back, or replaced by a later one.
create table redaction (
  id uuid primary key,
  organisation_id uuid not null references organisation (id),
  tree_id uuid not null references document_tree (id) on delete cascade,
  document_id uuid not null references document (id),
  version_id uuid not null references document_version (id),
  state text not null check (state in ('DRAFT', 'APPLYING', 'APPLIED', 'FAILED', 'UNDONE', 'REPLACED')),
  -- Goes up with each change.
  revision integer not null default 1 check (revision >= 1),
  -- Areas with who chose them, when and why.
  marks jsonb not null,
  mark_count integer not null check (mark_count between 0 and 5000),
  failure text,
  remarks text[] not null default '{}',
  changed_by uuid not null references person (id),
  changed_at timestamptz not null default now(),
  applied_by uuid references person (id),
  -- In which session or by which token.
  session_id uuid,
  applied_at timestamptz,
  -- Its rendition, a stored file; and since when nobody is given it any more.
  file_id uuid references stored_file (id),
  size bigint,
  ended_at timestamptz
);
create unique index redaction_open on redaction (version_id) where state in ('DRAFT', 'APPLYING', 'FAILED');
create unique index redaction_applied on redaction (version_id) where state = 'APPLIED';
create index redaction_document on redaction (document_id);
create index redaction_version on redaction (version_id);
create index redaction_tree on redaction (tree_id);
create index redaction_organisation on redaction (organisation_id);
create index redaction_file on redaction (file_id);

-- The redaction that an opening of pages shows; null for all of the file.
alter table page_mark add column redaction_id uuid;
