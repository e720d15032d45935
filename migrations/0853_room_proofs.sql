-- works with: 0188
-- Certificates of a deal room, and its archives: what was asked for, how far it is, and the files that it came to (PROOF-09).
create table room_proof (
  id uuid primary key,
  organisation_id uuid not null references organisation (id),
  portfolio_id uuid not null references portfolio (id),
  kind text not null check (kind in ('CERTIFICATE', 'ARCHIVE')),
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED', 'CANCELLED')),
  -- Of one group, with its name of then: a group that is removed keeps its certificates. Null for everything.
  group_id uuid,
  group_name text check ((group_id is null) = (group_name is null)),
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  -- What it tells of, by what whoever asked for it may see; whoever is given it may see as much.
  covers text[] not null,
  person_id uuid not null references person (id),
  session_id uuid,
  run_id uuid,
  progress double precision not null default 0 check (progress between 0 and 1),
  failure text,
  pdf_file_id uuid references stored_file (id),
  sheet_file_id uuid references stored_file (id),
  -- Bytes of both, and the hash of the PDF.
  size bigint,
  sha256 bytea check (octet_length(sha256) = 32),
  created_at timestamptz not null default now(),
  check ((state = 'READY') <= (num_nulls(pdf_file_id, sheet_file_id, size, sha256) = 0))
);
create index room_proof_of_room on room_proof (portfolio_id, created_at desc, id desc);
create index room_proof_organisation on room_proof (organisation_id);
create index room_proof_pdf on room_proof (pdf_file_id) where pdf_file_id is not null;
create index room_proof_sheet on room_proof (sheet_file_id) where sheet_file_id is not null;

-- The files that a certificate lists, in their order, while it is made.
create table certified_document (
  proof_id uuid not null references room_proof (id) on delete cascade,
  organisation_id uuid not null,
  tree_id uuid not null,
  position bigint not null,
  document_id uuid not null references document (id) on delete cascade,
  path text not null,
  -- When it could be seen, of that rendition.
  seen tstzmultirange not null,
  is_redacted boolean not null,
  sees_earlier boolean not null,
  primary key (proof_id, tree_id, position)
);
create index certified_document_document on certified_document (document_id, proof_id);
create index certified_document_organisation on certified_document (organisation_id);
