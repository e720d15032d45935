-- works with: 0188
-- For whom a comment is (CHK-47): groups whose members see it beside the deal team, none of them where it is the deal
-- team's alone; null is for everybody, as those were that stand already. `ref` is what its sender knows it by, so that it
-- is stored once however often it is sent; `changed_in` the entry of activity by which it was changed or removed
-- (CHK-48): what was removed stays.
alter table checklist_comment add column addressees uuid[];
alter table checklist_comment add column ref text;
alter table checklist_comment add column changed_in bigint;
alter table checklist_comment add column removed_at timestamptz;
alter table checklist_comment add constraint checklist_comment_ref check (char_length(ref) <= 100) not valid;
