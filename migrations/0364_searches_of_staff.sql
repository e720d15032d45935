-- works with: 0188
-- Staff find one of two million people, or of a hundred thousand rooms, by a part of their names without reading all:
-- among two million people a search took seconds.
create index concurrently if not exists person_search on person
  using gin ((first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
create index concurrently if not exists portfolio_search on portfolio using gin (name gin_trgm_ops, slug gin_trgm_ops);
create index concurrently if not exists holding_company_search on holding_company
  using gin (name gin_trgm_ops, slug gin_trgm_ops);
