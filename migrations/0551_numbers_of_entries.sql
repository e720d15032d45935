-- works with: 0188
-- Index numbers of trees. An entry has its number among those of its folder, beside its name, by which lists find it;
-- a folder keeps the last number that it has given, so that none is given twice.
alter table document_tree add column numbering text not null default 'OFF';
alter table document_tree add constraint document_tree_numbering
  check (numbering in ('OFF', 'ONE', 'EACH_READER')) not valid;
alter table folder_place add column last_number integer not null default 0;
alter table document_name_search
  add column number integer,
  -- Its place in an order that somebody has put the folder in, until its entries are numbered anew.
  add column number_place integer;

-- Numbers that entries no longer have, found by whoever sees the folder in which they had them.
create table document_former_number (
  organisation_id uuid not null references organisation (id),
  tree_id uuid not null references document_tree (id),
  number text not null,
  document_id uuid not null references document (id) on delete cascade,
  folder_id uuid not null references document (id) on delete cascade,
  at timestamptz not null default now(),
  primary key (tree_id, number, document_id)
);
create index document_former_number_document on document_former_number (document_id);
create index document_former_number_folder on document_former_number (folder_id);
create index document_former_number_organisation on document_former_number (organisation_id);
