-- The database of migration 0188, from which all later ones go on: an installation that has been there has the same
-- tables, made step by step, and passes over this file. By subject; a table stands after those that it refers to.

-- Names in the order in which people read them: case-blind, numbers by value (DOC-15).
create collation name_order (provider = icu, locale = 'en-u-kn-true');

create extension if not exists pg_trgm;

-- ---- The installation ----

-- What the installation knows of itself, such as whether its demo was made to the end.
create table installation (
  key text primary key,
  value text not null
);

-- ---- Stored files ----

-- Files that belong to something of the product other than a tree, such as pictures of people. Their bytes lie in the
-- storage under 'file-' and the id.
create table stored_file (
  id uuid primary key,
  -- Such as 'avatar'; says whose table the owner is in.
  kind text not null check (kind <> ''),
  owner_id uuid not null,
  -- Its extension decides on the type under which it is served.
  name text not null check (name <> ''),
  size integer not null check (size > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz not null default now()
);

-- ---- Organisations, roles and groups ----

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
  created_at timestamptz not null default now(),
  -- An organisation can be deleted with everything below it: it is closed immediately, can be restored for 30 days,
  -- and is removed for good afterwards.
  deleted_at timestamptz,
  deleted_by uuid,
  -- When the 30 days end, after which what belongs to it is removed.
  purge_after timestamptz,
  -- BO-07
  logo_id uuid references stored_file,
  constraint organisation_deletion check ((deleted_at is null) = (purge_after is null) and (deleted_at is null) =
    (deleted_by is null))
);
create index organisation_by_slug on organisation (slug collate name_order, id);
-- Lists of the back office over all organisations, in the rest of the orders that they are shown in (BO-03).
create index organisation_created on organisation (created_at, id);
create index organisation_deleted on organisation (purge_after) where deleted_at is not null;
create index organisation_deleted_by on organisation (deleted_by) where deleted_by is not null;
create index organisation_logo on organisation (logo_id) where logo_id is not null;
create index organisation_named on organisation (name collate name_order, id);

create table role (
  id uuid primary key,
  organisation_id uuid not null references organisation on delete cascade,
  name text not null check (name <> '')
);
create index role_by_name on role (name collate name_order, id);
create unique index role_name on role (organisation_id, lower(name));

create table role_permission (
  role_id uuid not null references role on delete cascade,
  codename text not null check (codename in ('access_log:view', 'checklists:admin', 'dealroom:view',
    'dealroom:admin', 'documents:admin', 'documents:edit', 'documents:delete', 'documents_history:view',
    'documents:view', 'o_and_m:admin', 'o_and_m:view', 'overview:view', 'org:admin', 'projects:view',
    'projects:admin', 'questions:admin', 'question_answers:edit', 'question_answers:view', 'questions:edit',
    'questions:view', 'reports:admin', 'reports:edit', 'reports_history:view', 'reports:view', 'users:admin')),
  primary key (role_id, codename)
);

-- A user group: one role, held on the portfolios and holding companies given to it (ORG-24).
create table user_group (
  id uuid primary key,
  organisation_id uuid not null references organisation on delete cascade,
  name text not null check (name <> ''),
  role_id uuid not null references role,
  organisation_wide boolean not null default false,
  created_at timestamptz not null default now(),
  -- Of two admins who change one group at the same time the second learns of it.
  revision integer not null default 1
);
create unique index user_group_name on user_group (organisation_id, lower(name));
create index user_group_named on user_group (name collate name_order, id);
create index user_group_role on user_group (role_id);

-- Who was in its groups. While it is deleted they are in none of them, so that whatever asks for members finds nobody;
-- a restored organisation has them back.
create table deleted_membership (
  group_id uuid not null references user_group on delete cascade,
  person_id uuid not null,
  created_at timestamptz not null,
  primary key (group_id, person_id)
);
create index deleted_membership_person on deleted_membership (person_id);

create table membership (
  group_id uuid not null references user_group on delete cascade,
  person_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (group_id, person_id)
);
create index membership_person on membership (person_id);

-- Whoever joins an organisation has accepted: an invitation of their address becomes theirs, and without one they get
-- a row of their own.
create function list_members() returns trigger language plpgsql as $$
declare
  joined record;
begin
  for joined in
    select g.organisation_id, p.id as person_id, p.email, p.first_name, p.last_name, p.title,
      c.name as company_name, min(a.created_at) as at
    from added a join user_group g on g.id = a.group_id join person p on p.id = a.person_id
      left join company c on c.id = p.company_id
    group by g.organisation_id, p.id, c.name
  loop
    if exists (select from invitation i
        where i.organisation_id = joined.organisation_id and i.person_id = joined.person_id) then
      delete from invitation i where i.organisation_id = joined.organisation_id and i.person_id is null
        and i.email = joined.email;
      update invitation i set email = joined.email, first_name = joined.first_name, last_name = joined.last_name,
        title = joined.title, company_name = joined.company_name
      where i.organisation_id = joined.organisation_id and i.person_id = joined.person_id
        and (i.email, i.first_name, i.last_name, i.title, i.company_name) is distinct from
          (joined.email, joined.first_name, joined.last_name, joined.title, joined.company_name);
    else
      update invitation i set person_id = joined.person_id, accepted_at = joined.at, group_id = null,
        first_name = joined.first_name, last_name = joined.last_name, title = joined.title,
        company_name = joined.company_name, revision = revision + 1
      where i.organisation_id = joined.organisation_id and i.person_id is null and i.email = joined.email;
      if not found then
        insert into invitation (id, organisation_id, person_id, email, first_name, last_name, title, company_name,
          sent_at, accepted_at)
        values (gen_random_uuid(), joined.organisation_id, joined.person_id, joined.email, joined.first_name,
          joined.last_name, joined.title, joined.company_name, joined.at, joined.at);
      end if;
    end if;
  end loop;
  return null;
end $$;
create trigger membership_listed after insert on membership referencing new table as added
  for each statement execute function list_members();

-- ---- People, sessions and the licence agreement ----

create table company (
  id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  logo_id uuid references stored_file
);
create index company_by_name on company (name collate name_order, id);
create index company_logo on company (logo_id) where logo_id is not null;
create unique index company_name on company (lower(name));

-- Failed sign-ins and password checks, for the throttles (AUTH-07).
create table failed_attempt (
  id bigint generated always as identity primary key,
  email text not null,
  address text not null,
  at timestamptz not null default now()
);
create index failed_attempt_address on failed_attempt (address, at);
create index failed_attempt_email on failed_attempt (email, at);

-- The licence agreement (EULA), version by version. Who has accepted the newest one may use the product.
create table licence (
  version integer primary key check (version > 0),
  -- Paragraphs with a blank line between them; one that begins with "## " is a heading.
  body text not null check (body <> ''),
  published_at timestamptz not null default now()
);
insert into licence (version, body) values (1, $licence$
Please read this agreement to its end. It is between you and the company that runs this data room ("we", "us"), and it applies each time you use the data room, its pages, its files and its messages (the "service").

## 1. Who may use the service

You need an invitation, and an account that is yours alone. You must be at least 13 years old. If you act for a company or a fund, you confirm that you may bind it to this agreement, and "you" then means it as well.

## 2. Your account

Keep your password and your codes to yourself, and tell us at once if you believe that somebody else has used your account. What is done from your account counts as done by you until you have told us. We may ask you to confirm who you are, and we may close an account that puts other people's information at risk.

## 3. What you may do

We give you a personal, limited right to use the service for the evaluation, financing, building and operation of the projects to which you have been invited. The right is not exclusive, cannot be passed on, and ends with your access to the project.

## 4. What you may not do

You may not copy, sell or publish the service or what is in it beyond what your work on the project needs. You may not try to see what has not been opened to you, work around a limit, test the service for weaknesses without our written consent, load programs that do harm, or read the service by machines in a way that keeps others from using it.

## 5. Confidential information

Documents, questions, answers, names of participants and the fact that a project is offered at all are confidential. Use them for the project alone, show them only to people who need them for it and who are bound to confidence as you are, and delete your copies when we or the owner of the information ask for it. A confidentiality agreement that you have signed with the owner comes before this section where it asks for more.

## 6. Records

Views, downloads and changes are recorded with your name, the time and the document, and are shown to the people who run the project's data room. Other bidders are never shown who you are.

## 7. What you put in

What you upload remains yours or its owner's. You confirm that you may share it with the people who have access to the place where you put it, and you allow us to store, copy, convert and show it as far as the service needs.

## 8. Information about you

We use your name, your company, your e-mail address and your telephone number to run the service, to keep it safe, and to tell you what has happened in your projects. The privacy policy says more. You decide below whether we may also write to you about other things; you can change that decision at any time.

## 9. No advice, no warranty

Nothing in the service is an offer, or legal, tax, engineering or investment advice. Documents, figures and forecasts come from their authors; we do not check them. The service is provided as it is and as it is available, without a warranty of any kind as far as the law allows that.

## 10. Limit of liability

As far as the law allows, neither side is liable to the other for lost profit, lost data, or indirect or consequential loss. Our total liability under this agreement, whatever the reason, is limited to 100 US dollars. Nothing in this agreement limits liability for intent, fraud, or injury to life or health.

## 11. Changes

We may change this agreement. We give you notice of a change at least 30 days before it takes effect, by e-mail or in the service, and ask you to accept the new text. If you do not agree, stop using the service; what you agreed to before continues to apply to what you did before.

## 12. End

You may stop using the service at any time. We may end or suspend your access if you break this agreement, or when the project ends. Sections 5, 6, 9, 10 and 13 continue to apply.

## 13. Law

This agreement is governed by the law of the place in which the company that runs this data room has its seat, without its rules on the conflict of laws. If a part of it is invalid, the rest remains valid.

By ticking the boxes below you confirm that you have read this agreement to its end, that you understand it and that you accept it.
$licence$);

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
  created_at timestamptz not null default now(),
  -- As it stands in `authenticator`, for who reads the person alone.
  has_authenticator boolean not null default false,
  avatar_id uuid references stored_file,
  check (not two_factor_enabled or phone_number is not null)
);
create index person_avatar on person (avatar_id) where avatar_id is not null;
create index person_by_email on person (email collate name_order, id);
create index person_by_login on person (coalesce(last_login_at, '-infinity'::timestamptz), id);
-- Lists of the back office over all organisations, in the orders that they are shown in (BO-03).
create index person_by_name on person (last_name collate name_order, first_name collate name_order, id);
create index person_company on person (company_id);
alter table organisation add foreign key (deleted_by) references person;
alter table deleted_membership add foreign key (person_id) references person on delete cascade;
alter table membership add foreign key (person_id) references person on delete cascade;

-- Two-factor authentication by an authenticator app. The app's secret is made of the row's id and the server's key and
-- kept nowhere, so that a copy of the database gives no codes.
create table authenticator (
  id uuid primary key,
  person_id uuid not null references person on delete cascade unique,
  created_at timestamptz not null,
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz,
  -- The last 30-second step whose code was used; none of it or before works again.
  last_step bigint not null default 0
);

create table licence_acceptance (
  person_id uuid not null references person on delete cascade,
  version integer not null references licence,
  accepted_at timestamptz not null default now(),
  -- The optional choice to be written to by mail.
  email_agreement boolean not null,
  primary key (person_id, version)
);
create index licence_acceptance_version on licence_acceptance (version);

-- Requests for a link that sets a new password (AUTH-30, AUTH-31). Whether the address has an account is found out by
-- the job that sends the link, so that all requests take the same time; the link's secret is made of the id and kept
-- nowhere.
create table password_reset (
  id uuid primary key,
  -- As it was asked for, also where nobody has it; counted for the limits of mails.
  email text not null,
  address text not null,
  created_at timestamptz not null,
  -- Who was sent the link; null before, and where nobody has the address.
  person_id uuid references person on delete cascade,
  used_at timestamptz
);
create index password_reset_address on password_reset (address, created_at);
create index password_reset_created on password_reset (created_at);
create index password_reset_email on password_reset (email, created_at);
create index password_reset_person on password_reset (person_id) where person_id is not null;

-- A number that somebody wants to have, until the code that was sent to it comes back. Rows stay for an hour, to be
-- counted.
create table phone_change (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  -- E.164 form.
  phone_number text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index phone_change_person on phone_change (person_id, created_at);

-- For signing in without the app; each works once.
create table recovery_code (
  person_id uuid not null references person on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (person_id, code_hash)
);

create table session (
  id uuid primary key,
  -- SHA-256 of the cookie: the table alone opens no session.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  person_id uuid not null references person on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Browser and system that a session was opened with, in words; null where they were not said.
  device text check (device <> ''),
  -- When the person last entered the password again in this session, before what needs it (SEC-17).
  password_checked_at timestamptz
);
create index session_last_seen on session (last_seen_at);
create index session_person on session (person_id);
create index session_seen on session (last_seen_at, id);

-- Sessions that see one fund entity as a group or a person does, read only (decision 42); an organisation's O&M area
-- has neither portfolio nor holding company. Rows stay, as the record of who has looked through whose eyes;
-- `ended_at` is null while a view goes on.
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
  portfolio_id uuid,
  holding_company_id uuid,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (num_nonnulls(group_id, as_person_id) = 1),
  check (num_nonnulls(portfolio_id, holding_company_id) <= 1)
);
create index session_view_company on session_view (holding_company_id);
create unique index session_view_open on session_view (session_id) where ended_at is null;
create index session_view_organisation on session_view (organisation_id);
create index session_view_person on session_view (person_id);
create index session_view_portfolio on session_view (portfolio_id);

-- The one-time link that makes the first super user of an empty installation.
create table setup_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now()
);

-- A sign-in that waits for its SMS code (AUTH-10 to AUTH-14).
create table sign_in_challenge (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  person_id uuid not null references person on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- A sign-in that waits for a code of the app was sent none by text message, which counts for their limit.
  is_sent boolean not null default true
);
create index sign_in_challenge_person on sign_in_challenge (person_id, created_at);

create function list_company() returns trigger language plpgsql as $$
begin
  update invitation i set company_name = new.name from person p
  where p.company_id = new.id and i.person_id = p.id and exists (
    select from membership m join user_group g on g.id = m.group_id
    where m.person_id = p.id and g.organisation_id = i.organisation_id);
  return null;
end $$;
create trigger company_listed after update of name on company
  for each row when (old.name is distinct from new.name) execute function list_company();

-- What a member is called by now; of somebody who has left an organisation it learns nothing new.
create function list_person() returns trigger language plpgsql as $$
begin
  update invitation i set email = new.email, first_name = new.first_name, last_name = new.last_name,
    title = new.title, company_name = (select c.name from company c where c.id = new.company_id)
  where i.person_id = new.id and exists (
    select from membership m join user_group g on g.id = m.group_id
    where m.person_id = new.id and g.organisation_id = i.organisation_id);
  return null;
end $$;
create trigger person_listed after update of email, first_name, last_name, title, company_id on person
 
  for each row when ((old.email, old.first_name, old.last_name, old.title, old.company_id) is distinct from
    (new.email, new.first_name, new.last_name, new.title, new.company_id)) execute function list_person();

-- ---- Deal rooms and holding companies ----

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
  created_at timestamptz not null default now(),
  -- Figures of a holding company since the start of its year, as they are entered: dollars, and kWh of production.
  actual_revenue_ytd double precision,
  forecast_revenue_ytd double precision,
  actual_expenses_ytd double precision,
  forecast_expenses_ytd double precision,
  actual_production_ytd double precision,
  forecast_production_ytd double precision,
  cover_id uuid references stored_file,
  subpage_permissions text not null default 'GROUP' check (subpage_permissions in ('ROLE', 'GROUP')),
  -- What the back office keeps of a holding company besides its figures of the year to date (BO-16); kW DC.
  total_size double precision check (total_size >= 0),
  offering_type text check (char_length(offering_type) <= 255),
  production_year integer,
  enable_dashboard_data boolean not null default true,
  -- Percent.
  coupon_senior_debt double precision
);
create index holding_company_cover on holding_company (cover_id) where cover_id is not null;
create index holding_company_created on holding_company (created_at, id);
create index holding_company_named on holding_company (name collate name_order, id);
create index holding_company_organisation on holding_company (organisation_id);
alter table session_view add foreign key (holding_company_id) references holding_company on delete cascade;

create table holding_company_visit (
  person_id uuid not null references person on delete cascade,
  holding_company_id uuid not null references holding_company on delete cascade,
  visited_at timestamptz not null default now(),
  primary key (person_id, holding_company_id)
);
create index holding_company_visit_recent on holding_company_visit (person_id, visited_at desc);

create table portfolio (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  name text not null check (name <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACQUIRED', 'DILIGENCE', 'SOLD', 'MARKET',
    'DELETED')),
  build_status text check (build_status in ('EARLY_STAGE', 'MID_STAGE', 'LATE_STAGE', 'COMPLETE')),
  -- kW DC; without a size of its own a portfolio has that of its projects (DRM-09).
  system_size double precision check (system_size >= 0),
  deal_manager_id uuid references person,
  enable_projects boolean not null default true,
  enable_q_and_a boolean not null default true,
  enable_reports boolean not null default true,
  header_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  cover_id uuid references stored_file,
  -- Goes up with each change of the settings.
  revision integer not null default 1,
  -- Whether a portfolio shows its checklists (CHK-45).
  has_checklist boolean not null default false,
  -- Whether restricted pages of the overview name roles or groups (SUBP-28).
  subpage_permissions text not null default 'GROUP' check (subpage_permissions in ('ROLE', 'GROUP'))
);
-- The list of an organisation's deal rooms, by name.
create index portfolio_by_name on portfolio (organisation_id, name collate name_order, id);
create index portfolio_cover on portfolio (cover_id) where cover_id is not null;
create index portfolio_created on portfolio (created_at, id);
create index portfolio_named on portfolio (name collate name_order, id);
create index portfolio_organisation on portfolio (organisation_id, status);
alter table session_view add foreign key (portfolio_id) references portfolio on delete cascade;

create table holding_company_portfolio (
  holding_company_id uuid not null references holding_company on delete cascade,
  portfolio_id uuid not null references portfolio on delete cascade,
  primary key (holding_company_id, portfolio_id)
);
create index holding_company_portfolio_portfolio on holding_company_portfolio (portfolio_id);

-- The last visits of a person, 5 of each kind (PORT-01, HOME-12).
create table portfolio_visit (
  person_id uuid not null references person on delete cascade,
  portfolio_id uuid not null references portfolio on delete cascade,
  visited_at timestamptz not null default now(),
  primary key (person_id, portfolio_id)
);
create index portfolio_visit_recent on portfolio_visit (person_id, visited_at desc);

create table user_group_holding_company (
  group_id uuid not null references user_group on delete cascade,
  holding_company_id uuid not null references holding_company on delete cascade,
  primary key (group_id, holding_company_id)
);
create index user_group_holding_company_company on user_group_holding_company (holding_company_id);

create table user_group_portfolio (
  group_id uuid not null references user_group on delete cascade,
  portfolio_id uuid not null references portfolio on delete cascade,
  primary key (group_id, portfolio_id)
);
create index user_group_portfolio_portfolio on user_group_portfolio (portfolio_id);

-- ---- Invitations ----

-- Who has been invited to an organisation: waiting until they come, accepted once they are a member (PPL-29). Each
-- member has a row, however they came, since the list of people is sorted, searched and paged by it alone: what a row
-- shows of the person the database itself keeps up to date below.
create table invitation (
  id uuid primary key,
  organisation_id uuid not null references organisation on delete cascade,
  -- Who has accepted; they stay in the list without any group, too.
  person_id uuid references person on delete cascade,
  email text not null check (email = lower(btrim(email)) and email <> ''),
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  title text check (title <> ''),
  company_name text,
  -- Where the invited person will be; null when that group is gone.
  group_id uuid references user_group on delete set null,
  invited_by uuid references person on delete set null,
  sent_at timestamptz not null default now(),
  -- How often it was sent since then, within the limit of mails.
  sends integer not null default 1,
  accepted_at timestamptz,
  is_accepted boolean not null generated always as (accepted_at is not null) stored,
  -- Goes up with each change, so that of two who change it at once the second learns of it.
  revision integer not null default 1,
  search_key text not null generated always as (
    lower(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company_name, ''))) stored,
  created_at timestamptz not null default now(),
  check ((person_id is null) = (accepted_at is null)),
  check (person_id is null or group_id is null)
);
create index invitation_by_acceptance on invitation (organisation_id, is_accepted, last_name collate name_order,
  first_name collate name_order, id);
create index invitation_by_company on invitation (organisation_id, company_name collate name_order, last_name
  collate name_order, first_name collate name_order, id);
create index invitation_by_email on invitation (organisation_id, email collate name_order, id);
-- One for each order of the list (PPL-05).
create index invitation_by_name on invitation (organisation_id, last_name collate name_order, first_name collate
  name_order, id);
create index invitation_group on invitation (group_id) where group_id is not null;
create index invitation_inviter on invitation (invited_by);
create unique index invitation_member on invitation (organisation_id, person_id) where person_id is not null;
create index invitation_person on invitation (person_id) where person_id is not null;
create unique index invitation_waiting on invitation (organisation_id, email) where person_id is null;

-- ---- Activity ----

-- What happened. It has no foreign keys: a look-up for each of five took half of the time in which the entries of a
-- deletion are written. Reading an index alone needs pages that are known to be visible to all, so vacuum comes early.
create table activity (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind ~ '^[A-Z][A-Z_]*$'),
  person_id uuid not null,
  -- The session in which it happened; kept after the session's end.
  session_id uuid,
  organisation_id uuid,
  tree_id uuid,
  document_id uuid,
  version_id uuid,
  -- Path in names at the time.
  recorded_path text,
  detail jsonb,
  -- The ids behind recorded_path, from the root to the document itself: who reads an old path sees of it only the
  -- folders that they may see, whatever was moved or renamed since. Null where nobody knows them any more.
  recorded_ids uuid[],
  subject_kind text,
  subject_id uuid,
  constraint activity_subject_check check ((subject_kind is null) = (subject_id is null))
) with (autovacuum_vacuum_insert_scale_factor=0.02);
create index activity_by_person on activity (person_id, at desc, id desc);
-- The back office lists what was done by when it was done, of all people and of one (BO-06).
create index activity_by_time on activity (at desc, id desc);
create index activity_document_changes on activity (document_id, at desc, id desc) include (kind, person_id) where
  kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE', 'PERMISSION');
create index activity_document_use on activity (document_id, id desc) include (kind, person_id, session_id) where
  kind in ('VIEW', 'DOWNLOAD');
create index activity_exports on activity (person_id, at desc) where kind = 'EXPORT';
-- Without uploads, views and downloads, which name a document.
create index activity_subject on activity (subject_kind, subject_id, id desc) where subject_id is not null;
create index activity_tree_access on activity (tree_id, at desc, id desc) where kind in ('VIEW', 'DOWNLOAD');
create index activity_tree_changes on activity (tree_id, at desc, id desc) include (kind, document_id, person_id)
  where kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE', 'PERMISSION');
create index activity_tree_permissions on activity (tree_id, document_id) where kind = 'PERMISSION';
create index activity_use_by_document on activity (tree_id, document_id, kind) where kind in ('VIEW', 'DOWNLOAD');
-- What analytics add up: by person and session, and by document.
create index activity_use_by_person on activity (tree_id, person_id, session_id, document_id, kind) where kind in
  ('VIEW', 'DOWNLOAD');

-- Signed addresses of files whose first use stands in the access log already (transport.md 5); swept once they are
-- over.
create table used_address (
  signature text primary key,
  expires_at timestamptz not null
);
create index used_address_expires on used_address (expires_at);

-- One row for what one statement writes of one kind; 500 entries at most, so that a row stays small.
create function add_to_outbox() returns trigger language plpgsql as $$
begin
  insert into outbox (topic, kind, person_id, activity_ids)
  select numbered.topic, numbered.kind, numbered.person_id, array_agg(numbered.id order by numbered.id)
  from (
    select id, kind, person_id, row_number() over (order by id) / 500 as part,
      coalesce('tree:' || tree_id, subject_kind || ':' || subject_id, 'person:' || person_id) as topic
    from added) as numbered
  group by numbered.topic, numbered.kind, numbered.person_id, numbered.part;
  return null;
end $$;
create trigger activity_told after insert on activity referencing new table as added
  for each statement execute function add_to_outbox();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'activity is append-only';
end $$;
create trigger activity_append_only before delete or update or truncate on activity
  for each statement execute function refuse_change();

-- ---- Notifications ----

-- What people are to be told by mail and have not been told yet. Those of one recipient, kind and digest become one
-- mail; a row goes with the transaction that puts the mail into the outbox.
-- A notification without a person and an address is for all whom its kind names when it is sent: one row, however many
-- they are. Those who are written to are counted off by their ids, page by page.
create table notification (
  id uuid primary key,
  kind text not null,
  subject_kind text not null,
  subject_id uuid not null,
  person_id uuid references person on delete cascade,
  -- For what goes to no person of the product, such as the support address.
  address text,
  caused_by uuid,
  digest text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- Where no further one of the digest comes until then, it is sent; at the latest at the second moment.
  due_at timestamptz not null,
  latest_at timestamptz not null,
  attempts integer not null default 0,
  reached uuid,
  -- Whose toggles it obeys: those of an organisation, and of one of its entities; none for what is always sent
  -- (NOTIF-22).
  organisation_id uuid references organisation on delete cascade,
  portfolio_id uuid references portfolio on delete cascade,
  holding_company_id uuid references holding_company on delete cascade,
  check (person_id is null or address is null)
);
create index notification_digest on notification (kind, digest, person_id, address);
create index notification_organisation on notification (organisation_id) where organisation_id is not null;
create index notification_person on notification (person_id);

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
create index notification_off_company on notification_off (holding_company_id) where holding_company_id is not null;
create index notification_off_organisation on notification_off (organisation_id);
create index notification_off_portfolio on notification_off (portfolio_id) where portfolio_id is not null;

-- ---- Documents ----

create table document_label (
  id uuid primary key,
  organisation_id uuid not null references organisation on delete cascade,
  label text not null check (label = btrim(label) and char_length(label) between 1 and 40),
  -- In lower case.
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now()
);
create index document_label_named on document_label (label collate name_order, id);
create unique index document_label_text on document_label (organisation_id, lower(label));

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
  check (case type when 'O_AND_M' then portfolio_id is null and holding_company_id is null else
    num_nonnulls(portfolio_id, holding_company_id) = 1 end)
);
create unique index document_tree_company on document_tree (holding_company_id, type) where holding_company_id is
  not null;
create index document_tree_created on document_tree (created_at, id);
create unique index document_tree_o_and_m on document_tree (organisation_id) where type = 'O_AND_M';
create unique index document_tree_portfolio on document_tree (portfolio_id, type) where portfolio_id is not null;

-- A list of two thousand groups is longer than an entry of an index may be: equal lists of a tree are found by their
-- digest. Ids are written in one way everywhere, so that the digest of a list never changes.
create function acl_digest(principals uuid[], traversal uuid[]) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(coalesce(principals::text, '*') || '/' || traversal::text, 'UTF8'))
$$;

-- Interned access lists of a tree; many documents point to one row.
create table acl (
  id bigint generated always as identity primary key,
  tree_id uuid not null references document_tree,
  -- Sorted role or group ids, by the tree's permissions_type; null is open to every principal, later ones too.
  principals uuid[],
  -- Sorted ids that see the folder only because something below is permitted to them; new entries don't inherit them.
  traversal uuid[] not null default '{}',
  digest bytea not null generated always as (acl_digest(principals, traversal)) stored,
  check (principals is not null or traversal = '{}'),
  unique (tree_id, digest)
);
-- Which lists name somebody is found without reading lists of thousands.
create index acl_open on acl (tree_id) where principals is null;
create index acl_principals on acl using gin (principals) with (fastupdate = off);
create index acl_traversal on acl using gin (traversal) with (fastupdate = off);

-- A change of permissions can be taken back for a day: what had another list than its folder had before, as far as
-- the change reached. Rows of a tree go with its next change once they are older.
create table permission_change (
  id uuid primary key,
  tree_id uuid not null references document_tree,
  at timestamptz not null default now(),
  -- To whom the tree's documents were permitted then: groups or roles.
  permissions_type text not null,
  -- Paths, in ids, of what was changed with all below it.
  paths jsonb not null,
  -- Access lists and the ids of the documents that had them, the ones nearest to the root first; null for too many.
  former jsonb,
  undone_at timestamptz
);
create index permission_change_of_tree on permission_change (tree_id, at desc);

create table zip_export (
  id uuid primary key,
  person_id uuid not null references person,
  -- In which it was asked for.
  session_id uuid,
  tree_id uuid not null references document_tree,
  -- What was chosen: files, folders with all below, or the root.
  document_ids uuid[] not null check (cardinality(document_ids) > 0),
  -- Under which the person saves it.
  file_name text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'READY', 'FAILED', 'CANCELLED',
    'EXPIRED')),
  -- Of the run that builds it: a run that was taken for dead can change nothing any more.
  run_id uuid,
  -- Files and bytes, as expected and as done.
  file_count bigint not null,
  files_done bigint not null default 0,
  bytes bigint not null,
  bytes_done bigint not null default 0,
  -- One sentence for the person when it failed.
  failure text,
  -- Of the finished zip, which is stored under its id.
  size bigint check (size >= 0),
  sha256 bytea check (octet_length(sha256) = 32),
  -- Whether bytes may lie in the storage.
  stored boolean not null default false,
  fetched_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  check ((state = 'READY') <= (size is not null and sha256 is not null and expires_at is not null))
);
create index zip_export_expires on zip_export (expires_at) where state = 'READY';
create index zip_export_open on zip_export (created_at) where state in ('QUEUED', 'RUNNING');
create index zip_export_person on zip_export (person_id) where state in ('QUEUED', 'RUNNING');
create index zip_export_stored on zip_export (id) where (stored and (state in ('FAILED', 'CANCELLED', 'EXPIRED')));
create index zip_export_tree on zip_export (tree_id);

-- What somebody deleted and what has its bytes still, by the document that was named: what lay below goes with it. An
-- index over all deleted documents by their moment took a quarter of the time in which a large folder is deleted.
create table deletion (
  document_id uuid primary key
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
  path uuid[] not null,
  acl_id bigint not null references acl,
  current_version_id uuid,
  -- Bytes of the current version; null for a folder.
  size bigint check (size >= 0),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- When the bytes of a deleted document, all its versions, were removed (DOP-35); names, sizes, hashes and history
  -- stay.
  bytes_removed_at timestamptz,
  check (path[cardinality(path)] = id),
  check (case when parent_id is null then id = tree_id and is_folder and name = '' else octet_length(name) >= 1 and
    octet_length(name) <= 255 end),
  check (is_folder = (current_version_id is null)),
  check (is_folder = (size is null)),
  check (bytes_removed_at is null or deleted_at is not null)
) with (fillfactor = 50);
create index document_current_version on document (current_version_id) where current_version_id is not null;
-- History below a folder asks for what was deleted, too.
create index document_deleted on document (parent_id, id) where deleted_at is not null;
-- File types that somebody sees in a tree, each found by one step (HIST-13).
create index document_extension on document (tree_id, extension) where (deleted_at is null) and (not is_folder);
create index document_name on document (parent_id, name_key) where deleted_at is null;
-- For the removal of an organisation: without it each document would be looked for in all others.
create index document_parent on document (parent_id);
alter table deletion add foreign key (document_id) references document;

create table document_labelling (
  document_id uuid not null references document on delete cascade,
  label_id uuid not null references document_label on delete cascade,
  primary key (document_id, label_id)
);
create index document_labelling_label on document_labelling (label_id, document_id);

-- The search's indexes are the dearest ones. Here they rest while documents move, are permitted or deleted: only a
-- new document or a new name touches them. The root has no name and no row.
create table document_name_search (
  document_id uuid primary key references document on delete cascade,
  name text not null,
  name_key text not null,
  extension text not null default '',
  group_id bigint not null,
  list_id bigint not null,
  -- Of a group's names it is known when each document was last changed, so that a page of a history looks only into
  -- the documents that may be on it. Where all documents of a group were deleted together the group says so for all
  -- of them: to write it into each of a hundred thousand rows would take longer than the deletion.
  changed_at timestamptz
);
create index document_name_search_changes on document_name_search (group_id, changed_at desc, document_id);
create index document_name_search_group on document_name_search (group_id, name collate name_order, document_id)
  include (name_key);
create index document_name_search_list on document_name_search (list_id, name collate name_order, document_id);

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
create index document_version_author on document_version (created_by);
alter table document add foreign key (current_version_id) references document_version deferrable initially deferred;

-- A folder's list is read by access list as well: hidden entries are not passed over, so that its time says nothing of
-- them. A list holds the entries of one folder, one access list and one kind, in the order of names. A change of
-- permissions maps these lists, like groups of names, and none of their entries.
create table folder_list (
  id bigint generated always as identity primary key,
  folder_id uuid not null references document,
  -- Of every entry of the list, as long as it is there.
  acl_id bigint not null references acl,
  is_folder boolean not null,
  is_deleted boolean not null
) with (fillfactor = 50);
create index folder_list_content on folder_list (folder_id, acl_id, is_folder);

-- Where folders lie, apart from the documents: what lies below a folder is found by its folders. No index of the
-- documents themselves holds their path then, so that a move of a hundred thousand of them writes their rows alone.
create table folder_place (
  folder_id uuid primary key references document,
  -- Ids from the root to the folder itself.
  path uuid[] not null unique
);

-- How many files and folders lie below a folder, by access list: a viewer's count is a sum of few rows.
create table folder_tally (
  folder_id uuid not null references document,
  acl_id bigint not null references acl,
  files bigint not null default 0,
  folders bigint not null default 0,
  primary key (folder_id, acl_id)
);
create index folder_tally_acl on folder_tally (acl_id);

-- Names are searched by groups: at most 64 names of one folder and one access list, with the letters of all of them.
-- A search looks only at groups that its reader may read, so that what is hidden costs it nothing and its time tells
-- of nothing. A change of permissions maps groups and no names.
create table name_group (
  id bigint generated always as identity primary key,
  tree_id uuid not null references document_tree,
  folder_id uuid not null references document,
  -- Of every document of the group, as long as it is there.
  acl_id bigint not null references acl,
  -- Folders are looked for apart from files: they are few.
  is_folder boolean not null,
  is_deleted boolean not null,
  size integer not null default 0,
  is_full boolean not null generated always as (size >= 64) stored,
  letters bit(2048) not null default 0::bit(2048),
  extensions text[] not null default '{}',
  -- The first name of the group in their order.
  first_name text,
  first_id uuid,
  -- A history is read by access list as well. A group of names says how many changes of which kinds its documents
  -- have had and when the newest was, so that a page is found in the groups that were changed last, and nothing of
  -- hidden ones is passed over.
  changes integer not null default 0,
  change_kinds text[] not null default '{}',
  changed_at timestamptz,
  all_changed_at timestamptz
) with (fillfactor = 50);
create index name_group_changes on name_group (acl_id, changed_at desc, id desc) where changed_at is not null;
create index name_group_folder on name_group (folder_id, acl_id);
create index name_group_list on name_group (tree_id, acl_id);
create index name_group_with_room on name_group (folder_id, acl_id) where not is_full;

-- The thumbnail of a version (DOC-06), made by a job once the version is published.
create table thumbnail (
  version_id uuid primary key references document_version,
  -- NONE: nothing can be shown of this file, so that it isn't tried again.
  state text not null default 'WAITING' check (state in ('WAITING', 'MADE', 'NONE')),
  -- Begun attempts; counted before each, so that one that takes the server down counts too.
  attempts integer not null default 0 check (attempts >= 0),
  -- Of a waiting one: not before. Moved ahead while a process works on it.
  try_at timestamptz not null default now(),
  -- Its bytes in the storage, and what its address names. Fixed from the start: made twice, nothing is left over.
  key uuid not null default gen_random_uuid() unique,
  size integer check (size > 0),
  sha256 bytea check (octet_length(sha256) = 32),
  check ((state = 'MADE') = (size is not null)),
  check ((size is null) = (sha256 is null))
);
create index thumbnail_due on thumbnail (try_at) where state = 'WAITING';

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

-- What a zip holds, in its order, folders included: its manifest, and what the access log says when it is fetched.
create table zip_export_file (
  export_id uuid not null references zip_export on delete cascade,
  position integer not null,
  document_id uuid not null references document,
  -- Null for a folder.
  version_id uuid references document_version,
  path text not null,
  modified_at timestamptz not null,
  -- Why the file was left out; null for one that is in the zip.
  left_out text,
  primary key (export_id, position)
);
create index zip_export_file_document on zip_export_file (document_id);
create index zip_export_file_version on zip_export_file (version_id);

create function add_folder_place() returns trigger language plpgsql as $$
begin
  insert into folder_place select id, path from added where is_folder;
  return null;
end $$;
create trigger folder_placed after insert on document referencing new table as added
  for each statement execute function add_folder_place();

-- The changes of many groups are counted in one pass over their documents: a selection of a thousand documents from as
-- many folders leaves as many groups.
create function count_group_changes(ids bigint[]) returns void language sql as $$
  with entry as materialized (
    select named.group_id, named.document_id, a.kind, count(*)::integer as changes, max(a.at) as at
    from unnest(ids) as asked(id) join document_name_search named on named.group_id = asked.id
    cross join lateral (
      select at, kind from activity
      where document_id = named.document_id and kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE')
      offset 0) as a
    group by named.group_id, named.document_id, a.kind
  ), each as (
    update document_name_search named set changed_at = newest.at
    from (select document_id, max(at) as at from entry group by document_id) as newest
    where named.document_id = newest.document_id and named.changed_at is distinct from newest.at)
  update name_group
  set changes = coalesce(counted.changes, 0), change_kinds = coalesce(counted.kinds, '{}'), changed_at = counted.at
  from unnest(ids) as asked(id) left join (
    select group_id, sum(changes)::integer as changes, array_agg(distinct kind) as kinds, max(at) as at
    from entry group by group_id) as counted on counted.group_id = asked.id
  where name_group.id = asked.id;
$$;

-- Which groups of three letters a text holds; a text that holds another one has all the bits of that other.
create function name_letters(name_key text) returns bit language sql immutable parallel safe strict as $$
  select coalesce(
    bit_or(set_bit(0::bit(2048), (hashtextextended(substr(name_key, at, 3), 0) & 2047)::integer, 1)),
    0::bit(2048))
  from generate_series(1, length(name_key) - 2) as at
$$;

-- Writes what these groups hold again; those that hold nothing go. Groups have the changes of the documents that came
-- into them or left; new documents have none yet.
create function settle_name_groups(ids bigint[]) returns void language sql as $$
  delete from name_group where id = any(ids)
    and not exists (select 1 from document_name_search named where named.group_id = name_group.id);
  update name_group
  set size = held.size, letters = held.letters, extensions = held.extensions,
    first_name = first.name, first_id = first.document_id
  from unnest(ids) as settled(id)
  cross join lateral (
    select count(*)::integer as size, bit_or(name_letters(name_key)) as letters,
      coalesce(array_agg(distinct extension) filter (where extension <> ''), '{}') as extensions
    from document_name_search named where named.group_id = settled.id) as held
  cross join lateral (
    select name, document_id from document_name_search named where named.group_id = settled.id
    order by name collate name_order, document_id limit 1) as first
  where name_group.id = settled.id;
  select count_group_changes(ids);
$$;

-- Puts the names of documents into groups of their folders and lists, or from those where they are into others. Who
-- calls it holds the lock of the tree. A new document was changed when it was made, as the entry that follows will say;
-- a deleted one when it was deleted.
create function place_names(placed uuid[]) returns void language plpgsql as $$
declare
  kind record;
  there record;
  list bigint;
  rest uuid[];
  fitting uuid[];
  left_groups bigint[];
  left_lists bigint[];
  entered_groups bigint[] := '{}';
begin
  select array_agg(distinct group_id), array_agg(distinct list_id) into left_groups, left_lists
  from document_name_search named where named.document_id = any(placed);
  for kind in
    select tree_id, parent_id, acl_id, is_folder, deleted_at is not null as is_deleted, array_agg(id order by id) as ids
    from document where id = any(placed) and parent_id is not null
    group by tree_id, parent_id, acl_id, is_folder, deleted_at is not null
  loop
    select id into list from folder_list
    where folder_id = kind.parent_id and acl_id = kind.acl_id
      and is_folder = kind.is_folder and is_deleted = kind.is_deleted
    limit 1;
    if not found then
      insert into folder_list (folder_id, acl_id, is_folder, is_deleted)
      values (kind.parent_id, kind.acl_id, kind.is_folder, kind.is_deleted) returning id into list;
    end if;
    rest := kind.ids;
    while cardinality(rest) > 0 loop
      select id, size into there from name_group
      where folder_id = kind.parent_id and acl_id = kind.acl_id and not is_full
        and is_folder = kind.is_folder and is_deleted = kind.is_deleted
      limit 1;
      if not found then
        insert into name_group (tree_id, folder_id, acl_id, is_folder, is_deleted)
        values (kind.tree_id, kind.parent_id, kind.acl_id, kind.is_folder, kind.is_deleted)
        returning id, size into there;
      end if;
      fitting := rest[1:64 - there.size];
      insert into document_name_search as named
        (document_id, name, name_key, extension, group_id, list_id, changed_at)
      select id, name, name_key, extension, there.id, list, coalesce(deleted_at, created_at)
      from document where id = any(fitting)
      on conflict (document_id) do update set group_id = excluded.group_id, list_id = excluded.list_id,
        changed_at = greatest(named.changed_at, excluded.changed_at);
      update name_group
      set size = name_group.size + added.size, letters = name_group.letters | added.letters,
        extensions = case when name_group.extensions @> added.extensions then name_group.extensions
          else array(select distinct unnest(name_group.extensions || added.extensions)) end,
        first_name = first.name, first_id = first.document_id
      from (
        select count(*)::integer as size, bit_or(name_letters(name_key)) as letters,
          coalesce(array_agg(distinct extension) filter (where extension <> ''), '{}') as extensions
        from document where id = any(fitting)) as added
      cross join lateral (
        select name, document_id from document_name_search named where named.group_id = there.id
        order by name collate name_order, document_id limit 1) as first
      where name_group.id = there.id;
      entered_groups := entered_groups || there.id;
      rest := rest[65 - there.size:];
    end loop;
  end loop;
  if left_groups is not null then
    perform settle_name_groups(left_groups);
    perform count_group_changes(entered_groups);
    delete from folder_list where id = any(left_lists)
      and not exists (select 1 from document_name_search named where named.list_id = folder_list.id);
  end if;
end $$;

create function add_to_name_search() returns trigger language plpgsql as $$
begin
  perform place_names(array(select id from added));
  return null;
end $$;
create trigger document_named after insert on document referencing new table as added
  for each statement execute function add_to_name_search();

create function move_folder_place() returns trigger language plpgsql as $$
begin
  update folder_place set path = new.path where folder_id = new.id;
  return null;
end $$;
create trigger folder_moved after update of path on document
  for each row when (new.is_folder) execute function move_folder_place();

create function rename_in_name_search() returns trigger language plpgsql as $$
declare
  held bigint;
begin
  update document_name_search set name = new.name, name_key = new.name_key, extension = new.extension
  where document_id = new.id returning group_id into held;
  perform settle_name_groups(array[held]);
  return null;
end $$;
create trigger document_renamed after update of name, name_key on document
  for each row execute function rename_in_name_search();

-- Adds changes that were just recorded, each of a document, a kind and a moment, to what is known of the documents and
-- their groups. An upload into a folder of many files reads none of them.
create function add_changes(document_ids uuid[], kinds text[], moments timestamptz[]) returns void language sql as $$
  with added as materialized (
    select named.document_id, named.group_id, change.kind, coalesce(change.at, now()) as at
    from unnest(document_ids, kinds, moments) as change(document_id, kind, at)
    join document_name_search named on named.document_id = change.document_id
  ), each as (
    update document_name_search named set changed_at = greatest(named.changed_at, newest.at)
    from (select document_id, max(at) as at from added group by document_id) as newest
    where named.document_id = newest.document_id
      and (named.changed_at is null or named.changed_at < newest.at))
  update name_group
  set changes = name_group.changes + of_group.changes, changed_at = greatest(name_group.changed_at, of_group.at),
    change_kinds = case when name_group.change_kinds @> of_group.kinds then name_group.change_kinds
      else array(select distinct unnest(name_group.change_kinds || of_group.kinds) as kind order by kind) end
  from (
    select group_id, count(*)::integer as changes, max(at) as at, array_agg(distinct kind) as kinds
    from added group by group_id) as of_group
  where name_group.id = of_group.group_id;
$$;

-- ---- Overview pages ----

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
create index net_yield_by_year on net_yield (year, id);
create unique index net_yield_holding_company on net_yield (holding_company_id, year) where holding_company_id is
  not null;
create unique index net_yield_portfolio on net_yield (portfolio_id, year) where portfolio_id is not null;

-- Figures of a fund entity since the start date: $ and kWh.
create table operating_stats (
  entity_id uuid primary key,
  portfolio_id uuid references portfolio on delete cascade unique,
  holding_company_id uuid references holding_company on delete cascade unique,
  start_date date not null,
  actual_revenue double precision not null,
  forecast_revenue double precision not null,
  actual_expenses double precision not null,
  forecast_expenses double precision not null,
  actual_production double precision not null,
  forecast_production double precision not null,
  check ((portfolio_id is null) <> (holding_company_id is null) and entity_id = coalesce(portfolio_id,
    holding_company_id))
);
create index operating_stats_started on operating_stats (start_date, entity_id);

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
create index subpage_created on subpage (created_at, id);
create index subpage_edited on subpage (modified_at, id);
create unique index subpage_holding_company on subpage (holding_company_id, slug) where holding_company_id is not
  null;
create unique index subpage_portfolio on subpage (portfolio_id, slug) where portfolio_id is not null;
create index subpage_titled on subpage (title collate name_order, id);

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
create index subpage_media_created on subpage_media (created_at, id);
create index subpage_media_file on subpage_media (file_id);
create index subpage_media_subpage on subpage_media (subpage_id, created_at, id);

-- A role or group that is deleted disappears here; the page stays restricted (SUBP-30).
create table subpage_role (
  subpage_id uuid not null references subpage on delete cascade,
  role_id uuid not null references role on delete cascade,
  primary key (subpage_id, role_id)
);
create index subpage_role_role on subpage_role (role_id, subpage_id);

create table timeline (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  portfolio_id uuid references portfolio on delete cascade,
  holding_company_id uuid references holding_company on delete cascade,
  name text not null default 'Timeline',
  created_at timestamptz not null default now(),
  check ((portfolio_id is null) <> (holding_company_id is null))
);
create index timeline_created on timeline (created_at, id);
create index timeline_holding_company on timeline (holding_company_id) where holding_company_id is not null;
create index timeline_portfolio on timeline (portfolio_id) where portfolio_id is not null;

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
create index milestone_placed on milestone (position, id);
create index milestone_timeline on milestone (timeline_id, position);

-- ---- Projects ----

-- Who makes panels and inverters; their models are those of an organisation (PFORM-40).
create table manufacturer (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  name text not null check (name <> '')
);
create unique index manufacturer_name on manufacturer (organisation_id, lower(name));
create index manufacturer_named on manufacturer (name collate name_order, id);

create table equipment_model (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  kind text not null check (kind in ('PANEL', 'INVERTER')),
  manufacturer_id uuid not null references manufacturer,
  model_number text not null check (model_number <> '')
);
create unique index equipment_model_number on equipment_model (manufacturer_id, kind, lower(model_number));
-- Lists of the back office over all organisations: equipment, offtakers, labels, messages, and activity by person.
create index equipment_model_numbered on equipment_model (kind, model_number collate name_order, id);
create index equipment_model_organisation on equipment_model (organisation_id, kind);

create table offtaker (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  name text not null check (name <> ''),
  -- Credit quality as a number; null when not known.
  quality double precision,
  note text
);
create unique index offtaker_name on offtaker (organisation_id, lower(name));
create index offtaker_named on offtaker (name collate name_order, id);

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
  created_at timestamptz not null default now(),
  -- Who saved a project last, and when: for whoever meets a newer save in the form. Null for what no person has saved.
  saved_by uuid references person,
  saved_at timestamptz
);
create index project_by_capacity on project (organisation_id, capacity, id);
create index project_by_name on project (organisation_id, name collate name_order, id);
create index project_by_state on project (organisation_id, state, city, id);
create index project_named on project (name collate name_order, id);
-- Projects near one another are found by a box around a point, and measured then (RAD-02); those without coordinates
-- are nobody's neighbours (RAD-05).
create index project_place on project using gist (point(longitude, latitude)) where (latitude is not null) and
  (longitude is not null);

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

create table project_equipment (
  project_id uuid not null references project on delete cascade,
  model_id uuid not null references equipment_model,
  -- In the order in which they were entered.
  position integer not null,
  count integer not null check (count >= 0),
  primary key (project_id, position)
);
create index project_equipment_model on project_equipment (model_id);

create table project_offtaker (
  project_id uuid not null references project on delete cascade,
  offtaker_id uuid not null references offtaker,
  primary key (project_id, offtaker_id)
);
create index project_offtaker_offtaker on project_offtaker (offtaker_id);

-- Files of shapes (.kml, .kmz) that were uploaded for a project. The newest says how far it has come; one that can't be
-- read leaves the project's layers as they are (MAP-23).
create table project_shapes (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  name text not null check (name <> ''),
  -- The file as it was uploaded, until it has been read.
  source_file_id uuid references stored_file on delete set null,
  state text not null check (state in ('WAITING', 'DONE', 'FAILED')),
  -- Why it could not be read, in one sentence.
  problem text,
  -- The GeoJSON of all its layers.
  file_id uuid references stored_file on delete set null,
  uploaded_by uuid not null references person,
  uploaded_at timestamptz not null default now(),
  check ((problem is null) = (state <> 'FAILED'))
);
create index project_shapes_file on project_shapes (file_id) where file_id is not null;
create index project_shapes_project on project_shapes (project_id, uploaded_at desc, id desc);
create index project_shapes_source on project_shapes (source_file_id) where source_file_id is not null;

-- The layers of a project, of the newest file that could be read.
create table project_layer (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  shapes_id uuid not null references project_shapes on delete cascade,
  position integer not null,
  name text not null check (name <> ''),
  -- GeoJSON geometry type of its shapes.
  type text not null,
  stroke text,
  stroke_opacity double precision,
  -- Pixels
  stroke_width double precision,
  fill text,
  fill_opacity double precision,
  file_id uuid not null references stored_file
);
create index project_layer_file on project_layer (file_id);
create unique index project_layer_position on project_layer (project_id, position);
create index project_layer_shapes on project_layer (shapes_id);

-- Items come into being with a category and with a project of the portfolio (CHK-44), whoever adds them: forms,
-- imports, the back office. Those of a project that has left the portfolio stay, and are shown again if it returns.
create function add_items_of_projects() returns trigger language plpgsql as $$
begin
  perform require_cells_of_checklists(array(select distinct portfolio_id from added));
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

-- ---- Checklists ----

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
create index checklist_named on checklist (name collate name_order, id);
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
create index checklist_category_named on checklist_category (name collate name_order, id);
create index checklist_category_order on checklist_category (checklist_id, parent_id, row_number, id);
create index checklist_category_ordered on checklist_category (row_number, id);
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
create index checklist_item_changed on checklist_item (changed_in) where changed_in is not null;
create index checklist_item_checklist on checklist_item (checklist_id);
create index checklist_item_person on checklist_item (person_id) where person_id is not null;
create index checklist_item_project on checklist_item (project_id);

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
create index checklist_comment_activity on checklist_comment (activity_id);
create index checklist_comment_checklist on checklist_comment (checklist_id, id);
create index checklist_comment_item on checklist_comment (item_id, id);
create index checklist_comment_person on checklist_comment (person_id, created_at);

-- Why the checklists of a portfolio can't have that many more projects, in a sentence; null where they can. A
-- pipeline of more than four thousand projects is imported into a portfolio that has checklists: 290,000 cells.
create function refusal_of_checklist_cells(portfolio uuid, more integer) returns text language plpgsql stable as $$
declare
  max_cells constant bigint := 500000;
  cells bigint;
begin
  select count(*) into cells
  from checklist join checklist_category category on category.checklist_id = checklist.id
  where checklist.portfolio_id = portfolio;
  if cells > 0 then
    cells := cells * (more + (select count(*) from portfolio_project link where link.portfolio_id = portfolio));
  end if;
  if cells <= max_cells then return null; end if;
  return format(
    'The checklists of this portfolio would have %s cells, at most %s are possible. Please add fewer projects, or remove categories from its checklists first.',
    to_char(cells, 'FM999,999,999,999'), to_char(max_cells, 'FM999,999,999,999'));
end $$;

create function require_cells_of_checklists(portfolios uuid[]) returns void language plpgsql as $$
declare
  refusal text;
begin
  select refusal_of_checklist_cells(portfolio.id, 0) into refusal
  from unnest(portfolios) portfolio (id) where refusal_of_checklist_cells(portfolio.id, 0) is not null limit 1;
  if refusal is not null then raise exception using errcode = 'HR001', message = refusal; end if;
end $$;

create function add_items_of_categories() returns trigger language plpgsql as $$
begin
  perform require_cells_of_checklists(array(
    select distinct checklist.portfolio_id from added join checklist on checklist.id = added.checklist_id));
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

-- ---- Questions ----

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
create index question_log_created on question_log (created_at, id);
create index question_log_holding_company on question_log (holding_company_id, created_at, id);
create index question_log_portfolio on question_log (portfolio_id, created_at, id);

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
  question_id uuid not null references question on delete cascade unique,
  body jsonb,
  revision integer not null default 0,
  body_by uuid references person,
  announced_at timestamptz,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);

create table question_category (
  id uuid primary key,
  log_id uuid not null references question_log on delete cascade,
  name text not null check (name <> ''),
  position integer not null
);
create index question_category_log on question_category (log_id, position, id);
create index question_category_named on question_category (name collate name_order, id);

create table question_categorising (
  question_id uuid not null references question on delete cascade,
  category_id uuid not null references question_category on delete cascade,
  primary key (question_id, category_id)
);
create index question_categorising_category on question_categorising (category_id);

-- A group that is deleted disappears here; the log stays restricted (GRP-25).
create table question_log_group (
  log_id uuid not null references question_log on delete cascade,
  group_id uuid not null references user_group on delete cascade,
  primary key (log_id, group_id)
);
create index question_log_group_group on question_log_group (group_id, log_id);

create table question_portfolio (
  question_id uuid not null references question on delete cascade,
  portfolio_id uuid not null references portfolio on delete cascade,
  primary key (question_id, portfolio_id)
);
create index question_portfolio_portfolio on question_portfolio (portfolio_id);

create table question_project (
  question_id uuid not null references question on delete cascade,
  project_id uuid not null references project on delete cascade,
  primary key (question_id, project_id)
);
create index question_project_project on question_project (project_id);

create table question_topic (
  id uuid primary key,
  log_id uuid not null references question_log on delete cascade,
  name text not null check (name <> ''),
  position integer not null
);
create index question_topic_log on question_topic (log_id, position, id);
create index question_topic_named on question_topic (name collate name_order, id);

create table question_on_topic (
  question_id uuid not null references question on delete cascade,
  topic_id uuid not null references question_topic on delete cascade,
  primary key (question_id, topic_id)
);
create index question_on_topic_topic on question_on_topic (topic_id);

-- When a log gave a question to a person first, and last after a change (QA-23).
create table question_view (
  person_id uuid not null references person on delete cascade,
  question_id uuid not null references question on delete cascade,
  first_viewed_at timestamptz not null default now(),
  viewed_at timestamptz not null default now(),
  primary key (person_id, question_id)
);
create index question_view_question on question_view (question_id);

-- ---- Summaries ----

-- Summaries of documents (COP): jobs, the files that each read, and what these state.
create table summary_job (
  id uuid primary key,
  tree_id uuid not null references document_tree on delete cascade,
  person_id uuid not null references person on delete cascade,
  -- In which it was asked for; what it reads counts as seen in it.
  session_id uuid,
  job_type text not null check (job_type in ('PPA_ANALYSIS', 'INSURANCE', 'DAM_INSPECTION')),
  name text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'COMPLETE')),
  document_ids uuid[] not null,
  -- Of the run that works on it; one that has another id changes nothing.
  run_id uuid,
  -- The report; null until it is complete, and where there is none.
  file_id uuid references stored_file on delete set null,
  failure text,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
create index summary_job_file on summary_job (file_id);
create index summary_job_mine on summary_job (person_id, tree_id, created_at desc);
create index summary_job_tree on summary_job (tree_id);

create table summary_source (
  job_id uuid not null references summary_job on delete cascade,
  position integer not null,
  document_id uuid not null,
  version_id uuid not null,
  name text not null,
  page_count integer not null,
  -- Pages without text, which were scanned most likely.
  empty_pages text,
  -- One sentence where the file could not be read.
  problem text,
  primary key (job_id, position)
);

create table summary_fact (
  job_id uuid not null,
  position integer not null,
  source integer not null,
  field text not null,
  detail text,
  value text not null,
  quotation text not null,
  page_label text not null,
  -- Whether the quotation was found on the page.
  verified boolean not null,
  foreign key (job_id, source) references summary_source(job_id, position) on delete cascade,
  primary key (job_id, position)
);

-- ---- CRM ----

-- Connections to the CRM (CRM-14 to CRM-17), one a person, and those that are being made.
create table crm_connection (
  person_id uuid primary key references person on delete cascade,
  -- Its tokens, under a key of the person that is kept nowhere (platform/sealing.ts).
  sealed bytea not null,
  created_at timestamptz not null default now()
);

create table crm_consent (
  id uuid primary key,
  -- SHA-256 of the state that the CRM hands back.
  state_hash bytea not null unique,
  person_id uuid not null references person on delete cascade,
  session_id uuid not null,
  -- Where the CRM leads back to; it asks for exactly this again.
  callback text not null,
  expires_at timestamptz not null
);
create index crm_consent_person on crm_consent (person_id, expires_at);

-- Imports of people and companies (CRM-12, CRM-19), and reports of those that are alike (CRM-20).
create table data_import (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  -- Those that the person administered at that moment: their admins see it (CRM-21).
  organisation_ids uuid[] not null,
  file_id uuid references stored_file on delete set null,
  file_name text not null,
  vendor text,
  state text not null default 'SUBMITTED' check (state in ('SUBMITTED', 'PROCESSING', 'DONE', 'FAILED')),
  -- Of the run that works on it; one that has another id changes nothing.
  run_id uuid,
  -- When its records were written, all of them in one transaction; null before.
  imported_at timestamptz,
  row_count integer not null default 0,
  sent_count integer not null default 0,
  -- What the CRM did not take, in a sentence; null where it took all, and without a connection.
  note text,
  failure text,
  created_at timestamptz not null default now(),
  -- The Salesforce that an import's rows go to, from its first batch on: what is left never goes to another (CRM-19).
  -- Its organisation where its answers name one, and the host of its REST API.
  crm_organisation text,
  crm_host text,
  constraint data_import_crm_check check (crm_organisation is null or crm_host is not null)
);
create index data_import_file on data_import (file_id);
create index data_import_newest on data_import (created_at desc, id);
create index data_import_organisations on data_import using gin (organisation_ids);
create index data_import_person on data_import (person_id, created_at desc);

create table crm_record (
  import_id uuid not null references data_import on delete cascade,
  -- As the spreadsheet numbers it.
  row_number integer not null,
  kind text not null check (kind in ('PERSON', 'COMPANY')),
  name text not null,
  first_name text,
  last_name text,
  company text,
  title text,
  email text,
  phone text,
  -- Words of the name in their order of the alphabet, without accents and legal forms.
  name_key text not null,
  company_key text,
  -- By which records may be alike: e-mail, phone, name, and the sound of its words.
  keys text[] not null,
  -- WAITING to be sent, SENDING since sent_at while no answer has come.
  delivery text not null default 'WAITING',
  -- Its id in the CRM.
  crm_id text,
  problem text,
  -- Records whose answer from the CRM has not come are looked up there before they are sent again (CRM-19).
  sent_at timestamp(3) with time zone,
  constraint crm_record_delivery_check check ((delivery in ('WAITING', 'SENDING', 'SENT', 'REFUSED')) and (delivery
    <> 'SENDING' or sent_at is not null)),
  primary key (import_id, row_number)
);
-- What was sent is not found again as the answer to another record.
create index crm_record_crm_id on crm_record (crm_id) where crm_id is not null;
create index crm_record_delivery on crm_record (import_id, kind, row_number) where delivery in ('WAITING', 'SENDING');

create table duplicate_report (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  organisation_ids uuid[] not null,
  file_id uuid references stored_file on delete set null,
  file_name text,
  state text not null default 'SUBMITTED' check (state in ('SUBMITTED', 'PROCESSING', 'DONE', 'FAILED')),
  run_id uuid,
  failure text,
  created_at timestamptz not null default now()
);
create index duplicate_report_file on duplicate_report (file_id);
create index duplicate_report_newest on duplicate_report (created_at desc, id);
create index duplicate_report_organisations on duplicate_report using gin (organisation_ids);
create index duplicate_report_person on duplicate_report (person_id, created_at desc);

-- What a report was made from: whoever may not see one of these does not get its file.
create table duplicate_report_import (
  report_id uuid not null references duplicate_report on delete cascade,
  import_id uuid not null references data_import on delete cascade,
  primary key (report_id, import_id)
);
create index duplicate_report_import_import on duplicate_report_import (import_id);

-- ---- Reports and O&M ----

-- Who operates and maintains sites for an organisation.
create table o_and_m_partner (
  id uuid primary key,
  organisation_id uuid not null references organisation on delete cascade,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);
create unique index o_and_m_partner_name on o_and_m_partner (organisation_id, lower(name));
create index o_and_m_partner_named on o_and_m_partner (name collate name_order, id);

-- The projects that an O&M partner serves (BO-30), beside sites that are no projects.
create table o_and_m_project (
  partner_id uuid not null references o_and_m_partner on delete cascade,
  project_id uuid not null references project on delete cascade,
  primary key (partner_id, project_id)
);
create index o_and_m_project_project on o_and_m_project (project_id);

-- The sites that a partner serves; capacity in kW DC.
create table o_and_m_site (
  partner_id uuid not null references o_and_m_partner on delete cascade,
  name text not null check (name <> ''),
  capacity double precision not null check (capacity >= 0),
  primary key (partner_id, name)
);

-- ---- Support ----

-- What people ask the deployment's support for (SUP-06, SUP-08).
create table support_ticket (
  id uuid primary key,
  person_id uuid not null references person,
  issue text not null check (issue <> '' and char_length(issue) <= 128),
  description text not null check (description <> '' and char_length(description) <= 1024),
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED')),
  -- Goes up with each change, so that of two who change it at once the second learns of it.
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create index support_ticket_newest on support_ticket (created_at desc, id desc);
create index support_ticket_person on support_ticket (person_id, created_at);

-- ---- Mails, text messages, and what has happened ----

-- What a mail was written of, once for all mails of it: a mail that waited for its mail server is written again
-- before it goes out, of what its reader may see by then (NOTIF-19).
create table mail_source (
  id uuid primary key,
  content jsonb not null,
  created_at timestamptz not null default now()
);

create table mail_outbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Until when a process may be at sending the mail; another takes it over after that.
  leased_until timestamptz,
  -- Where answers to a mail go; null for where it came from.
  reply_to text,
  source_id uuid references mail_source,
  reader_id uuid references person on delete cascade,
  written_at timestamptz not null default now(),
  -- Mails have an HTML part beside the text, and those of a setting the address that switches it off (RFC 8058).
  body_html text,
  unsubscribe_url text,
  -- What the mail server refused for good: when, and its answer. Such a mail is not tried again.
  failed_at timestamptz,
  failure text,
  constraint mail_outbox_source_check check ((source_id is null) = (reader_id is null))
);
-- For the sweep of old mails, and for lists of the newest.
create index mail_outbox_created on mail_outbox (created_at, id);
create index mail_outbox_reader on mail_outbox (reader_id) where reader_id is not null;
create index mail_outbox_source on mail_outbox (source_id) where source_id is not null;
create index mail_outbox_unsent on mail_outbox (created_at) where (sent_at is null) and (failed_at is null);

-- What has happened, for those who read along: written in the transaction of the change, read after its end. Numbers
-- are given before the commit, so a number says nothing of what a reader has seen; the transaction does.
create table outbox (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  -- Under which readers find it, such as 'tree:' and an id.
  topic text not null,
  kind text not null,
  -- Who did it; null for the product itself.
  person_id uuid,
  activity_ids bigint[] not null default '{}',
  primary key (xid, id)
);

-- How far a reader has come: all that was visible in the snapshot. What every reader has seen goes.
create table outbox_cursor (
  reader text primary key,
  snapshot pg_snapshot not null,
  seen_at timestamptz not null default now()
) with (fillfactor = 50);

create table sms_outbox (
  id uuid primary key,
  recipient text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index sms_outbox_created on sms_outbox (created_at, id);
create index sms_outbox_unsent on sms_outbox (created_at) where sent_at is null;
