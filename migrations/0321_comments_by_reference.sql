-- works with: 0188
create index concurrently if not exists checklist_comment_by_ref on checklist_comment (person_id, ref)
  where ref is not null;
create index concurrently if not exists checklist_comment_changed on checklist_comment (changed_in)
  where changed_in is not null;
