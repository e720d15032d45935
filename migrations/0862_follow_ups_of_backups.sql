-- works with: 0188
-- Until then whoever took a scheduled backup verifies it and removes old ones; null once that has ended, or was never begun.
-- Long ago: it failed or was interrupted, and is done again. Minus infinity: a worker that was stopped gave it back.
alter table backup_run add column follow_up_until timestamptz;
