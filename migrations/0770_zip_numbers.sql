-- works with: 0188
-- Whether names in a zip follow their numbers (INDEX-06).
alter table zip_export add column numbers_first boolean not null default false;
