-- Connections to the CRM (CRM-14 to CRM-17), one a person, and those that are being made.
create table crm_connection (
  person_id uuid primary key references person on delete cascade,
  -- Its tokens, under a key of the person that is kept nowhere (platform/sealing.ts).
  sealed bytea not null,
  created_at timestamptz not null default now()
);

create table crm_consent (
  id uuid primary key,
  -- SHA-256 of the state that the CRM hands back.
  state_hash bytea not null unique,
  person_id uuid not null references person on delete cascade,
  session_id uuid not null,
  -- Where the CRM leads back to; it asks for exactly this again.
  callback text not null,
  expires_at timestamptz not null
);
create index crm_consent_person on crm_consent (person_id, expires_at);
