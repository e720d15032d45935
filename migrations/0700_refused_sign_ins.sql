-- works with: 0188
-- How many sign-ins of a connection were refused and recorded on its last day with one: strangers can have as many refused
-- as they like, and only so many of a day are kept.
create table sso_refused (
  connection_id uuid primary key references sso_connection on delete cascade,
  day date not null,
  -- Of those that a browser had begun here.
  begun integer not null,
  -- Of answers that nobody here had asked for.
  strange integer not null
);
