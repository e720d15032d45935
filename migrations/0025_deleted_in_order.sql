-- The files of a deleted folder are gone through in an order, a batch at a time, so that each batch begins where the
-- last one ended.
drop index document_deleted;
create index document_deleted on document (parent_id, id) where deleted_at is not null;
