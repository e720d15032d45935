-- works with: 0188
-- A deletion marks a hundred thousand documents: an index that says "deleted_at" would be written for each of them, in
-- all other indexes as well. These two serve what the four that go after them did.
create index concurrently if not exists document_entries on document (parent_id, id);
create index concurrently if not exists document_names on document (parent_id, name_key);
