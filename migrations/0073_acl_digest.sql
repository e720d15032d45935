-- The function's parameters are called what the columns are called. A parameter can't be renamed, and digests of rows
-- depend on the function: they are computed once more, by one that takes its name and gives the same. Lists are few.
create function acl_digest_of(principals uuid[], traversal uuid[]) returns bytea
language sql immutable parallel safe as $$
  select sha256(convert_to(coalesce(principals::text, '*') || '/' || traversal::text, 'UTF8'))
$$;
alter table acl drop column digest;
drop function acl_digest(uuid[], uuid[]);
alter function acl_digest_of(uuid[], uuid[]) rename to acl_digest;
alter table acl add column digest bytea not null generated always as (acl_digest(principals, traversal)) stored;
alter table acl add unique (tree_id, digest);
