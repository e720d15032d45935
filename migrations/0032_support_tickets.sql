-- What people ask the deployment's support for (SUP-06, SUP-08).
create table support_ticket (
  id uuid primary key,
  person_id uuid not null references person,
  issue text not null check (issue <> '' and char_length(issue) <= 128),
  description text not null check (description <> '' and char_length(description) <= 1024),
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED')),
  -- Goes up with each change, so that of two who change it at once the second learns of it.
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create index support_ticket_newest on support_ticket (created_at desc, id desc);
create index support_ticket_person on support_ticket (person_id, created_at);
