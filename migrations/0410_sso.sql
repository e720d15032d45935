-- works with: 0188
-- Sign-in by the directory of an organisation, of a company, or of whoever runs the installation.
create table sso_connection (
  id uuid primary key,
  -- Of the installation without either of the two.
  organisation_id uuid references organisation on delete cascade,
  company_id uuid references company on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  is_on boolean not null,
  is_required boolean not null,
  second_factor_at_provider boolean not null,
  max_age_hours integer check (max_age_hours between 1 and 336),
  issuer text not null,
  client_id text not null,
  -- Sealed; null for a client without one.
  client_secret bytea,
  -- When an admin last came back from the provider by these settings.
  proved_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null,
  check (organisation_id is null or company_id is null)
);
create index sso_connection_organisation on sso_connection (organisation_id);
create index sso_connection_company on sso_connection (company_id);

create table sso_domain (
  -- In lower case; of one connection at most.
  name text primary key,
  connection_id uuid not null references sso_connection on delete cascade,
  token text not null,
  verified_at timestamptz,
  approved_at timestamptz
);
create index sso_domain_connection on sso_domain (connection_id);

-- The groups that newcomers of a connection join.
create table sso_join_group (
  connection_id uuid not null references sso_connection on delete cascade,
  group_id uuid not null references user_group on delete cascade,
  primary key (connection_id, group_id)
);
create index sso_join_group_group on sso_join_group (group_id);

-- Who somebody is at the provider.
create table sso_binding (
  connection_id uuid not null references sso_connection on delete cascade,
  subject text not null,
  person_id uuid not null references person on delete cascade,
  created_at timestamptz not null,
  primary key (connection_id, subject),
  unique (connection_id, person_id)
);
create index sso_binding_person on sso_binding (person_id);

-- Browsers that were led to a provider and have not come back; each state works once, whichever server is asked.
create table sso_request (
  id uuid primary key,
  state_hash bytea not null unique,
  -- Of the browser's cookie.
  browser_hash bytea not null,
  connection_id uuid not null references sso_connection on delete cascade,
  purpose text not null check (purpose in ('SIGN_IN', 'TEST', 'CONFIRM')),
  -- The revision of the connection by whose settings it began.
  revision integer not null,
  -- In which it was tested or confirmed.
  session_id uuid references session on delete cascade,
  callback text not null,
  next text not null,
  -- What an invitee has typed.
  acceptance jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sso_request_browser on sso_request (browser_hash);
create index sso_request_expires on sso_request (expires_at);
create index sso_request_connection on sso_request (connection_id);
create index sso_request_session on sso_request (session_id);

-- The last ones of each connection.
create table sso_failure (
  id uuid primary key,
  connection_id uuid not null references sso_connection on delete cascade,
  code text not null,
  email text,
  reason text not null,
  at timestamptz not null
);
create index sso_failure_connection on sso_failure (connection_id, at);

-- What came of a test, for the session that made it.
create table sso_test (
  id uuid primary key,
  connection_id uuid not null references sso_connection on delete cascade,
  session_id uuid not null references session on delete cascade,
  result jsonb not null,
  at timestamptz not null
);
create index sso_test_connection on sso_test (connection_id);
create index sso_test_session on sso_test (session_id);

-- The sessions that began by a connection.
create table sso_session (
  session_id uuid primary key references session on delete cascade,
  connection_id uuid not null references sso_connection on delete cascade,
  subject text not null,
  -- The provider's own session.
  sid text
);
create index sso_session_subject on sso_session (connection_id, subject);

-- Tokens of a provider's logout that were taken: each works once.
create table sso_logout (
  connection_id uuid not null references sso_connection on delete cascade,
  jti text not null,
  at timestamptz not null,
  primary key (connection_id, jti)
);

-- A session that a connection limits ends then; null for no limit of its own.
alter table session add column ends_at timestamptz;
-- By which connection a sign-in waits for its code; null for a password.
alter table sign_in_challenge add column elsewhere jsonb;
