-- The changes of many groups are counted in one pass over their documents: a selection of a thousand documents from as
-- many folders leaves as many groups.
create or replace function count_group_changes(ids bigint[]) returns void language sql as $$
  with entry as materialized (
    select named.group_id, named.document_id, a.kind, count(*)::integer as changes, max(a.at) as at
    from unnest(ids) as asked(id) join document_name_search named on named.group_id = asked.id
    cross join lateral (
      select at, kind from activity
      where document_id = named.document_id and kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE')
      offset 0) as a
    group by named.group_id, named.document_id, a.kind
  ), each as (
    update document_name_search named set changed_at = newest.at
    from (select document_id, max(at) as at from entry group by document_id) as newest
    where named.document_id = newest.document_id and named.changed_at is distinct from newest.at)
  update name_group
  set changes = coalesce(counted.changes, 0), change_kinds = coalesce(counted.kinds, '{}'), changed_at = counted.at
  from unnest(ids) as asked(id) left join (
    select group_id, sum(changes)::integer as changes, array_agg(distinct kind) as kinds, max(at) as at
    from entry group by group_id) as counted on counted.group_id = asked.id
  where name_group.id = asked.id;
$$;
