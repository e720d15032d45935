-- Without a size of its own a portfolio has that of its projects (DRM-09).
alter table portfolio alter column system_size drop not null, alter column system_size drop default;
-- Goes up with each change of the settings.
alter table portfolio add column revision integer not null default 1;
-- The list of an organisation's deal rooms, by name.
create index portfolio_by_name on portfolio (organisation_id, name collate name_order, id);
