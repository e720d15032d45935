-- works with: 0188
-- Marked PDFs (MARK-23): each has a code of its own, as an opening has.
alter table page_mark drop constraint page_mark_kind_check;
alter table page_mark add constraint page_mark_kind_check check (kind in ('SCREEN', 'PRINT', 'PDF')) not valid;
-- The password that one opens with, for as long as its address is good.
alter table page_mark add column sealed_password bytea;

-- From where a zip was asked for, for the marks of PDFs in it; and which entries of it are marked PDFs, with what they are.
alter table zip_export add column address text;
alter table zip_export_file add column is_marked boolean not null default false;
alter table zip_export_file add column marked_size bigint;
alter table zip_export_file add column marked_sha256 bytea;
