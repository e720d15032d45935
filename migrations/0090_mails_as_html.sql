-- Mails have an HTML part beside the text, and those of a setting the address that switches it off (RFC 8058).
alter table mail_outbox add column body_html text;
alter table mail_outbox add column unsubscribe_url text;

-- What the mail server refused for good: when, and its answer. Such a mail is not tried again.
alter table mail_outbox add column failed_at timestamptz;
alter table mail_outbox add column failure text;
drop index mail_outbox_unsent;
create index mail_outbox_unsent on mail_outbox (created_at) where sent_at is null and failed_at is null;
-- For the sweep of old mails, and for lists of the newest.
create index mail_outbox_created on mail_outbox (created_at, id);
