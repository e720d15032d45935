-- Logos of companies, and covers of portfolios and holding companies.
alter table company add column logo_id uuid references stored_file;
create index company_logo on company (logo_id) where logo_id is not null;

alter table portfolio add column cover_id uuid references stored_file;
create index portfolio_cover on portfolio (cover_id) where cover_id is not null;

alter table holding_company add column cover_id uuid references stored_file;
create index holding_company_cover on holding_company (cover_id) where cover_id is not null;
