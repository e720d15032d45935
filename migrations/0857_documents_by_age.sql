-- works with: 0188
-- What of a tree came after a moment, for what somebody could see then (PROOF-02). A document's moment changes with its
-- publication alone.
create index concurrently if not exists document_by_age on document (tree_id, created_at);
