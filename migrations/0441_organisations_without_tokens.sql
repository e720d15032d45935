-- works with: 0188
create index concurrently if not exists organisation_without_tokens on organisation (id)
  where not api_tokens_allowed;
