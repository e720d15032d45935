-- works with: 0188
-- All rows have one of these: see 0740.
alter table page_mark validate constraint page_mark_kind_check;
