-- works with: 0188
-- Mails that were refused, which each look at the metrics counts.
create index concurrently if not exists mail_outbox_failed on mail_outbox (failed_at) where failed_at is not null;
