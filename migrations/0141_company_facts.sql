-- What the back office keeps of a holding company besides its figures of the year to date (BO-16).
alter table holding_company
  -- kW DC
  add column total_size double precision check (total_size >= 0),
  add column offering_type text check (char_length(offering_type) <= 255),
  add column production_year integer,
  add column enable_dashboard_data boolean not null default true,
  -- Percent.
  add column coupon_senior_debt double precision;
