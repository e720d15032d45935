-- works with: 0188
-- A change of permissions writes a hundred thousand documents (decision 9). A trigger before an update locks each row once
-- more, and the log has each lock: asked after it, whether the room is frozen refuses the statement all the same.
create or replace trigger document_changed_frozen
  after update of acl_id, current_version_id, deleted_at, name, parent_id on document
  for each row when (current_setting('helioroom.not_frozen_tree', true) is distinct from new.tree_id::text
    and (old.acl_id <> new.acl_id or old.current_version_id is distinct from new.current_version_id
      or (old.deleted_at is not null and new.deleted_at is null) or old.name <> new.name
      or old.parent_id is distinct from new.parent_id))
  execute function refuse_in_frozen_tree();

-- Up to 20,000 documents have what their lists were before it (NEW-01). To look for the four keys of each took longer than
-- to write the documents: the list and the organisation go with the tree, the tree with its documents, and what was kept of
-- a document is deleted with it.
create function delete_former_lists() returns trigger language plpgsql as $$
begin
  delete from former_list using removed where former_list.document_id = removed.id;
  return null;
end $$;
create trigger document_former_lists after delete on document
  referencing old table as removed for each statement execute function delete_former_lists();
alter table former_list
  drop constraint former_list_acl_id_fkey,
  drop constraint former_list_document_id_fkey,
  drop constraint former_list_organisation_id_fkey,
  drop constraint former_list_tree_id_fkey;
drop index former_list_acl;
drop index former_list_organisation;

-- An access list is no key of tallies either: it goes with its tree, and never before.
alter table folder_tally drop constraint folder_tally_acl_id_fkey;
drop index folder_tally_acl;
