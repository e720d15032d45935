-- works with: 0188
-- Versions before the current one are for who may edit the document, and for readers where the tree says so; a version that
-- was withdrawn opens for nobody (DOC-44).
alter table document_tree add column readers_see_earlier_versions boolean not null default false;
alter table document_version add column withdrawn_at timestamptz;
alter table document_version add column withdrawn_by uuid;
