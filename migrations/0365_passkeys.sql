-- works with: 0188
-- Passkeys of people, and the challenges of passkeys that were answered: each works once, whichever server is asked.
create table passkey (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- The authenticator's name for it.
  credential_id bytea not null unique,
  -- A COSE key.
  public_key bytea not null,
  -- The highest that its authenticator has signed; 0 for those that don't count.
  counter bigint not null,
  -- How the browser reaches its authenticator, such as usb.
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When a counter that went back has switched it off.
  off_at timestamptz
);
create index passkey_person on passkey (person_id);

create table used_passkey_challenge (
  hash bytea primary key,
  at timestamptz not null
);
create index used_passkey_challenge_at on used_passkey_challenge (at);
