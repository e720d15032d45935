-- Whether a portfolio shows its checklists (CHK-45).
alter table portfolio add column has_checklist boolean not null default false;

-- A checklist of a portfolio: categories down, projects across, an item in each cell.
create table checklist (
  id uuid primary key,
  portfolio_id uuid not null references portfolio on delete cascade,
  name text not null check (name <> ''),
  -- Only active ones are shown (CHK-46).
  is_active boolean not null default false,
  -- Goes up with each change of name and state.
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create index checklist_portfolio on checklist (portfolio_id, created_at, id);

-- Two levels: a parent, and its children. Numbers are short, since each of the many items carries one.
create table checklist_category (
  id bigint generated always as identity primary key,
  checklist_id uuid not null references checklist on delete cascade,
  parent_id bigint references checklist_category on delete cascade,
  name text not null check (name <> ''),
  -- Position in its level, from 1.
  row_number integer not null check (row_number > 0),
  -- Whether it applies to projects that are new builds, and to those in operation (CHK-43).
  is_development boolean not null default true,
  is_operating boolean not null default true
);
create index checklist_category_order on checklist_category (checklist_id, parent_id, row_number, id);
create index checklist_category_parent on checklist_category (parent_id);

create table checklist_item (
  id bigint generated always as identity primary key,
  checklist_id uuid not null references checklist on delete cascade,
  category_id bigint not null references checklist_category on delete cascade,
  project_id uuid not null references project on delete cascade,
  status text not null default 'STATE_REQUESTED' check (status in ('STATE_REQUESTED', 'SUBMITTED_FOR_REVIEW',
    'UNDER_REVIEW', 'THIRD_PARTY_REVIEW', 'FOLLOW_UP_NEEDED', 'SIGNATURE_REQUIRED', 'DONE')),
  -- Whom it is assigned to.
  person_id uuid references person,
  -- Where its documents are.
  link text check (link <> '' and char_length(link) <= 2000),
  comment_count integer not null default 0,
  -- The entry of activity of its last change, by which open pages find it.
  changed_in bigint,
  unique (category_id, project_id)
);
create index checklist_item_checklist on checklist_item (checklist_id);
create index checklist_item_project on checklist_item (project_id);
create index checklist_item_person on checklist_item (person_id) where person_id is not null;
create index checklist_item_changed on checklist_item (changed_in) where changed_in is not null;

create table checklist_comment (
  id bigint generated always as identity primary key,
  checklist_id uuid not null references checklist on delete cascade,
  item_id bigint not null references checklist_item on delete cascade,
  person_id uuid not null references person,
  comment text not null check (comment <> '' and char_length(comment) <= 4000),
  -- The entry of activity of its message, which may be for many items.
  activity_id bigint not null,
  created_at timestamptz not null default clock_timestamp()
);
create index checklist_comment_item on checklist_comment (item_id, id);
create index checklist_comment_checklist on checklist_comment (checklist_id, id);
create index checklist_comment_activity on checklist_comment (activity_id);
create index checklist_comment_person on checklist_comment (person_id, created_at);

-- Items come into being with a category and with a project of the portfolio (CHK-44), whoever adds them: forms,
-- imports, the back office. Those of a project that has left the portfolio stay, and are shown again if it returns.
create function add_items_of_projects() returns trigger language plpgsql as $$
begin
  insert into checklist_item (checklist_id, category_id, project_id)
  select checklist.id, category.id, added.project_id
  from added
  join checklist on checklist.portfolio_id = added.portfolio_id
  join checklist_category category on category.checklist_id = checklist.id
  order by category.id
  on conflict (category_id, project_id) do nothing;
  return null;
end $$;
create trigger checklist_items_of_projects after insert on portfolio_project referencing new table as added
  for each statement execute function add_items_of_projects();

create function add_items_of_categories() returns trigger language plpgsql as $$
begin
  insert into checklist_item (checklist_id, category_id, project_id)
  select checklist.id, added.id, link.project_id
  from added
  join checklist on checklist.id = added.checklist_id
  join portfolio_project link on link.portfolio_id = checklist.portfolio_id
  order by added.id
  on conflict (category_id, project_id) do nothing;
  return null;
end $$;
create trigger checklist_items_of_categories after insert on checklist_category referencing new table as added
  for each statement execute function add_items_of_categories();
