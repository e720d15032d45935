-- works with: 0188
-- How many rows of an import have a fault and how many have none, as it was read; and whether the good ones are to be
-- imported without the others, which its person says once they know both.
alter table data_import add column faulty_count integer not null default 0;
alter table data_import add column good_count integer not null default 0;
alter table data_import add column leaves_faulty boolean not null default false;
