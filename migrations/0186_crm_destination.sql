-- The Salesforce that an import's rows go to, from its first batch on: what is left never goes to another (CRM-19).
-- Its organisation where its answers name one, and the host of its REST API.
alter table data_import add column crm_organisation text, add column crm_host text;
alter table data_import add constraint data_import_crm_check check (crm_organisation is null or crm_host is not null);
