-- A list of two thousand groups is longer than an entry of an index may be: equal lists of a tree are found by their
-- digest. Ids are written in one way everywhere, so that the digest of a list never changes.
create function acl_digest(principals uuid[], passage uuid[]) returns bytea
language sql immutable parallel safe as $$
  select sha256(convert_to(coalesce(principals::text, '*') || '/' || passage::text, 'UTF8'))
$$;
alter table acl drop constraint acl_tree_id_principals_passage_key;
alter table acl add column digest bytea not null generated always as (acl_digest(principals, passage)) stored;
alter table acl add unique (tree_id, digest);

-- Which lists name somebody is found without reading lists of thousands.
create index acl_open on acl (tree_id) where principals is null;
create index acl_principals on acl using gin (principals) with (fastupdate = off);
create index acl_passage on acl using gin (passage) with (fastupdate = off);
