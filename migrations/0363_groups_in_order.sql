-- works with: 0188
-- The first names that hold a common text are found in a few groups of each list, without reading all of them.
create index concurrently if not exists name_group_order on name_group (acl_id, first_name collate name_order, first_id)
  where not is_deleted;
