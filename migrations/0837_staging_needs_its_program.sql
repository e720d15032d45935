-- works with: 0836
-- A staged list has the principals of the list that it will be. A program that knows nothing of staging would show what is
-- on it to all of them: it is not started on this database any more.
drop index acl_by_levels;
