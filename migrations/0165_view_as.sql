-- Sessions that see one fund entity as a group or a person does, read only (decision 42). Rows stay, as the record of
-- who has looked through whose eyes; `ended_at` is null while a view goes on.
create table session_view (
  id uuid primary key,
  -- No reference: a session's row goes with its end, and the end of the view is still to be recorded then.
  session_id uuid not null,
  person_id uuid not null references person on delete cascade,
  -- As whom: a group or another person. What is gone by now shows nothing, so that the view has ended.
  group_id uuid,
  as_person_id uuid,
  -- Their name when the view began.
  name text not null,
  organisation_id uuid not null references organisation on delete cascade,
  portfolio_id uuid references portfolio on delete cascade,
  holding_company_id uuid references holding_company on delete cascade,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (num_nonnulls(group_id, as_person_id) = 1),
  check (num_nonnulls(portfolio_id, holding_company_id) = 1)
);
create unique index session_view_open on session_view (session_id) where ended_at is null;
create index session_view_person on session_view (person_id);
create index session_view_organisation on session_view (organisation_id);
create index session_view_portfolio on session_view (portfolio_id);
create index session_view_company on session_view (holding_company_id);
