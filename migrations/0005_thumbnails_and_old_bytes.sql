-- The thumbnail of a version (DOC-06), made by a job once the version is published.
create table thumbnail (
  version_id uuid primary key references document_version,
  -- NONE: nothing can be shown of this file, so that it isn't tried again.
  state text not null default 'WAITING' check (state in ('WAITING', 'MADE', 'NONE')),
  -- Begun attempts; counted before each, so that one that takes the server down counts too.
  attempts integer not null default 0 check (attempts >= 0),
  -- Of a waiting one: not before. Moved ahead while a process works on it.
  try_at timestamptz not null default now(),
  -- Its bytes in the storage, and what its address names. Fixed from the start: made twice, nothing is left over.
  key uuid not null unique default gen_random_uuid(),
  size integer check (size > 0),
  sha256 bytea check (octet_length(sha256) = 32),
  check ((state = 'MADE') = (size is not null)),
  check ((size is null) = (sha256 is null))
);
create index thumbnail_due on thumbnail (try_at) where state = 'WAITING';

-- What was uploaded before there were thumbnails. A clock asks for what waits.
insert into thumbnail (version_id)
select current_version_id from document
where deleted_at is null and not is_folder and extension in ('png', 'jpg', 'jpeg', 'gif', 'webp', 'pdf');

-- When the bytes of a deleted document, all its versions, were removed (DOP-35); names, sizes, hashes and history stay.
alter table document add column bytes_removed_at timestamptz check (bytes_removed_at is null or deleted_at is not null);
create index document_bytes_due on document (deleted_at)
  where deleted_at is not null and not is_folder and bytes_removed_at is null;
