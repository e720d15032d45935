-- works with: 0188
create index concurrently if not exists project_of_import on project (import_id) where import_id is not null;
