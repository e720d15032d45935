-- works with: 0188
-- Builds of the page whose files are in the storage (SCALE-24): a row is renewed by each server that has the build.
create table page_build (
  -- A hash over the names of its files, which hold hashes of their contents.
  id text primary key,
  served_at timestamptz not null
);
