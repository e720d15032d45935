-- works with: 0188
-- What a summary says of a document beside its facts is shown in the product, too.
alter table summary_source add column remarks text[] not null default '{}';
