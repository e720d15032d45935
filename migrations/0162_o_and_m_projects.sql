-- The projects that an O&M partner serves (BO-30), beside sites that are no projects.
create table o_and_m_project (
  partner_id uuid not null references o_and_m_partner (id) on delete cascade,
  project_id uuid not null references project (id) on delete cascade,
  primary key (partner_id, project_id)
);
create index o_and_m_project_project on o_and_m_project (project_id);

create index checklist_named on checklist (name collate name_order, id);
create index question_category_named on question_category (name collate name_order, id);
create index question_topic_named on question_topic (name collate name_order, id);
create index project_named on project (name collate name_order, id);
create index organisation_named on organisation (name collate name_order, id);
create index organisation_by_slug on organisation (slug collate name_order, id);
create index checklist_category_ordered on checklist_category (row_number, id);
create index checklist_category_named on checklist_category (name collate name_order, id);
