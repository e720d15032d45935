-- Q&A logs of a fund entity, open to all who see its questions or restricted to groups (QA-07, QA-14).
create table question_log (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  portfolio_id uuid references portfolio on delete cascade,
  holding_company_id uuid references holding_company on delete cascade,
  name text not null check (name <> '' and char_length(name) <= 120),
  restricted boolean not null default false,
  -- The number given last; numbers are not reused (QA-18).
  last_number integer not null default 0,
  -- Goes up with each change of the settings.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  check ((portfolio_id is null) <> (holding_company_id is null))
);
create index question_log_portfolio on question_log (portfolio_id, created_at, id);
create index question_log_holding_company on question_log (holding_company_id, created_at, id);

-- A group that is deleted disappears here; the log stays restricted (GRP-25).
create table question_log_group (
  log_id uuid not null references question_log on delete cascade,
  group_id uuid not null references user_group on delete cascade,
  primary key (log_id, group_id)
);
create index question_log_group_group on question_log_group (group_id, log_id);

create table question_category (
  id uuid primary key,
  log_id uuid not null references question_log on delete cascade,
  name text not null check (name <> ''),
  position integer not null
);
create index question_category_log on question_category (log_id, position, id);

create table question_topic (
  id uuid primary key,
  log_id uuid not null references question_log on delete cascade,
  name text not null check (name <> ''),
  position integer not null
);
create index question_topic_log on question_topic (log_id, position, id);

create table question (
  id uuid primary key,
  log_id uuid not null references question_log on delete cascade,
  parent_id uuid references question on delete cascade,
  number integer not null check (number > 0),
  -- 0 for a question, the number after the point for a follow-up.
  follow_up integer not null default 0,
  last_follow_up integer not null default 0,
  is_closed boolean not null default false,
  is_priority boolean not null default false,
  body jsonb,
  -- Goes up with each change of the body, so that of two who write it the later one is told.
  body_revision integer not null default 0,
  body_by uuid references person,
  body_at timestamptz,
  -- When those who answer were told of it (NOTIF-17).
  announced_at timestamptz,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  check ((parent_id is null) = (follow_up = 0))
);
create unique index question_by_number on question (log_id, number, follow_up);
create index question_parent on question (parent_id, follow_up);

create table question_answer (
  id uuid primary key,
  question_id uuid not null unique references question on delete cascade,
  body jsonb,
  revision integer not null default 0,
  body_by uuid references person,
  announced_at timestamptz,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);

create table question_categorising (
  question_id uuid not null references question on delete cascade,
  category_id uuid not null references question_category on delete cascade,
  primary key (question_id, category_id)
);
create index question_categorising_category on question_categorising (category_id);

create table question_on_topic (
  question_id uuid not null references question on delete cascade,
  topic_id uuid not null references question_topic on delete cascade,
  primary key (question_id, topic_id)
);
create index question_on_topic_topic on question_on_topic (topic_id);

create table question_project (
  question_id uuid not null references question on delete cascade,
  project_id uuid not null references project on delete cascade,
  primary key (question_id, project_id)
);
create index question_project_project on question_project (project_id);

create table question_portfolio (
  question_id uuid not null references question on delete cascade,
  portfolio_id uuid not null references portfolio on delete cascade,
  primary key (question_id, portfolio_id)
);
create index question_portfolio_portfolio on question_portfolio (portfolio_id);

-- When a log gave a question to a person first, and last after a change (QA-23).
create table question_view (
  person_id uuid not null references person on delete cascade,
  question_id uuid not null references question on delete cascade,
  first_viewed_at timestamptz not null default now(),
  viewed_at timestamptz not null default now(),
  primary key (person_id, question_id)
);
create index question_view_question on question_view (question_id);
