-- Sites of an organisation. A project is in any number of its portfolios, and may be in none (PROJ-29).
create table project (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  name text not null check (name <> ''),
  type text not null check (type in ('SOLAR', 'STORAGE', 'SOLAR_PLUS_STORAGE')),
  status text not null check (status in ('OPERATING', 'NEW_BUILD')),
  development_stage text check (development_stage in ('EARLY_STAGE', 'MID_STAGE', 'LATE_STAGE', 'COMPLETE')),
  is_owned boolean not null default false,
  -- Notice to proceed, commercial operating date.
  ntp date,
  cod date,
  permission_to_operate_date date,
  acquisition_date date,
  -- kW DC, kW AC
  capacity double precision check (capacity >= 0),
  capacity_ac double precision check (capacity_ac >= 0),
  address text,
  city text,
  state text,
  zip_code text check (length(zip_code) = 5),
  -- Metres
  elevation double precision,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  phone_number text,
  balancing_authority_area text,
  utility_name text,
  utility_zone text,
  utility_iso text,
  system text,
  solar_capacity_dc double precision check (solar_capacity_dc >= 0),
  solar_capacity_ac double precision check (solar_capacity_ac >= 0),
  -- kW, kWh
  bess_kw double precision check (bess_kw >= 0),
  bess_kwh double precision check (bess_kwh >= 0),
  installation text check (installation in ('ROOF', 'GROUND', 'CARPORT', 'MIXED', 'FLOATING')),
  mounting text check (mounting in ('FIXED_TILT', 'SINGLE', 'DUAL_AXIS', 'MIXED')),
  -- Years
  panel_warranty double precision check (panel_warranty >= 0),
  inverter_warranty double precision check (inverter_warranty >= 0),
  contractor_warranty double precision check (contractor_warranty >= 0),
  -- Goes up with each change.
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create index project_by_name on project (organisation_id, name collate name_order, id);
create index project_by_capacity on project (organisation_id, capacity, id);
create index project_by_state on project (organisation_id, state, city, id);

create table portfolio_project (
  portfolio_id uuid not null references portfolio on delete cascade,
  project_id uuid not null references project on delete cascade,
  primary key (portfolio_id, project_id)
);
create index portfolio_project_project on portfolio_project (project_id, portfolio_id);

create table ppa_contract (
  id bigint generated always as identity primary key,
  project_id uuid not null references project on delete cascade,
  start_date date not null,
  -- Years
  term double precision not null check (term > 0),
  -- $/kWh
  rate double precision not null check (rate >= 0),
  -- % a year
  escalator double precision not null check (escalator >= 0)
);
create index ppa_contract_project on ppa_contract (project_id, start_date, id);

-- Who makes panels and inverters; their models are those of an organisation (PFORM-40).
create table manufacturer (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  name text not null check (name <> '')
);
create unique index manufacturer_name on manufacturer (organisation_id, lower(name));

create table equipment_model (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  kind text not null check (kind in ('PANEL', 'INVERTER')),
  manufacturer_id uuid not null references manufacturer,
  model_number text not null check (model_number <> '')
);
create unique index equipment_model_number on equipment_model (manufacturer_id, kind, lower(model_number));
create index equipment_model_organisation on equipment_model (organisation_id, kind);

create table project_equipment (
  project_id uuid not null references project on delete cascade,
  model_id uuid not null references equipment_model,
  -- In the order in which they were entered.
  position integer not null,
  count integer not null check (count >= 0),
  primary key (project_id, position)
);
create index project_equipment_model on project_equipment (model_id);

create table offtaker (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  name text not null check (name <> ''),
  -- Credit quality as a number; null when not known.
  quality double precision,
  note text
);
create unique index offtaker_name on offtaker (organisation_id, lower(name));

create table project_offtaker (
  project_id uuid not null references project on delete cascade,
  offtaker_id uuid not null references offtaker,
  primary key (project_id, offtaker_id)
);
create index project_offtaker_offtaker on project_offtaker (offtaker_id);
