-- works with: 0188
-- Pages of files (PAGE): how many a version has and how large they are; which of them are kept, without marks; and how many
-- pictures of pages people were given in a minute, and texts they looked for in them.
create table version_pages (
  version_id uuid primary key references document_version (id) on delete cascade,
  organisation_id uuid not null references organisation (id),
  -- Points of each page as it is shown; null where the file has none.
  widths double precision[],
  heights double precision[],
  -- Why it has none, in one sentence.
  reason text,
  -- From when on that is asked again, such as after a machine was busy; null for what stays so.
  try_at timestamptz,
  check ((widths is null) = (reason is not null) and (widths is null) = (heights is null))
);
create index version_pages_organisation on version_pages (organisation_id);

create table kept_page (
  id uuid primary key,
  version_id uuid not null references document_version (id) on delete cascade,
  organisation_id uuid not null references organisation (id),
  number integer not null check (number >= 1),
  width integer not null check (width > 0),
  -- Bytes, once they lie in the storage.
  size integer check (size > 0),
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  unique (version_id, number, width)
);
create index kept_page_used on kept_page (used_at);
create index kept_page_organisation on kept_page (organisation_id);

create table page_count (
  person_id uuid not null references person (id) on delete cascade,
  minute timestamptz not null,
  pages integer not null,
  -- Texts that were looked for in pages (PAGE-21).
  searches integer not null default 0,
  primary key (person_id, minute)
);
create index page_count_minute on page_count (minute);

-- Openings of documents, by the codes of their marks (MARK-09). What a code leads to is kept as it was when its first page went out (MARK-10), whatever becomes of person and document.
create table page_mark (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  opening_id uuid not null unique,
  -- What pages are printed with codes of their own: a print is an opening beside the one on the screen.
  kind text not null default 'SCREEN' check (kind in ('SCREEN', 'PRINT')),
  -- Of the opening on the screen that a print belongs to.
  printed_from uuid unique,
  organisation_id uuid not null references organisation (id),
  tree_id uuid not null,
  document_id uuid not null,
  version_id uuid not null,
  person_id uuid not null,
  created_at timestamptz not null default now(),
  first_at timestamptz,
  address text,
  company_name text,
  groups text[],
  recorded_path text,
  version integer,
  viewed_as text,
  check ((kind = 'PRINT') = (printed_from is not null))
);
create index page_mark_organisation on page_mark (organisation_id);
create index page_mark_unused on page_mark (created_at) where first_at is null;

-- How pages of a tree are marked, as far as it differs from what all have at first (MARK).
alter table document_tree add column mark jsonb not null default '{}';
