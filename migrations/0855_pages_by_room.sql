-- works with: 0188
-- Pictures of a minute by the tree that they were of: those who administer one are told of its own alone (PAGE-18).
alter table page_count add column trees jsonb not null default '{}';
