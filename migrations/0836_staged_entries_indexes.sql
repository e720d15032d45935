-- works with: 0188
-- Equal lists are one row, staged ones apart; trees with staged ones are known by an index.
create unique index concurrently if not exists acl_by_stage on acl (tree_id, digest, acl_levels_digest(levels), is_staged);
create index concurrently if not exists acl_staged on acl (tree_id) where is_staged;
