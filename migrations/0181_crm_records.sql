-- Imports of people and companies (CRM-12, CRM-19), and reports of those that are alike (CRM-20).
create table data_import (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  -- Those that the person administered at that moment: their admins see it (CRM-21).
  organisation_ids uuid[] not null,
  file_id uuid references stored_file on delete set null,
  file_name text not null,
  vendor text,
  state text not null default 'SUBMITTED' check (state in ('SUBMITTED', 'PROCESSING', 'DONE', 'FAILED')),
  -- Of the run that works on it; one that has another id changes nothing.
  run_id uuid,
  -- When its records were written, all of them in one transaction; null before.
  imported_at timestamptz,
  row_count integer not null default 0,
  sent_count integer not null default 0,
  -- What the CRM did not take, in a sentence; null where it took all, and without a connection.
  note text,
  failure text,
  created_at timestamptz not null default now()
);
create index data_import_newest on data_import (created_at desc, id);
create index data_import_person on data_import (person_id, created_at desc);
create index data_import_organisations on data_import using gin (organisation_ids);
create index data_import_file on data_import (file_id);

create table crm_record (
  import_id uuid not null references data_import on delete cascade,
  -- As the spreadsheet numbers it.
  row_number integer not null,
  kind text not null check (kind in ('PERSON', 'COMPANY')),
  name text not null,
  first_name text,
  last_name text,
  company text,
  title text,
  email text,
  phone text,
  -- Words of the name in their order of the alphabet, without accents and legal forms.
  name_key text not null,
  company_key text,
  -- By which records may be alike: e-mail, phone, name, and the sound of its words.
  keys text[] not null,
  -- WAITING to be sent, SENDING while no answer has come, LOST where none ever will.
  delivery text not null default 'WAITING' check (delivery in ('WAITING', 'SENDING', 'SENT', 'REFUSED', 'LOST')),
  -- Its id in the CRM.
  crm_id text,
  problem text,
  primary key (import_id, row_number)
);
create index crm_record_delivery on crm_record (import_id, kind, row_number) where delivery in ('WAITING', 'SENDING');

create table duplicate_report (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  organisation_ids uuid[] not null,
  file_id uuid references stored_file on delete set null,
  file_name text,
  state text not null default 'SUBMITTED' check (state in ('SUBMITTED', 'PROCESSING', 'DONE', 'FAILED')),
  run_id uuid,
  failure text,
  created_at timestamptz not null default now()
);
create index duplicate_report_newest on duplicate_report (created_at desc, id);
create index duplicate_report_person on duplicate_report (person_id, created_at desc);
create index duplicate_report_organisations on duplicate_report using gin (organisation_ids);
create index duplicate_report_file on duplicate_report (file_id);

-- What a report was made from: whoever may not see one of these does not get its file.
create table duplicate_report_import (
  report_id uuid not null references duplicate_report on delete cascade,
  import_id uuid not null references data_import on delete cascade,
  primary key (report_id, import_id)
);
create index duplicate_report_import_import on duplicate_report_import (import_id);
