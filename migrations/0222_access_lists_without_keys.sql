-- works with: 0188
-- An access list goes with its whole tree and never before (organisations/purge.ts). To look for its documents, folder
-- lists and groups of names with each list that goes would read them all: no index holds the list alone, so that a change
-- of permissions writes rows and no index. Without the keys a new document is a look-up cheaper, too.
alter table document drop constraint document_acl_id_fkey;
alter table folder_list drop constraint folder_list_acl_id_fkey;
alter table name_group drop constraint name_group_acl_id_fkey;
