-- works with: 0188
-- The job that adds the letters of names without diacritics finds the groups that still lack them.
create index concurrently if not exists name_group_unfolded on name_group (id) where not is_folded;
