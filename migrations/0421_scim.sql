-- works with: 0188
-- Provisioning: the people and groups of a firm's directory, as the directory keeps them over SCIM.
alter table sso_connection add column is_provisioned boolean not null default false;

create table scim_token (
  id uuid primary key,
  connection_id uuid not null references sso_connection on delete cascade,
  token_hash bytea not null unique,
  -- Whose doing is what the directory does by it.
  made_by uuid not null references person on delete cascade,
  created_at timestamptz not null,
  -- Of one that was renewed; null for the newest.
  expires_at timestamptz
);
create index scim_token_connection on scim_token (connection_id);
create index scim_token_maker on scim_token (made_by);

-- Requests of each connection, of which so many a second are let through.
create table scim_use (
  connection_id uuid primary key references sso_connection on delete cascade,
  used double precision not null,
  is_full boolean not null,
  at timestamptz not null
);

create table scim_user (
  id uuid primary key,
  connection_id uuid not null references sso_connection on delete cascade,
  -- Null until the first sign-in of somebody who had no account.
  person_id uuid references person on delete cascade,
  user_name text not null,
  user_name_key text generated always as (lower(user_name)) stored not null,
  external_id text,
  email text not null,
  given_name text not null,
  family_name text not null,
  title text,
  is_active boolean not null,
  -- Memberships that provisioning has ended, to be restored.
  ended_group_ids uuid[] not null default '{}',
  has_deactivated boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (connection_id, user_name_key),
  unique (connection_id, external_id),
  unique (connection_id, email),
  unique (connection_id, person_id)
);
create index scim_user_order on scim_user (connection_id, id);
create index scim_user_person on scim_user (person_id);

create table scim_group (
  id uuid primary key,
  connection_id uuid not null references sso_connection on delete cascade,
  display_name text not null,
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (connection_id, external_id)
);
create index scim_group_order on scim_group (connection_id, id);

create table scim_member (
  group_id uuid not null references scim_group on delete cascade,
  user_id uuid not null references scim_user on delete cascade,
  primary key (group_id, user_id)
);
create index scim_member_user on scim_member (user_id);

-- Which user groups a directory's group fills.
create table scim_mapping (
  scim_group_id uuid not null references scim_group on delete cascade,
  user_group_id uuid not null references user_group on delete cascade,
  primary key (scim_group_id, user_group_id)
);
create index scim_mapping_group on scim_mapping (user_group_id);

-- Memberships that a directory gave; those given by hand aren't here, and stay.
create table scim_given (
  user_group_id uuid not null references user_group on delete cascade,
  person_id uuid not null references person on delete cascade,
  connection_id uuid not null references sso_connection on delete cascade,
  primary key (user_group_id, person_id)
);
create index scim_given_person on scim_given (connection_id, person_id);
create index scim_given_of_person on scim_given (person_id);

-- The last requests of each connection.
create table scim_request (
  id uuid primary key,
  connection_id uuid not null references sso_connection on delete cascade,
  at timestamptz not null,
  method text not null,
  path text not null,
  status integer not null,
  reason text
);
create index scim_request_connection on scim_request (connection_id, at desc, id desc);
