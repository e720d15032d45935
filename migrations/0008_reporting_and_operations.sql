-- Figures of a holding company since the start of its year, as they are entered: dollars, and kWh of production.
alter table holding_company
  add column actual_revenue_ytd double precision,
  add column forecast_revenue_ytd double precision,
  add column actual_expenses_ytd double precision,
  add column forecast_expenses_ytd double precision,
  add column actual_production_ytd double precision,
  add column forecast_production_ytd double precision;

create table holding_company_visit (
  person_id uuid not null references person on delete cascade,
  holding_company_id uuid not null references holding_company on delete cascade,
  visited_at timestamptz not null default now(),
  primary key (person_id, holding_company_id)
);
create index holding_company_visit_recent on holding_company_visit (person_id, visited_at desc);

-- Who operates and maintains sites for an organisation.
create table o_and_m_partner (
  id uuid primary key,
  organisation_id uuid not null references organisation on delete cascade,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);
create unique index o_and_m_partner_name on o_and_m_partner (organisation_id, lower(name));

-- The sites that a partner serves; capacity in kW DC.
create table o_and_m_site (
  partner_id uuid not null references o_and_m_partner on delete cascade,
  name text not null check (name <> ''),
  capacity double precision not null check (capacity >= 0),
  primary key (partner_id, name)
);
