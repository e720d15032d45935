-- works with: 0188
-- How far a deal room is (STAGE-01); a room without a row is open, as all were. In PREPARATION what is in it is there for
-- whoever prepares it alone (STAGE-02), once it is ARCHIVED for its admins alone (STAGE-11): who asks reads it with what they
-- hold, in one statement.
create table room_phase (
  portfolio_id uuid primary key references portfolio (id),
  organisation_id uuid not null references organisation (id),
  phase text not null check (phase in ('PREPARATION', 'CLOSING', 'ARCHIVED')),
  set_by uuid not null references person (id),
  set_at timestamptz not null default now()
);
create index room_phase_organisation on room_phase (organisation_id);
create index room_phase_set_by on room_phase (set_by);

-- As in 0781, and of an archived room for good: it is read only.
create or replace function refuse_frozen(room uuid) returns void language plpgsql as $$
declare
  since timestamptz;
begin
  if room is null or current_setting('helioroom.not_frozen', true) = room::text then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('room freeze ' || room, 0));
  select f.frozen_at into since from room_freeze f join organisation o on o.id = f.organisation_id
  where f.portfolio_id = room and o.deleted_at is null;
  if since is not null then
    raise exception using errcode = 'HR001',
      message = 'This room is frozen since ' || to_char(since at time zone 'UTC', 'MM/DD/YYYY') || '.';
  end if;
  if exists (select from room_phase p join organisation o on o.id = p.organisation_id
    where p.portfolio_id = room and p.phase = 'ARCHIVED' and o.deleted_at is null) then
    raise exception using errcode = 'HR001', message = 'This room is archived. Nothing in it can be changed.';
  end if;
  -- It stays so until the end of the transaction, which holds the lock; many rows are asked about one after the other.
  perform set_config('helioroom.not_frozen', room::text, true);
end $$;
