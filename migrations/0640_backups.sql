-- works with: 0188
-- The backups that this installation has taken, or tried to, for the system status.
create table backup_run (
  id uuid primary key,
  -- Of which process, such as host and port.
  process text not null,
  is_scheduled boolean not null,
  started_at timestamptz not null default now(),
  -- Until then contents stay in the storage that are to be removed; null once it has ended.
  held_until timestamptz,
  finished_at timestamptz,
  -- The id of the backup, and the moment whose rows it has; null where there is none.
  backup text,
  at timestamptz,
  files bigint,
  bytes bigint,
  verified_at timestamptz,
  -- Why there is none, or why it was not found whole, in words.
  failure text,
  -- When people were told of the failure.
  told_at timestamptz
);
create index backup_run_started on backup_run (started_at);
create index backup_run_held on backup_run (held_until) where held_until is not null;

-- Contents that were to be removed while a backup ran.
create table postponed_removal (
  key text primary key,
  asked_at timestamptz not null default now()
);

-- What is not to be sent any more, and why.
alter table sms_outbox add column failed_at timestamptz;
alter table sms_outbox add column failure text;
