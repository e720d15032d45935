-- What somebody does not want to be notified of: an organisation as a whole (the master toggle), or one of its fund
-- entities. Whoever has no row wants it (NOTIF-11), and switching the master touches no other row (NOTIF-04).
create table notification_off (
  person_id uuid not null references person on delete cascade,
  organisation_id uuid not null references organisation on delete cascade,
  portfolio_id uuid references portfolio on delete cascade,
  holding_company_id uuid references holding_company on delete cascade,
  since timestamptz not null default now(),
  check (portfolio_id is null or holding_company_id is null),
  unique nulls not distinct (person_id, organisation_id, portfolio_id, holding_company_id)
);
create index notification_off_organisation on notification_off (organisation_id);
create index notification_off_portfolio on notification_off (portfolio_id) where portfolio_id is not null;
create index notification_off_company on notification_off (holding_company_id) where holding_company_id is not null;
