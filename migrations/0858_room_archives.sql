-- works with: 0188
-- Closing archives of deal rooms (ARCH): what of a room goes into one while it is made, its parts, and for whom they are.
alter table room_proof
  drop constraint room_proof_check2,
  add column with_versions boolean not null default false,
  add column is_encrypted boolean not null default false,
  -- Only until the archive is made: nobody keeps it.
  add column sealed_passphrase bytea,
  -- Since when what goes into it is put down.
  add column planned_at timestamptz,
  -- When its parts are removed.
  add column expires_at timestamptz,
  add column verified_at timestamptz,
  add constraint room_proof_ready check ((state = 'READY') <= (num_nulls(size, sha256) = 0
    and (kind = 'ARCHIVE' or num_nulls(pdf_file_id, sheet_file_id) = 0))) not valid;

-- The parts of an archive; one that has no size is being made.
create table room_archive_part (
  id uuid primary key,
  proof_id uuid not null references room_proof (id),
  organisation_id uuid not null,
  number integer not null check (number > 0),
  name text not null,
  size bigint,
  sha256 bytea check (octet_length(sha256) = 32),
  created_at timestamptz not null default now(),
  unique (proof_id, number),
  check ((size is null) = (sha256 is null))
);
create index room_archive_part_organisation on room_archive_part (organisation_id);

-- Rows of its lists but those that are read at its end, while it is made.
create table room_archive_row (
  proof_id uuid not null references room_proof (id) on delete cascade,
  organisation_id uuid not null,
  kind text not null,
  position bigint not null,
  content jsonb not null,
  primary key (proof_id, kind, position)
);
create index room_archive_row_organisation on room_archive_row (organisation_id);

-- Files that go into it, in their order, while it is made.
create table room_archive_file (
  proof_id uuid not null references room_proof (id) on delete cascade,
  organisation_id uuid not null,
  position bigint not null,
  path text not null,
  kind text not null,
  -- What its bytes come from.
  source jsonb not null,
  modified_at timestamptz not null,
  -- As they are known beforehand, of what is uploaded; of everything else once it is in a part.
  size bigint,
  sha256 bytea check (octet_length(sha256) = 32),
  part integer,
  left_out text,
  document_id uuid,
  version_id uuid,
  primary key (proof_id, position)
);
create index room_archive_file_version on room_archive_file (proof_id, version_id) where version_id is not null;
create index room_archive_file_organisation on room_archive_file (organisation_id);

-- Links by which a named person takes an archive along.
create table room_archive_link (
  id uuid primary key,
  proof_id uuid not null references room_proof (id) on delete cascade,
  organisation_id uuid not null,
  person_id uuid not null references person (id),
  created_by uuid not null references person (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (proof_id, person_id)
);
create index room_archive_link_organisation on room_archive_link (organisation_id);
create index room_archive_link_person on room_archive_link (person_id);
