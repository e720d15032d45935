-- works with: 0188
-- Addresses that are told of an organisation's events, and what each was or will be told.
create table webhook (
  id uuid primary key,
  organisation_id uuid not null references organisation on delete cascade,
  -- Who saved it last: it is told what they may see.
  person_id uuid not null references person on delete cascade,
  url text not null,
  events text[] not null,
  is_on boolean not null,
  -- Why it was switched off; null for one that a person switched.
  off_note text,
  revision integer not null default 1,
  created_at timestamptz not null,
  last_success_at timestamptz,
  -- Since when every delivery fails.
  failing_since timestamptz,
  -- Until when a process delivers to it.
  leased_until timestamptz
);
create index webhook_organisation on webhook (organisation_id, created_at);
create index webhook_person on webhook (person_id);

create table webhook_delivery (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null,
  webhook_id uuid not null references webhook on delete cascade,
  -- In the order of the events.
  position bigint not null generated always as identity,
  event text not null,
  at timestamptz not null default now(),
  -- What those of one document, question or other thing are in order by.
  about_id uuid not null,
  -- With the right without which a person of the organisation may know nothing of it; null for what its admins see.
  holding_company_id uuid,
  needs text,
  data jsonb not null,
  -- When it is sent next; null for what was delivered, given up or dropped.
  due_at timestamptz default now(),
  tries integer not null default 0,
  -- Since it was last to be sent anew.
  failures integer not null default 0,
  status integer,
  note text,
  delivered_at timestamptz,
  check ((holding_company_id is null) = (needs is null))
);
create index webhook_delivery_listed on webhook_delivery (webhook_id, position);
create index webhook_delivery_due on webhook_delivery (due_at) where due_at is not null;
create index webhook_delivery_waiting on webhook_delivery (webhook_id, about_id, position) where due_at is not null;
create index webhook_delivery_queue on webhook_delivery (webhook_id, position) where due_at is not null;
create index webhook_delivery_at on webhook_delivery (at);

-- Queues what activity is to webhooks, in its transaction. It locks no row that others of the organisation wait for.
create function queue_webhooks() returns trigger language plpgsql as $$
begin
  if not exists (
    select from webhook w where w.is_on and w.organisation_id in (select organisation_id from added)) then
    return null;
  end if;
  insert into webhook_delivery (organisation_id, webhook_id, event, at, about_id, holding_company_id, needs, data)
  select e.organisation_id, w.id, e.event, e.at, e.about_id, e.holding_company_id,
    case when e.holding_company_id is not null then e.needs end,
    jsonb_strip_nulls(e.data || jsonb_build_object('organisationId', e.organisation_id,
      'portfolioId', e.portfolio_id, 'holdingCompanyId', e.holding_company_id))
  from (
    select a.id, a.organisation_id, a.at, what.event, coalesce(a.document_id, a.subject_id) as about_id,
      coalesce(t.portfolio_id, l.portfolio_id, c.portfolio_id) as portfolio_id,
      coalesce(t.holding_company_id, l.holding_company_id) as holding_company_id,
      case when t.type = 'REPORTS' then 'REPORTS_ADMIN' when t.id is not null then 'DOCUMENTS_ADMIN'
        else 'QUESTION_LOG_ADMIN' end as needs,
      case
        when a.document_id is not null then
          jsonb_build_object('treeId', a.tree_id, 'documentId', a.document_id, 'versionId', a.version_id)
        when a.subject_kind = 'question' then
          jsonb_build_object('questionId', a.subject_id, 'questionLogId', q.log_id)
        when a.subject_kind = 'checklist' then
          jsonb_build_object('checklistId', a.subject_id, 'itemIds', a.detail -> 'itemIds')
        else jsonb_build_object('groupId', a.subject_id) end as data
    from added a
    join (values ('UPLOAD', 'document.published'), ('DELETE', 'document.deleted'),
      ('UPLOAD_FAILED', 'upload.failed'), ('PERMISSION', 'permissions.changed'), ('UPDATE_GROUP', 'permissions.changed'),
      ('DELETE_GROUP', 'permissions.changed'), ('CREATE_QUESTION', 'question.asked'),
      ('ANSWER_QUESTION', 'question.answered'), ('CHANGE_CHECKLIST', 'checklist.item_changed')
    ) as what (kind, event) on what.kind = a.kind
    left join document_tree t on t.id = a.tree_id
    left join question q on a.subject_kind = 'question' and q.id = a.subject_id
    left join question_log l on l.id = q.log_id
    left join checklist c on a.subject_kind = 'checklist' and c.id = a.subject_id
    where a.organisation_id is not null and coalesce(a.document_id, a.subject_id) is not null
  ) as e
  join webhook w on w.organisation_id = e.organisation_id and w.is_on and e.event = any(w.events)
  order by e.id;
  return null;
end $$;
create trigger activity_to_webhooks after insert on activity
  referencing new table as added for each statement execute function queue_webhooks();

-- Somebody is in an organisation from the first of their groups there on, until they leave the last one.
create function queue_members_joined() returns trigger language plpgsql as $$
begin
  if not exists (
    select from webhook w join user_group g on g.organisation_id = w.organisation_id
    where w.is_on and g.id in (select group_id from added)) then
    return null;
  end if;
  insert into webhook_delivery (organisation_id, webhook_id, event, about_id, data)
  select joined.organisation_id, w.id, 'member.joined', joined.person_id,
    jsonb_build_object('organisationId', joined.organisation_id, 'personId', joined.person_id)
  from (
    select g.organisation_id, a.person_id from added a join user_group g on g.id = a.group_id
    where not exists (
      select from membership m join user_group other on other.id = m.group_id
      where m.person_id = a.person_id and other.organisation_id = g.organisation_id
        and not exists (select from added n where n.group_id = m.group_id and n.person_id = m.person_id))
    group by g.organisation_id, a.person_id) as joined
  join webhook w on w.organisation_id = joined.organisation_id and w.is_on and 'member.joined' = any(w.events)
  order by joined.person_id;
  return null;
end $$;
create trigger membership_to_webhooks after insert on membership
  referencing new table as added for each statement execute function queue_members_joined();

create function queue_members_left() returns trigger language plpgsql as $$
begin
  if not exists (
    select from webhook w join user_group g on g.organisation_id = w.organisation_id
    where w.is_on and g.id in (select group_id from removed)) then
    return null;
  end if;
  insert into webhook_delivery (organisation_id, webhook_id, event, about_id, data)
  select gone.organisation_id, w.id, 'member.left', gone.person_id,
    jsonb_build_object('organisationId', gone.organisation_id, 'personId', gone.person_id)
  from (
    select g.organisation_id, r.person_id from removed r join user_group g on g.id = r.group_id
    where not exists (
      select from membership m join user_group other on other.id = m.group_id
      where m.person_id = r.person_id and other.organisation_id = g.organisation_id)
    group by g.organisation_id, r.person_id) as gone
  join webhook w on w.organisation_id = gone.organisation_id and w.is_on and 'member.left' = any(w.events)
  order by gone.person_id;
  return null;
end $$;
create trigger membership_left_webhooks after delete on membership
  referencing old table as removed for each statement execute function queue_members_left();
