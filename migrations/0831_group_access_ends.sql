-- works with: 0188
-- When the access of a group to a deal room ends (STAGE-10); null while it has no end. Who asks reads it with what they hold,
-- so that it ends at its moment and waits for nothing.
alter table user_group_portfolio add column access_ends_at timestamptz;
