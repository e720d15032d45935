-- works with: 0188
-- What a group was given is told with its hash as long as certificates are made (PROOF-07), also once its bytes are removed.
alter table redaction add column sha256 bytea;
