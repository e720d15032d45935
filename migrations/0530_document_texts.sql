-- works with: 0188
-- What documents say, for the search in their contents. `document_text` says how far a file is read; its pages, sheets
-- or parts are in `document_text_page`. `document_text_part` has the words of some of them, each word led by the id of a
-- scope: documents of one tree and one access list. A search asks the scopes of the lists that its reader may read by,
-- and so touches no word of what is hidden from them.
create table text_scope (
  organisation_id uuid not null references organisation (id),
  id bigint generated always as identity primary key,
  tree_id uuid not null references document_tree (id),
  acl_id bigint not null
);
create index text_scope_list on text_scope (tree_id, acl_id);
create index text_scope_organisation on text_scope (organisation_id);

create table document_text (
  organisation_id uuid not null references organisation (id),
  document_id uuid primary key references document (id) on delete cascade,
  -- The version that is read, the current one of then.
  version_id uuid not null references document_version (id),
  state text not null default 'WAITING' check (state in ('WAITING', 'READ', 'PARTLY_READ', 'NOT_READ')),
  -- Why not, or how far, in words.
  problem text,
  attempts integer not null default 0 check (attempts >= 0),
  -- 0 for a new upload, which is read first.
  priority integer not null default 0,
  try_at timestamptz not null default now(),
  queued_at timestamptz not null default now(),
  check (state in ('NOT_READ', 'PARTLY_READ') = (problem is not null))
);
create index document_text_due on document_text (priority, try_at) where state = 'WAITING';
create index document_text_version on document_text (version_id);
create index document_text_organisation on document_text (organisation_id);

create table document_text_page (
  organisation_id uuid not null,
  document_id uuid not null references document_text (document_id) on delete cascade,
  place integer not null check (place >= 1),
  page integer,
  sheet text,
  text text not null,
  primary key (document_id, place)
);

create table document_text_part (
  organisation_id uuid not null,
  document_id uuid not null references document_text (document_id) on delete cascade,
  part integer not null check (part >= 1),
  -- The only one of its document.
  is_whole boolean not null,
  first_place integer not null,
  last_place integer not null,
  scope_id bigint not null references text_scope (id),
  words tsvector not null,
  primary key (document_id, part)
);
create index document_text_part_scope on document_text_part (scope_id);
-- Without a list of what is still to be put in order, which each search would go through.
create index document_text_part_words on document_text_part using gin (words) with (fastupdate = off);

create table empty_search (
  organisation_id uuid not null references organisation (id),
  tree_id uuid not null references document_tree (id),
  text text not null,
  person_id uuid not null references person (id),
  at timestamptz not null,
  primary key (tree_id, text, person_id)
);
create index empty_search_person on empty_search (person_id);
create index empty_search_organisation on empty_search (organisation_id);
