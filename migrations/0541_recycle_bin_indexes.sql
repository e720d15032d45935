-- works with: 0188
create index concurrently if not exists deletion_of_tree on deletion (organisation_id, tree_id, document_id);
create index concurrently if not exists deletion_for_good on deletion (document_id) where for_good_at is not null;
create index concurrently if not exists deletion_unfilled on deletion (document_id) where tree_id is null;
