-- works with: 0188
-- Whose rendition a zip holds in place of the file, and a summary has read (REDACT-20); null for the file itself. They are
-- kept after the redaction has gone.
alter table zip_export_file add column redaction_id uuid;
alter table summary_source add column redaction_id uuid;

-- What renditions say, for the search in contents of those who are given them (REDACT-20): the texts of some pages, and the
-- words that these are found by. A rendition is read once; until then, and where it can't be, nothing of it is found.
create table rendition_text (
  redaction_id uuid not null references redaction (id) on delete cascade,
  part integer not null check (part >= 1),
  organisation_id uuid not null references organisation (id),
  -- Number of the first of the pages.
  first_page integer not null check (first_page >= 1),
  pages text[] not null,
  words tsvector not null,
  primary key (redaction_id, part)
);
create index rendition_text_organisation on rendition_text (organisation_id);
alter table redaction add column text_read_at timestamptz;
