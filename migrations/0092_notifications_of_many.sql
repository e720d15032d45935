-- A notification without a person and an address is for all whom its kind names when it is sent: one row, however many
-- they are. Those who are written to are counted off by their ids, page by page.
alter table notification drop constraint notification_check;
alter table notification add check (person_id is null or address is null);
alter table notification add column reached uuid;

-- Whose toggles it obeys: those of an organisation, and of one of its entities; none for what is always sent (NOTIF-22).
alter table notification add column organisation_id uuid references organisation on delete cascade;
alter table notification add column portfolio_id uuid references portfolio on delete cascade;
alter table notification add column holding_company_id uuid references holding_company on delete cascade;
create index notification_organisation on notification (organisation_id) where organisation_id is not null;
