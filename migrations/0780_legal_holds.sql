-- works with: 0188
-- A legal hold on a deal room: as long as there is one, nothing of the room is removed for good (STAGE-12).
create table legal_hold (
  portfolio_id uuid primary key references portfolio (id),
  organisation_id uuid not null references organisation (id),
  reason text not null check (char_length(reason) between 1 and 500),
  set_by uuid not null references person (id),
  set_at timestamptz not null default now()
);
create index legal_hold_organisation on legal_hold (organisation_id);
create index legal_hold_set_by on legal_hold (set_by);
