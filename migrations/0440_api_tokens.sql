-- works with: 0188
-- Tokens by which scripts ask for what their owners may. Rows stay when a token is revoked: the history names it.
create table api_token (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- SHA-256 of what was shown once.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  can_write boolean not null,
  -- All that its owner may see without one.
  organisation_id uuid references organisation on delete cascade,
  -- Of the organisation; null for all of it.
  portfolio_ids uuid[] check (portfolio_ids is null or organisation_id is not null),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_from text
);
create index api_token_person on api_token (person_id, created_at);
create index api_token_organisation on api_token (organisation_id);

-- Whether tokens may be used for what belongs to the organisation.
alter table organisation add column api_tokens_allowed boolean not null default true;

-- When somebody last signed in by the connection; null for never since this is recorded.
alter table sso_binding add column signed_in_at timestamptz;

-- Turns that were taken within the last second, and those that go on, for all servers together.
create unlogged table taken_turn (
  key text primary key,
  moments timestamptz[] not null,
  -- Seconds since 1970 at which each was last seen, by its id.
  running jsonb not null,
  at timestamptz not null default now()
);
create index taken_turn_at on taken_turn (at);
