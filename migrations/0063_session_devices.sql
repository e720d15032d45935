-- Browser and system that a session was opened with, in words; null where they were not said.
alter table session add column device text check (device <> '');
