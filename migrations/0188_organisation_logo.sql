-- Logos of organisations (BO-07).
alter table organisation add column logo_id uuid references stored_file;
create index organisation_logo on organisation (logo_id) where logo_id is not null;
