-- works with: 0188
-- Of a hundred thousand documents of one tree that change in a transaction the first asks whether its room is frozen, and
-- no function is called for the others: for each that cost as much as the change itself.
create or replace trigger document_frozen before insert on document
  for each row when (current_setting('helioroom.not_frozen_tree', true) is distinct from new.tree_id::text)
  execute function refuse_in_frozen_tree();
create or replace trigger document_changed_frozen
  before update of acl_id, current_version_id, deleted_at, name, parent_id on document
  for each row when (current_setting('helioroom.not_frozen_tree', true) is distinct from new.tree_id::text
    and (old.acl_id <> new.acl_id or old.current_version_id is distinct from new.current_version_id
      or (old.deleted_at is not null and new.deleted_at is null) or old.name <> new.name
      or old.parent_id is distinct from new.parent_id))
  execute function refuse_in_frozen_tree();
