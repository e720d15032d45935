-- works with: 0188
-- Equal lists with equal levels are one row; trees without any levels are known by an index.
create unique index concurrently if not exists acl_by_levels on acl (tree_id, digest, acl_levels_digest(levels));
create index concurrently if not exists acl_with_levels on acl (tree_id) where levels <> '{}';
