-- Lists of the back office over all organisations, in the orders that they are shown in (BO-03).
create index person_by_name on person (last_name collate name_order, first_name collate name_order, id);
create index person_by_email on person (email collate name_order, id);
create index person_by_login on person ((coalesce(last_login_at, '-infinity'::timestamptz)), id);
create index company_by_name on company (name collate name_order, id);
create index session_seen on session (last_seen_at, id);
create index role_by_name on role (name collate name_order, id);
create index portfolio_named on portfolio (name collate name_order, id);
create index holding_company_named on holding_company (name collate name_order, id);
create index user_group_named on user_group (name collate name_order, id);
