-- Whether restricted pages of the overview name roles or groups (SUBP-28).
alter table portfolio add column subpage_permissions text not null default 'GROUP'
  check (subpage_permissions in ('ROLE', 'GROUP'));
alter table holding_company add column subpage_permissions text not null default 'GROUP'
  check (subpage_permissions in ('ROLE', 'GROUP'));

-- Markdown pages of a fund entity's overview (SUBP-31).
create table subpage (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  portfolio_id uuid references portfolio on delete cascade,
  holding_company_id uuid references holding_company on delete cascade,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> '' and char_length(title) <= 120),
  description text not null default '' check (char_length(description) <= 100000),
  restricted boolean not null default false,
  position integer not null,
  -- Goes up with each change.
  revision integer not null default 1,
  -- Of the description; null with no edits yet.
  modified_at timestamptz,
  modified_by uuid references person,
  created_at timestamptz not null default now(),
  check ((portfolio_id is null) <> (holding_company_id is null))
);
create unique index subpage_portfolio on subpage (portfolio_id, slug) where portfolio_id is not null;
create unique index subpage_holding_company on subpage (holding_company_id, slug)
  where holding_company_id is not null;

-- A role or group that is deleted disappears here; the page stays restricted (SUBP-30).
create table subpage_role (
  subpage_id uuid not null references subpage on delete cascade,
  role_id uuid not null references role on delete cascade,
  primary key (subpage_id, role_id)
);
create index subpage_role_role on subpage_role (role_id, subpage_id);
create table subpage_group (
  subpage_id uuid not null references subpage on delete cascade,
  group_id uuid not null references user_group on delete cascade,
  primary key (subpage_id, group_id)
);
create index subpage_group_group on subpage_group (group_id, subpage_id);

-- Images of a page; the bytes are a stored file.
create table subpage_media (
  id uuid primary key,
  subpage_id uuid not null references subpage on delete cascade,
  file_id uuid not null,
  created_at timestamptz not null default now()
);
create index subpage_media_subpage on subpage_media (subpage_id, created_at, id);
create index subpage_media_file on subpage_media (file_id);

create table timeline (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  portfolio_id uuid references portfolio on delete cascade,
  holding_company_id uuid references holding_company on delete cascade,
  name text not null default 'Timeline',
  created_at timestamptz not null default now(),
  check ((portfolio_id is null) <> (holding_company_id is null))
);
create index timeline_portfolio on timeline (portfolio_id) where portfolio_id is not null;
create index timeline_holding_company on timeline (holding_company_id) where holding_company_id is not null;

create table milestone (
  id uuid primary key,
  timeline_id uuid not null references timeline on delete cascade,
  -- Zero-based, without gaps (TIME-17).
  position integer not null,
  due_date text not null default '' check (char_length(due_date) <= 60),
  title text not null default '' check (char_length(title) <= 200),
  body text not null default '' check (char_length(body) <= 5000),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'COMPLETE')),
  revision integer not null default 1
);
create index milestone_timeline on milestone (timeline_id, position);

-- Energy of a fund entity by year, in kWh.
create table net_yield (
  id uuid primary key,
  portfolio_id uuid references portfolio on delete cascade,
  holding_company_id uuid references holding_company on delete cascade,
  year integer not null,
  actual_energy double precision,
  p50 double precision not null,
  p90 double precision not null,
  check ((portfolio_id is null) <> (holding_company_id is null))
);
create unique index net_yield_portfolio on net_yield (portfolio_id, year) where portfolio_id is not null;
create unique index net_yield_holding_company on net_yield (holding_company_id, year)
  where holding_company_id is not null;

-- Figures of a fund entity since the start date: $ and kWh.
create table operating_stats (
  entity_id uuid primary key,
  portfolio_id uuid unique references portfolio on delete cascade,
  holding_company_id uuid unique references holding_company on delete cascade,
  start_date date not null,
  actual_revenue double precision not null,
  forecast_revenue double precision not null,
  actual_expenses double precision not null,
  forecast_expenses double precision not null,
  actual_production double precision not null,
  forecast_production double precision not null,
  check ((portfolio_id is null) <> (holding_company_id is null) and entity_id = coalesce(portfolio_id, holding_company_id))
);
