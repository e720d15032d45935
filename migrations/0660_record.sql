-- works with: 0188
-- The record that shows tampering (CHAIN): each row of activity and each version of a document is a leaf of a Merkle
-- tree of its organisation. Whoever writes such a row leaves its id in `record_pending`, by a trigger and in the
-- same transaction; an appender makes the leaves afterwards, so that no change waits for the tree. None of these tables
-- has a foreign key to what is removed with an organisation: the proof stays.
create table record_pending (
  id bigint generated always as identity primary key,
  -- The kind of rows: activity or version.
  source text not null,
  ids text[] not null,
  at timestamptz not null default now()
);

-- What was there before the record: it is appended first, as far as the key `after` says. A source without a row is done.
create table record_backlog (
  source text primary key,
  after text
);
insert into record_backlog (source) values ('version'), ('activity');

create table record_leaf (
  -- Zeros for what belongs to no organisation, such as signing in.
  organisation_id uuid not null,
  position bigint not null check (position >= 0),
  source text not null,
  row_id text not null,
  -- Of activity, whose parts go by it.
  row_at timestamptz,
  hash bytea not null check (octet_length(hash) = 32),
  -- The hash of the largest complete subtree that ends with this leaf: a root or a proof reads a few of them.
  node bytea not null check (octet_length(node) = 32),
  appended_at timestamptz not null default now(),
  primary key (organisation_id, position)
);
create unique index record_leaf_row on record_leaf (source, row_id);

-- Leaves whose row no longer has its content: their hash stands for it (CHAIN-06).
create table record_removal (
  organisation_id uuid not null,
  position bigint not null,
  id uuid not null default gen_random_uuid() unique,
  reason text not null,
  at timestamptz not null default now(),
  primary key (organisation_id, position)
);

create table record_key (
  -- The first half of the SHA-256 of the public key, in hexadecimal.
  id text primary key,
  public_key bytea not null check (octet_length(public_key) = 32),
  -- Sealed with the installation's secret; gone once another key signs.
  private_key bytea,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  check ((private_key is null) = (retired_at is not null))
);
create unique index record_key_current on record_key ((true)) where retired_at is null;

create table record_checkpoint (
  organisation_id uuid not null,
  id bigint generated always as identity,
  tree_size bigint not null check (tree_size > 0),
  root bytea not null check (octet_length(root) = 32),
  at timestamptz not null,
  key_id text not null references record_key (id),
  signature bytea not null check (octet_length(signature) = 64),
  -- The token of a time-stamping service (RFC 3161).
  time_stamp bytea,
  primary key (organisation_id, id)
);
create index record_checkpoint_key on record_checkpoint (key_id);

-- Where checkpoints are mailed to, such as the counsel of both sides.
create table record_recipient (
  id uuid primary key,
  organisation_id uuid not null references organisation (id),
  email text not null check (char_length(email) <= 254),
  -- The newest checkpoint that was mailed.
  mailed bigint
);
create unique index record_recipient_once on record_recipient (organisation_id, lower(email));

-- The newest verification of each organisation's record.
create table record_check (
  organisation_id uuid primary key,
  state text not null check (state in ('WAITING', 'RUNNING', 'INTACT', 'TAMPERED', 'FAILED')),
  asked_at timestamptz not null default now(),
  ended_at timestamptz,
  leaves bigint,
  -- One line for each thing that was found.
  findings text
);

create function add_to_record() returns trigger language plpgsql as $$
begin
  insert into record_pending (source, ids)
  select tg_argv[0], array_agg(numbered.id order by numbered.n)
  from (select id::text as id, row_number() over (order by id) as n from added) as numbered
  group by (numbered.n - 1) / 500
  order by (numbered.n - 1) / 500;
  return null;
end $$;

-- A content that the law wants removed is the one exception from "append-only": it stays in the record by its hash.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('helioroom.removing', true) = 'on' then return null; end if;
  raise exception 'activity is append-only';
end $$;

create trigger activity_recorded after insert on activity referencing new table as added
  for each statement execute function add_to_record('activity');
create trigger document_version_recorded after insert on document_version referencing new table as added
  for each statement execute function add_to_record('version');
