-- works with: 0600
-- Lists of the same principals differ by their levels. A program that knows nothing of levels (0600) would give everybody
-- the original: it is not started on this database any more.
alter table acl drop constraint acl_tree_id_digest_key;
