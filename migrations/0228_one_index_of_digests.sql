-- works with: 0188
-- The one with the moment begins with the same columns.
drop index notification_digest;
