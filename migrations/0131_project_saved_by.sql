-- Who saved a project last, and when: for whoever meets a newer save in the form. Null for what no person has saved.
alter table project
  add column saved_by uuid references person,
  add column saved_at timestamptz;
