-- An organisation can be deleted with everything below it: it is closed immediately, can be restored for 30 days, and is
-- removed for good afterwards.
alter table organisation
  add column deleted_at timestamptz,
  add column deleted_by uuid references person,
  -- When the 30 days end, after which what belongs to it is removed.
  add column purge_after timestamptz,
  add constraint organisation_deletion
    check ((deleted_at is null) = (purge_after is null) and (deleted_at is null) = (deleted_by is null));
create index organisation_deleted on organisation (purge_after) where deleted_at is not null;
create index organisation_deleted_by on organisation (deleted_by) where deleted_by is not null;

-- Who was in its groups. While it is deleted they are in none of them, so that whatever asks for members finds nobody;
-- a restored organisation has them back.
create table deleted_membership (
  group_id uuid not null references user_group on delete cascade,
  person_id uuid not null references person on delete cascade,
  created_at timestamptz not null,
  primary key (group_id, person_id)
);
create index deleted_membership_person on deleted_membership (person_id);

-- Documents had never been deleted: without these each one would be looked for in all others.
create index document_parent on document (parent_id);
create index document_current_version on document (current_version_id) where current_version_id is not null;
