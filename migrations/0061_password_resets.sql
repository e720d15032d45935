-- Requests for a link that sets a new password (AUTH-30, AUTH-31). Whether the address has an account is found out by the
-- job that sends the link, so that all requests take the same time; the link's secret is made of the id and kept nowhere.
create table password_reset (
  id uuid primary key,
  -- As it was asked for, also where nobody has it; counted for the limits of mails.
  email text not null,
  address text not null,
  created_at timestamptz not null,
  -- Who was sent the link; null before, and where nobody has the address.
  person_id uuid references person on delete cascade,
  used_at timestamptz
);
create index password_reset_email on password_reset (email, created_at);
create index password_reset_address on password_reset (address, created_at);
create index password_reset_created on password_reset (created_at);
create index password_reset_person on password_reset (person_id) where person_id is not null;
