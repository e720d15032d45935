-- works with: 0188
-- What is staged stands on a list that whoever edits meets and nobody else (STAGE-03): the list that it will have, marked.
alter table acl add column is_staged boolean not null default false;

-- What is staged becomes seen by a publication (STAGE-05), which happens once: at its moment, or not at all.
create table publication (
  id uuid primary key,
  organisation_id uuid not null references organisation (id),
  tree_id uuid not null references document_tree (id),
  title text not null check (char_length(title) between 1 and 200),
  note text check (char_length(note) between 1 and 2000),
  -- When it is due; once it has happened, the moment that its documents bear.
  at timestamptz not null,
  document_ids uuid[] not null,
  created_by uuid not null references person (id),
  -- The session or token in which it was asked for.
  session_id uuid,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  -- Why it could not happen: nothing was published.
  problem text
);
create index publication_of_tree on publication (tree_id, at);
create index publication_organisation on publication (organisation_id);
create index publication_author on publication (created_by);
create index publication_due on publication (at) where published_at is null and problem is null;

create trigger publication_frozen before insert or delete on publication
  for each row execute function refuse_in_frozen_tree();
