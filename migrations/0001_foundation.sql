-- Names in the order in which people read them: case-blind, numbers by value (DOC-15).
create collation name_order (provider = icu, locale = 'en-u-kn-true');

-- What the installation knows of itself, such as whether its demo was made to the end.
create table installation (
  key text primary key,
  value text not null
);

-- ---- Organisations and people ----

create table organisation (
  id uuid primary key,
  name text not null check (name <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  kind text not null default 'INVESTOR' check (kind in ('INVESTOR', 'DEVELOPER')),
  display_style text not null default 'KW' check (display_style in ('KW', 'MW')),
  document_labels boolean not null default false,
  copilot boolean not null default false,
  -- One label for each deal status.
  status_labels jsonb not null,
  created_at timestamptz not null default now()
);

create table company (
  id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);
create unique index company_name on company (lower(name));

create table person (
  id uuid primary key,
  -- Trimmed and in lower case, so that equality is enough (AUTH-06).
  email text not null unique check (email = lower(btrim(email)) and email <> ''),
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  title text check (title <> ''),
  location text check (location <> ''),
  company_id uuid references company,
  phone_number text,
  two_factor_enabled boolean not null default false,
  is_super_user boolean not null default false,
  is_active boolean not null default true,
  -- argon2id; null until the person has chosen a password.
  password_hash text,
  last_login_at timestamptz,
  accepted_eula_at timestamptz,
  created_at timestamptz not null default now(),
  check (not two_factor_enabled or phone_number is not null)
);
create index person_company on person (company_id);

create table session (
  id uuid primary key,
  -- SHA-256 of the cookie: the table alone opens no session.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  person_id uuid not null references person on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index session_person on session (person_id);
create index session_last_seen on session (last_seen_at);

-- Failed sign-ins and password checks, for the throttles (AUTH-07).
create table failed_attempt (
  id bigint generated always as identity primary key,
  email text not null,
  address text not null,
  at timestamptz not null default now()
);
create index failed_attempt_email on failed_attempt (email, at);
create index failed_attempt_address on failed_attempt (address, at);

-- A sign-in that waits for its SMS code (AUTH-10 to AUTH-14).
create table sign_in_challenge (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  person_id uuid not null references person on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_challenge_person on sign_in_challenge (person_id, created_at);

-- The one-time link that makes the first super user of an empty installation.
create table setup_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now()
);

create table role (
  id uuid primary key,
  organisation_id uuid not null references organisation on delete cascade,
  name text not null check (name <> '')
);
create unique index role_name on role (organisation_id, lower(name));

create table role_permission (
  role_id uuid not null references role on delete cascade,
  codename text not null check (codename in (
    'access_log:view', 'checklists:admin', 'dealroom:view', 'dealroom:admin', 'documents:admin',
    'documents:edit', 'documents:delete', 'documents_history:view', 'documents:view', 'o_and_m:admin',
    'o_and_m:view', 'overview:view', 'org:admin', 'projects:view', 'projects:admin', 'questions:admin',
    'question_answers:edit', 'question_answers:view', 'questions:edit', 'questions:view', 'reports:admin',
    'reports:edit', 'reports_history:view', 'reports:view', 'users:admin')),
  primary key (role_id, codename)
);

-- A user group: one role, held on the portfolios and holding companies given to it (ORG-24).
create table user_group (
  id uuid primary key,
  organisation_id uuid not null references organisation on delete cascade,
  name text not null check (name <> ''),
  role_id uuid not null references role,
  organisation_wide boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index user_group_name on user_group (organisation_id, lower(name));
create index user_group_role on user_group (role_id);

create table membership (
  group_id uuid not null references user_group on delete cascade,
  person_id uuid not null references person on delete cascade,
  created_at timestamptz not null default now(),
  primary key (group_id, person_id)
);
create index membership_person on membership (person_id);

-- ---- Fund entities ----

create table holding_company (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  name text not null check (name <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  status text not null check (status in ('DRAFT', 'ACQUIRED', 'DILIGENCE', 'SOLD', 'MARKET', 'DELETED')),
  -- kW DC
  system_size double precision not null default 0 check (system_size >= 0),
  deal_manager_id uuid references person,
  enable_reports boolean not null default true,
  enable_portfolios boolean not null default true,
  enable_q_and_a boolean not null default true,
  created_at timestamptz not null default now()
);
create index holding_company_organisation on holding_company (organisation_id);

create table portfolio (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  name text not null check (name <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  status text not null default 'DRAFT'
    check (status in ('DRAFT', 'ACQUIRED', 'DILIGENCE', 'SOLD', 'MARKET', 'DELETED')),
  build_status text check (build_status in ('EARLY_STAGE', 'MID_STAGE', 'LATE_STAGE', 'COMPLETE')),
  -- kW DC
  system_size double precision not null default 0 check (system_size >= 0),
  deal_manager_id uuid references person,
  enable_projects boolean not null default true,
  enable_q_and_a boolean not null default true,
  enable_reports boolean not null default true,
  header_enabled boolean not null default true,
  created_at timestamptz not null default now()
);
create index portfolio_organisation on portfolio (organisation_id, status);

create table holding_company_portfolio (
  holding_company_id uuid not null references holding_company on delete cascade,
  portfolio_id uuid not null references portfolio on delete cascade,
  primary key (holding_company_id, portfolio_id)
);
create index holding_company_portfolio_portfolio on holding_company_portfolio (portfolio_id);

create table user_group_portfolio (
  group_id uuid not null references user_group on delete cascade,
  portfolio_id uuid not null references portfolio on delete cascade,
  primary key (group_id, portfolio_id)
);
create index user_group_portfolio_portfolio on user_group_portfolio (portfolio_id);

create table user_group_holding_company (
  group_id uuid not null references user_group on delete cascade,
  holding_company_id uuid not null references holding_company on delete cascade,
  primary key (group_id, holding_company_id)
);
create index user_group_holding_company_company on user_group_holding_company (holding_company_id);

-- The last visits of a person, 5 of each kind (PORT-01, HOME-12).
create table portfolio_visit (
  person_id uuid not null references person on delete cascade,
  portfolio_id uuid not null references portfolio on delete cascade,
  visited_at timestamptz not null default now(),
  primary key (person_id, portfolio_id)
);
create index portfolio_visit_recent on portfolio_visit (person_id, visited_at desc);

-- ---- Documents ----

create table document_tree (
  id uuid primary key,
  type text not null check (type in ('DOCUMENTS', 'REPORTS', 'O_AND_M')),
  organisation_id uuid not null references organisation,
  portfolio_id uuid references portfolio,
  holding_company_id uuid references holding_company,
  permissions_type text not null default 'GROUP' check (permissions_type in ('ROLE', 'GROUP')),
  allow_root_files boolean not null default true,
  created_at timestamptz not null default now(),
  -- An O&M tree is the organisation's own; the others belong to one fund entity.
  check (case type when 'O_AND_M' then portfolio_id is null and holding_company_id is null
         else num_nonnulls(portfolio_id, holding_company_id) = 1 end)
);
create unique index document_tree_portfolio on document_tree (portfolio_id, type) where portfolio_id is not null;
create unique index document_tree_company on document_tree (holding_company_id, type)
  where holding_company_id is not null;
create unique index document_tree_o_and_m on document_tree (organisation_id) where type = 'O_AND_M';

-- Interned access lists of a tree; many documents point to one row.
create table acl (
  id bigint generated always as identity primary key,
  tree_id uuid not null references document_tree,
  -- Sorted role or group ids, by the tree's permissions_type; null is open to every principal, later ones too.
  principals uuid[],
  -- Sorted ids that see the folder only because something below is permitted to them; new entries don't inherit them.
  passage uuid[] not null default '{}',
  check (principals is not null or passage = '{}'),
  unique nulls not distinct (tree_id, principals, passage)
);

-- The root is a folder with the id of its tree and no name.
create table document (
  id uuid primary key,
  tree_id uuid not null references document_tree,
  parent_id uuid references document,
  is_folder boolean not null,
  name text not null,
  -- The name in NFC and lower case: two entries of a folder that one person sees never share it. No unique
  -- index says so, since a name that is refused because of a hidden entry would tell that the entry exists.
  name_key text not null,
  -- File extension in lower case without the dot; empty for folders and files without one.
  extension text not null default '',
  -- Ids from the root to the document itself: what lies below is a range of the index.
  path uuid[] not null check (path[cardinality(path)] = id),
  acl_id bigint not null references acl,
  current_version_id uuid,
  -- Bytes of the current version; null for a folder.
  size bigint check (size >= 0),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (case when parent_id is null then id = tree_id and is_folder and name = ''
         else octet_length(name) between 1 and 255 end),
  check (is_folder = (current_version_id is null)),
  check (is_folder = (size is null))
);
create index document_name on document (parent_id, name_key) where deleted_at is null;
create index document_listing on document (parent_id, is_folder desc, name collate name_order, id)
  where deleted_at is null;
create index document_path on document (path) where deleted_at is null;
create index document_acl on document (acl_id);

create table document_version (
  id uuid primary key,
  document_id uuid not null references document deferrable initially deferred,
  number integer not null check (number > 0),
  size bigint not null check (size >= 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_by uuid not null references person,
  created_at timestamptz not null default now(),
  unique (document_id, number)
);
alter table document add foreign key (current_version_id) references document_version
  deferrable initially deferred;
create index document_version_author on document_version (created_by);
create index document_current_version on document (current_version_id) where current_version_id is not null;

-- How many files and folders lie below a folder, by access list: a viewer's count is a sum of few rows.
create table folder_tally (
  folder_id uuid not null references document,
  acl_id bigint not null references acl,
  files bigint not null default 0,
  folders bigint not null default 0,
  primary key (folder_id, acl_id)
);
create index folder_tally_acl on folder_tally (acl_id);

-- An announced upload. It becomes a version (and, for a new name, a document) when it is confirmed.
create table upload (
  version_id uuid primary key,
  tree_id uuid not null references document_tree,
  parent_id uuid not null references document,
  -- The document that has the name already, else the id that the document will get.
  document_id uuid not null,
  name text not null,
  name_key text not null,
  size bigint not null check (size >= 0),
  person_id uuid not null references person,
  state text not null default 'ANNOUNCED' check (state in ('ANNOUNCED', 'RECEIVED')),
  sha256 bytea check (octet_length(sha256) = 32),
  created_at timestamptz not null default now(),
  check ((state = 'RECEIVED') = (sha256 is not null))
);
create index upload_created on upload (created_at);
create index upload_parent on upload (parent_id);
create index upload_person on upload (person_id);

-- ---- Activity ----

create table activity (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in
    ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE', 'PERMISSION', 'VIEW', 'DOWNLOAD', 'SIGN_IN', 'SIGN_OUT')),
  person_id uuid not null references person,
  -- The session in which it happened; kept after the session's end.
  session_id uuid,
  organisation_id uuid references organisation,
  tree_id uuid references document_tree,
  document_id uuid references document,
  version_id uuid references document_version,
  -- Path in names at the time.
  recorded_path text,
  detail jsonb
);
create index activity_tree_changes on activity (tree_id, id desc)
  where kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE');
create index activity_tree_access on activity (tree_id, id desc) where kind in ('VIEW', 'DOWNLOAD');
create index activity_document on activity (document_id, id desc) where document_id is not null;
create index activity_person on activity (person_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'activity is append-only';
end $$;
create trigger activity_append_only before update or delete or truncate on activity
  for each statement execute function refuse_change();

-- ---- Outboxes ----

create table mail_outbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_outbox_unsent on mail_outbox (created_at) where sent_at is null;

create table sms_outbox (
  id uuid primary key,
  recipient text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index sms_outbox_unsent on sms_outbox (created_at) where sent_at is null;
