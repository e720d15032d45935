-- works with: 0188
-- A project can be deleted: it leaves its portfolios, which are kept here so that it can be restored into them, and
-- nobody reads it any more (BIN-10). What belongs to it stays. And the import that added it; null for one that was
-- added by hand.
alter table project
  add column deleted_at timestamptz,
  add column deleted_by uuid,
  add column deleted_from uuid[],
  add column import_id uuid;
