-- Who used the documents that somebody may read is found document by document, without a look at those that they may
-- not: the index over documents says enough of each access.
drop index activity_document;
create index activity_document on activity (document_id, id desc) include (kind, person_id, session_id)
  where document_id is not null;
