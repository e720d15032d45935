-- works with: 0188
-- Activity by month (SCALE-33): a search of a time reads the months that it asks for, and a month that nobody needs at
-- hand can be taken off in a moment. All of this is done to the catalogue, in a moment; no row is read or written.

-- ---- What is there becomes the first part ----

drop trigger activity_told on activity;
alter table activity rename to activity_former;
alter table activity_former alter column id drop identity;
alter table activity_former drop constraint activity_pkey;
alter index activity_by_person rename to activity_former_by_person;
alter index activity_by_time rename to activity_former_by_time;
alter index activity_document_changes rename to activity_former_document_changes;
alter index activity_document_use rename to activity_former_document_use;
alter index activity_exports rename to activity_former_exports;
alter index activity_subject rename to activity_former_subject;
alter index activity_tree_access rename to activity_former_tree_access;
alter index activity_tree_changes rename to activity_former_tree_changes;
alter index activity_tree_permissions rename to activity_former_tree_permissions;
alter index activity_use_by_document rename to activity_former_use_by_document;
alter index activity_use_by_person rename to activity_former_use_by_person;
alter index activity_organisation rename to activity_former_organisation;
alter index activity_id_at rename to activity_former_id_at;
alter table activity_former add constraint activity_former_id_at unique using index activity_former_id_at;

-- ---- The whole ----

-- What happened. It has no foreign keys: a look-up for each of five took half of the time in which the entries of a
-- deletion are written.
create table activity (
  id bigint not null,
  at timestamptz not null default now(),
  kind text not null constraint activity_kind_check check (kind ~ '^[A-Z][A-Z_]*$'),
  person_id uuid not null,
  -- The session in which it happened; kept after the session's end.
  session_id uuid,
  organisation_id uuid,
  tree_id uuid,
  document_id uuid,
  version_id uuid,
  -- Path in names at the time.
  recorded_path text,
  detail jsonb,
  -- The ids behind recorded_path, from the root to the document itself: who reads an old path sees of it only the
  -- folders that they may see, whatever was moved or renamed since. Null where nobody knows them any more.
  recorded_ids uuid[],
  subject_kind text,
  subject_id uuid,
  constraint activity_subject_check check ((subject_kind is null) = (subject_id is null)),
  constraint activity_id_at unique (id, at)
) partition by range (at);
create index activity_by_person on activity (person_id, at desc, id desc);
create index activity_by_time on activity (at desc, id desc);
create index activity_document_changes on activity (document_id, at desc, id desc) include (kind, person_id) where
  kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE', 'PERMISSION');
create index activity_document_use on activity (document_id, id desc) include (kind, person_id, session_id) where
  kind in ('VIEW', 'DOWNLOAD');
create index activity_exports on activity (person_id, at desc) where kind = 'EXPORT';
create index activity_subject on activity (subject_kind, subject_id, id desc) where subject_id is not null;
create index activity_tree_access on activity (tree_id, at desc, id desc) where kind in ('VIEW', 'DOWNLOAD');
create index activity_tree_changes on activity (tree_id, at desc, id desc) include (kind, document_id, person_id)
  where kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE', 'PERMISSION');
create index activity_tree_permissions on activity (tree_id, document_id) where kind = 'PERMISSION';
create index activity_use_by_document on activity (tree_id, document_id, kind) where kind in ('VIEW', 'DOWNLOAD');
create index activity_use_by_person on activity (tree_id, person_id, session_id, document_id, kind) where kind in
  ('VIEW', 'DOWNLOAD');
create index activity_organisation on activity (organisation_id, at desc, id desc) where organisation_id is not null;
create trigger activity_append_only before delete or update or truncate on activity
  for each statement execute function refuse_change();
create trigger activity_told after insert on activity referencing new table as added
  for each statement execute function add_to_outbox();

do $$
declare
  until text := (select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
    where conrelid = 'activity_former'::regclass and conname = 'activity_former_until');
begin
  -- Numbers go on where they were.
  execute format('alter table activity alter column id add generated always as identity (start with %s)',
    (select coalesce(max(id), 0) + 1 from activity_former));
  execute format('alter table activity attach partition activity_former for values from (minvalue) to (%L)', until);
end $$;

-- ---- Months to come ----

-- Makes the parts for all months up to that of a moment. A part is made by itself and attached: that waits for nobody
-- who reads or writes activity, and nobody waits for it. Reading an index alone needs pages that are known to be visible
-- to all, so vacuum comes early.
create function create_activity_months(until timestamptz) returns void language plpgsql as $$
declare
  month timestamp;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('helioroom activity months'));
  month := (select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamptz)
      at time zone 'UTC'
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'activity'::regclass);
  while month <= until at time zone 'UTC' loop
    part := 'activity_' || to_char(month, 'YYYY_MM');
    execute format('create table %I (like activity including defaults including constraints)
      with (autovacuum_vacuum_insert_scale_factor = 0.02)', part);
    execute format('create trigger activity_append_only before delete or update or truncate on %I
      for each statement execute function refuse_change()', part);
    execute format('alter table activity attach partition %I for values from (%L) to (%L)', part,
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    month := month + interval '1 month';
  end loop;
end $$;

select create_activity_months(now() + interval '6 months');
