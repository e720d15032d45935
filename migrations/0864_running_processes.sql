-- works with: 0188
-- The processes of the product that run (SCALE-03): each renews its row every 5 s, and removes it at its end.
create table running_process (
  id uuid primary key,
  -- PROCESS_NAME, or else host name and port.
  name text not null,
  role text not null,
  version text not null,
  -- The newest migration that its program knows.
  migration text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
-- By which key the installation signs (SCALE-02): one row, of the first start on.
create table secret_fingerprint (
  digest bytea not null
);
create unique index secret_fingerprint_one on secret_fingerprint ((true));
