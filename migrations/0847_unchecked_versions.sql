-- works with: 0188
-- Versions whose bytes wait to be read and compared.
create index concurrently if not exists document_version_unchecked on document_version (unchecked_since)
  where unchecked_since is not null;
