-- works with: 0188
-- Goes up with each change of what is said of a person, by themselves or by staff.
alter table person add column revision integer not null default 1;
