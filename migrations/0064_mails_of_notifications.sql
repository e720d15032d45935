-- What a mail was written of, once for all mails of it: a mail that waited for its mail server is written again before it
-- goes out, of what its reader may see by then (NOTIF-19).
create table mail_source (
  id uuid primary key,
  content jsonb not null,
  created_at timestamptz not null default now()
);
alter table mail_outbox add column source_id uuid references mail_source;
alter table mail_outbox add column reader_id uuid references person on delete cascade;
alter table mail_outbox add constraint mail_outbox_source_check check ((source_id is null) = (reader_id is null));
alter table mail_outbox add column written_at timestamptz not null default now();
create index mail_outbox_source on mail_outbox (source_id) where source_id is not null;
create index mail_outbox_reader on mail_outbox (reader_id) where reader_id is not null;
