-- works with: 0188
-- What callers use of their limits, and their open sockets, counted for all servers together. Written often and worth nothing
-- after a crash: unlogged.
create unlogged table counted_use (
  key text not null,
  -- So many twelfths of the limit's window since 1970.
  slot bigint not null,
  process uuid not null,
  calls integer not null,
  at timestamptz not null default now(),
  primary key (key, slot, process)
);
create index counted_use_at on counted_use (at);

create unlogged table used_budget (
  key text primary key,
  -- May be negative: what work costs is known only once it has started.
  remaining double precision not null,
  capacity double precision not null,
  per_second double precision not null,
  at timestamptz not null
);
create index used_budget_at on used_budget (at);

create unlogged table open_socket (
  id uuid primary key,
  person_id uuid not null,
  process uuid not null,
  seen_at timestamptz not null default now()
);
create index open_socket_person on open_socket (person_id);
create index open_socket_process on open_socket (process);
create index open_socket_seen on open_socket (seen_at);
