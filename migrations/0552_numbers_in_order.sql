-- works with: 0188
-- Lists of numbered trees are read in this order; of other trees nothing is in it.
create index concurrently if not exists document_name_search_number on document_name_search (list_id, number)
  where number is not null;
