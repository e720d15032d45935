-- What an entry of activity is about where that is no document: a ticket, a question, a group. Documents keep their
-- own columns, which history, the access log and analytics read.
alter table activity
  add column subject_kind text,
  add column subject_id uuid,
  add constraint activity_subject_check check ((subject_kind is null) = (subject_id is null));
-- Of uploads, views and downloads nothing is in it.
create index activity_subject on activity (subject_kind, subject_id, id desc) where subject_id is not null;

-- Which kinds there are the modules say.
alter table activity drop constraint activity_kind_check;
alter table activity add constraint activity_kind_check check (kind ~ '^[A-Z][A-Z_]*$');

-- What has happened, for those who read along: written in the transaction of the change, read after its end. Numbers
-- are given before the commit, so a number says nothing of what a reader has seen; the transaction does.
create table outbox (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  -- Under which readers find it, such as 'tree:' and an id.
  topic text not null,
  kind text not null,
  -- Who did it; null for the product itself.
  person_id uuid,
  activity_ids bigint[] not null default '{}',
  primary key (xid, id)
);

-- How far a reader has come: all that was visible in the snapshot. What every reader has seen goes.
create table outbox_cursor (
  reader text primary key,
  snapshot pg_snapshot not null,
  seen_at timestamptz not null default now()
) with (fillfactor = 50);

-- One row for what one statement writes of one kind; 500 entries at most, so that a row stays small.
create function add_to_outbox() returns trigger language plpgsql as $$
begin
  insert into outbox (topic, kind, person_id, activity_ids)
  select numbered.topic, numbered.kind, numbered.person_id, array_agg(numbered.id order by numbered.id)
  from (
    select id, kind, person_id, row_number() over (order by id) / 500 as part,
      coalesce('tree:' || tree_id, subject_kind || ':' || subject_id, 'person:' || person_id) as topic
    from added) as numbered
  group by numbered.topic, numbered.kind, numbered.person_id, numbered.part;
  return null;
end $$;
create trigger activity_told after insert on activity referencing new table as added
  for each statement execute function add_to_outbox();
