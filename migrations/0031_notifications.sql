-- What people are to be told by mail and have not been told yet. Those of one recipient, kind and digest become one
-- mail; a row goes with the transaction that puts the mail into the outbox.
create table notification (
  id uuid primary key,
  kind text not null,
  subject_kind text not null,
  subject_id uuid not null,
  person_id uuid references person on delete cascade,
  -- For what goes to no person of the product, such as the support address.
  address text,
  caused_by uuid,
  digest text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- Where no further one of the digest comes until then, it is sent; at the latest at the second moment.
  due_at timestamptz not null,
  latest_at timestamptz not null,
  attempts integer not null default 0,
  check ((person_id is null) <> (address is null))
);
create index notification_digest on notification (kind, digest, person_id, address);
create index notification_person on notification (person_id);

-- Where answers to a mail go; null for where it came from.
alter table mail_outbox add column reply_to text;

-- That a zip was announced its notification says by being gone.
alter table zip_export drop column announced_at;
