-- works with: 0188
-- Records that were deleted and can be restored for some days, as pages, checklists and groups (BIN-10): their rows, with
-- all that went with them, as JSON by table, and rows that lost a reference to them.
create table removed_record (
  organisation_id uuid not null references organisation (id) on delete cascade,
  id uuid primary key,
  kind text not null check (kind in ('PAGE', 'CHECKLIST', 'GROUP', 'DEAL_ROOM')),
  record_id uuid not null,
  name text not null,
  -- The portfolio or holding company that it belonged to, and its name; null for the organisation itself.
  place_name text,
  portfolio_id uuid references portfolio (id) on delete cascade,
  holding_company_id uuid references holding_company (id) on delete cascade,
  person_id uuid not null,
  at timestamptz not null default now(),
  rows jsonb not null,
  links jsonb not null,
  -- All ids in the rows: files among them are kept as long.
  ids uuid[] not null
);
create index removed_record_of_organisation on removed_record (organisation_id, at desc, id);
create index removed_record_at on removed_record (at);
create index removed_record_portfolio on removed_record (portfolio_id) where portfolio_id is not null;
create index removed_record_company on removed_record (holding_company_id) where holding_company_id is not null;
create index removed_record_ids on removed_record using gin (ids);
