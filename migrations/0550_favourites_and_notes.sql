-- works with: 0188
-- What somebody keeps of documents for themselves: favourites, and notes that no one else reads unless their author
-- gives them to groups that both are in.
create table document_favourite (
  organisation_id uuid not null references organisation (id),
  person_id uuid not null references person (id) on delete cascade,
  tree_id uuid not null references document_tree (id),
  document_id uuid not null references document (id) on delete cascade,
  at timestamptz not null default now(),
  primary key (person_id, tree_id, document_id)
);
create index document_favourite_document on document_favourite (document_id);
create index document_favourite_tree on document_favourite (tree_id);
create index document_favourite_organisation on document_favourite (organisation_id);

create table document_note (
  organisation_id uuid not null references organisation (id),
  id uuid primary key,
  document_id uuid not null references document (id) on delete cascade,
  author_id uuid not null references person (id) on delete cascade,
  text text not null check (char_length(text) between 1 and 2000),
  revision integer not null default 1,
  at timestamptz not null default now(),
  unique (document_id, author_id)
);
create index document_note_author on document_note (author_id);
create index document_note_organisation on document_note (organisation_id);

create table document_note_group (
  organisation_id uuid not null references organisation (id),
  note_id uuid not null references document_note (id) on delete cascade,
  group_id uuid not null references user_group (id) on delete cascade,
  primary key (note_id, group_id)
);
create index document_note_group_group on document_note_group (group_id);
create index document_note_group_organisation on document_note_group (organisation_id);
