-- works with: 0188
-- A key of a table that is kept by month has the moment in it; an organisation's activity is listed by time.
create unique index concurrently if not exists activity_id_at on activity (id, at);
create index concurrently if not exists activity_organisation on activity (organisation_id, at desc, id desc)
  where organisation_id is not null;
