-- Files that belong to something of the product other than a tree, such as pictures of people. Their bytes lie in the
-- storage under 'file-' and the id.
create table stored_file (
  id uuid primary key,
  -- Such as 'avatar'; says whose table the owner is in.
  kind text not null check (kind <> ''),
  owner_id uuid not null,
  -- Its extension decides on the type under which it is served.
  name text not null check (name <> ''),
  size integer not null check (size > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz not null default now()
);

alter table person add column avatar_id uuid references stored_file;
create index person_avatar on person (avatar_id) where avatar_id is not null;
