-- works with: 0188
-- Which groups have names with other letters than plain ones, of which few have: only there a search takes off diacritics.
create index concurrently if not exists document_name_search_marked on document_name_search (group_id)
  where octet_length(name_key) <> length(name_key);
