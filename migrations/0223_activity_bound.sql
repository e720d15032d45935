-- works with: 0188
-- Activity is kept by month from here on. What is there already becomes the first part, of all that happened before the
-- month after next: the rows need not be read again to know that once this has been validated.
do $$
begin
  execute format('alter table activity add constraint activity_former_until check (at < %L) not valid',
    (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC');
end $$;
