-- works with: 0188
-- All rows have one of these, or none: see 0820.
alter table version_pages validate constraint version_pages_layout;
