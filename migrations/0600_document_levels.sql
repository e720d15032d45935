-- works with: 0188
-- What principals may do with the content of documents (VIEW). `levels` of an access list has, by principal, what differs
-- from the usual: a level, or the redacted rendition. Where nothing is said, a principal of a closed list has the original,
-- and one of an open list the tree's usual level.
alter table acl add column levels jsonb not null default '{}';
create function acl_levels_digest(levels jsonb) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(levels::text, 'UTF8'))
$$;

alter table document_tree
  add column usual_level text not null default 'ORIGINAL',
  -- Whose members are given the words of what they may only view, for assistive technology (VIEW-21).
  add column text_principals uuid[] not null default '{}',
  add column viewing_revision integer not null default 0;
alter table document_tree add constraint document_tree_usual_level
  check (usual_level in ('VIEW', 'PRINT', 'PDF', 'ORIGINAL')) not valid;
