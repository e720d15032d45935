-- Until when a process may be at sending the mail; another takes it over after that.
alter table mail_outbox add column leased_until timestamptz;
