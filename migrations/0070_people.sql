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
create unique index invitation_waiting on invitation (organisation_id, email) where person_id is null;
create unique index invitation_member on invitation (organisation_id, person_id) where person_id is not null;
create index invitation_person on invitation (person_id) where person_id is not null;
create index invitation_group on invitation (group_id) where group_id is not null;
create index invitation_inviter on invitation (invited_by);
-- One for each order of the list (PPL-05).
create index invitation_by_name on invitation
  (organisation_id, last_name collate name_order, first_name collate name_order, id);
create index invitation_by_email on invitation (organisation_id, email collate name_order, id);
create index invitation_by_company on invitation
  (organisation_id, company_name collate name_order, last_name collate name_order, first_name collate name_order, id);
create index invitation_by_acceptance on invitation
  (organisation_id, is_accepted, last_name collate name_order, first_name collate name_order, id);

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

insert into invitation (id, organisation_id, person_id, email, first_name, last_name, title, company_name, sent_at,
  accepted_at)
select gen_random_uuid(), g.organisation_id, p.id, p.email, p.first_name, p.last_name, p.title, c.name,
  min(m.created_at), min(m.created_at)
from membership m join user_group g on g.id = m.group_id join person p on p.id = m.person_id
  left join company c on c.id = p.company_id
group by g.organisation_id, p.id, c.name;

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
    (new.email, new.first_name, new.last_name, new.title, new.company_id))
  execute function list_person();

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

-- Of two admins who change one group at the same time the second learns of it.
alter table user_group add column revision integer not null default 1;
