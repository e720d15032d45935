-- works with: 0188
-- A question belongs to the party that asked it. `party_ids` are the groups of who asked it, empty for the deal team;
-- `reader_ids` those for whom it is in a log where each party sees its own, a follow-up's are its question's; null is
-- everybody. `party_numbers` are its numbers within these parties, in their order, or the one number where there are none.
-- What was asked before has null everywhere: it was seen by all who had the log.
alter table question_log
  add column each_party boolean not null default false,
  add column limit_total integer,
  add column limit_per_day integer,
  add column limit_per_party integer,
  add column ends_at timestamptz;

alter table question
  add column is_draft boolean not null default false,
  add column asked_by uuid,
  add column party_ids uuid[],
  add column reader_ids uuid[],
  add column party_numbers integer[],
  alter column number drop not null;
alter table question add constraint question_asked_by foreign key (asked_by) references person (id) not valid;
alter table question add constraint question_numbered check (is_draft = (number is null)) not valid;

-- What is being written beside the published answer, whose revision is 0 before there is one.
alter table question_answer
  add column draft jsonb,
  add column draft_revision integer not null default 0;

create table question_text (
  id bigint generated always as identity primary key,
  question_id uuid not null references question (id) on delete cascade,
  of_answer boolean not null,
  body jsonb,
  person_id uuid references person (id),
  at timestamptz not null,
  organisation_id uuid
);
create index question_text_of on question_text (question_id, id);
create trigger question_text_organisation before insert on question_text
  for each row when (new.organisation_id is null) execute function fill_organisation_by_question();

create table question_document (
  question_id uuid not null references question (id) on delete cascade,
  of_answer boolean not null,
  document_id uuid not null references document (id) on delete cascade,
  position integer not null,
  organisation_id uuid,
  primary key (question_id, of_answer, document_id)
);
create index question_document_document on question_document (document_id);
create trigger question_document_organisation before insert on question_document
  for each row when (new.organisation_id is null) execute function fill_organisation_by_question();
