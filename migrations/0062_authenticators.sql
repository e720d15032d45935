-- Two-factor authentication by an authenticator app. The app's secret is made of the row's id and the server's key and
-- kept nowhere, so that a copy of the database gives no codes.
create table authenticator (
  id uuid primary key,
  person_id uuid not null unique references person on delete cascade,
  created_at timestamptz not null,
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz,
  -- The last 30-second step whose code was used; none of it or before works again.
  last_step bigint not null default 0
);

-- For signing in without the app; each works once.
create table recovery_code (
  person_id uuid not null references person on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (person_id, code_hash)
);

-- As it stands in `authenticator`, for who reads the person alone.
alter table person add column has_authenticator boolean not null default false;

-- A sign-in that waits for a code of the app was sent none by text message, which counts for their limit.
alter table sign_in_challenge add column is_sent boolean not null default true;
