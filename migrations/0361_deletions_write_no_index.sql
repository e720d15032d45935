-- works with: 0188
-- Which kinds of files there are the groups of names say.
drop index document_extension;
drop index document_deleted;
drop index document_name;
drop index document_parent;
