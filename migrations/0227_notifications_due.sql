-- works with: 0188
-- What is due is found by these, however much waits.
create index concurrently if not exists notification_due on notification (due_at);
create index concurrently if not exists notification_latest on notification (latest_at);
-- Whether a further entry has postponed a digest is one step.
create index concurrently if not exists notification_digest_due on notification
  (kind, digest, coalesce(person_id, '00000000-0000-0000-0000-000000000000'), due_at);
