-- works with: 0188
-- Passwords of marked PDFs whose addresses have expired are found.
create index concurrently if not exists page_mark_password on page_mark (created_at) where sealed_password is not null;
