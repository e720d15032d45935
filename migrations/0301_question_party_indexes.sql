-- works with: 0188
-- A party's questions are found without reading those of others, as are the drafts of one person.
create index concurrently if not exists question_readers on question using gin (reader_ids);
create index concurrently if not exists question_for_all on question (log_id, number) where reader_ids is null;
create index concurrently if not exists question_drafts on question (log_id, asked_by) where is_draft;
