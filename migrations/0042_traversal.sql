-- The column is called what it is called everywhere else. Both are changes of the catalogue, done in a moment however
-- many lists there are; they wait for statements under way, and no longer than any lock is waited for. A process of the
-- former build that still runs then answers with errors until it is stopped, as after any migration that takes something
-- away. The function's parameter keeps its name: digests of rows depend on it.
alter table acl rename column passage to traversal;
alter index acl_passage rename to acl_traversal;
