-- works with: 0188
-- How long pages were in view (PAGE-25 to PAGE-33): a row for each page that was given out in an opening, so that nothing
-- else is counted; and readers who met the limit of pages on a day (PAGE-18). Kept as long as the access log.
create table page_reading (
  opening_id uuid not null,
  page integer not null check (page >= 1),
  organisation_id uuid not null references organisation (id),
  tree_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  person_id uuid not null,
  -- Milliseconds in view; 0 of a page that was given out alone.
  ms bigint not null default 0 check (ms >= 0),
  -- When it was last in view.
  last_at timestamptz,
  primary key (opening_id, page),
  check ((ms > 0) = (last_at is not null))
);
create index page_reading_document on page_reading (document_id) where ms > 0;
create index page_reading_tree on page_reading (tree_id, last_at) where ms > 0;
create index page_reading_organisation on page_reading (organisation_id);

-- Calls of an opening that reported times: when the last one was, and how many there were in its minute.
alter table page_mark add column reported_at timestamptz;
alter table page_mark add column reports integer not null default 0;

create table page_alert (
  id uuid primary key,
  organisation_id uuid not null references organisation (id),
  tree_id uuid not null references document_tree (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  -- Of UTC.
  day date not null,
  at timestamptz not null,
  -- Pictures of pages in the hour before.
  pages integer not null,
  unique (tree_id, person_id, day)
);
create index page_alert_of_tree on page_alert (tree_id, at);
create index page_alert_person on page_alert (person_id);
create index page_alert_organisation on page_alert (organisation_id);

-- Whether times are recorded, and until when they were written of by e-mail (PAGE-32).
alter table document_tree add column measure_reading boolean not null default true;
alter table document_tree add column reading_mailed_at timestamptz;
