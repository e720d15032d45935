-- works with: 0188
-- What the sender says that a file's SHA-256 is (STORE-22, STORE-23).
alter table upload add column announced_sha256 bytea;
alter table document_version
  -- Since when its bytes, which passed no server, wait to be read and compared (STORE-26).
  add column unchecked_since timestamptz,
  -- When they were found to be others than were announced; it is withdrawn then.
  add column damaged_at timestamptz;
-- The entry of the access log that the first use of an address has written (STORE-27).
alter table used_address add column entry_id bigint;
