-- works with: 0188
-- Checkpoints that a time-stamping service has not stamped yet (CHAIN-03).
create index concurrently if not exists record_checkpoint_unstamped on record_checkpoint (at) where time_stamp is null;
