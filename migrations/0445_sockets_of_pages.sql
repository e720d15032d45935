-- works with: 0188
-- What a socket is open for: pages that wait for the end of their session take no place of the topics that a person follows
-- (SCALE-07).
alter table open_socket add column kind text not null default 'topic';
