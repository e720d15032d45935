-- works with: 0188
-- By which list a certified file was seen at the end, from which follows what an archive gives of it.
alter table certified_document add column acl_id bigint;
