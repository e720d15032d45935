-- Views of an organisation's O&M area have neither portfolio nor holding company (decision 42).
alter table session_view drop constraint session_view_check1;
alter table session_view add check (num_nonnulls(portfolio_id, holding_company_id) <= 1);
