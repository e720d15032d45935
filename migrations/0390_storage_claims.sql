-- works with: 0188
-- Keys of stored contents that are being given, where the store itself can't see to it that one of several gets them.
create unlogged table storage_claim (
  key text primary key,
  holder uuid not null,
  until timestamptz not null
);
