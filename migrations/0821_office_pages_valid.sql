-- works with: 0188
-- All rows have one of these: see 0820.
alter table kept_page validate constraint kept_page_place;
