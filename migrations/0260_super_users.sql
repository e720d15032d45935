-- works with: 0188
-- Who may see something is asked of an organisation's people and of super users, not of all people. Whether any
-- organisation has the copilot is asked of those that have it.
create index concurrently if not exists person_super_user on person (id) where is_super_user;
create index concurrently if not exists organisation_copilot on organisation (id) where copilot and deleted_at is null;
