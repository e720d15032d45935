-- What all processes of the server must know of each other.

-- Signed addresses of files whose first use stands in the access log already (transport.md 5); swept once they are over.
create table used_address (
  signature text primary key,
  expires_at timestamptz not null
);
create index used_address_expires on used_address (expires_at);

-- Who took which spreadsheet of what. The exports of the last minute are counted by it (transport.md 7).
alter table activity drop constraint activity_kind_check;
alter table activity add constraint activity_kind_check check (kind in
  ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE', 'PERMISSION', 'LABEL', 'VIEW', 'DOWNLOAD', 'EXPORT',
   'SIGN_IN', 'SIGN_OUT'));
create index activity_exports on activity (person_id, at desc) where kind = 'EXPORT';
