-- When the person last entered the password again in this session, before what needs it (SEC-17).
alter table session add column password_checked_at timestamptz;

-- A number that somebody wants to have, until the code that was sent to it comes back. Rows stay for an hour, to be
-- counted.
create table phone_change (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  -- E.164 form.
  phone_number text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index phone_change_person on phone_change (person_id, created_at);
