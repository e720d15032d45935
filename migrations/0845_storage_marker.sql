-- works with: 0188
-- Which installation the rows and the stored files belong to (STORE-32): one row, of the first start on.
create table storage_marker (
  id uuid primary key,
  -- When the storage got its marker; until then the first start writes it.
  written_at timestamptz
);
create unique index storage_marker_one on storage_marker ((true));
