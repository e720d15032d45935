-- works with: 0188
-- Who changed rights is kept also where nothing said so before the change (PROOF-04): by a directory, in a sign-in, by a
-- job in somebody's name. Each change writes activity in its transaction, and whoever that names has made it.
create function keep_who_changed_rights() returns trigger language plpgsql as $$
declare
  maker uuid;
  organisations uuid[];
  changed_at timestamptz;
begin
  -- Nobody is who has no account.
  select a.person_id into maker from added a
  where a.person_id <> '00000000-0000-0000-0000-000000000000' order by a.id limit 1;
  if maker is null then return null; end if;
  -- For what the transaction changes from here on, and for what it has changed.
  perform set_config('helioroom.person', maker::text, true);
  if coalesce(current_setting('helioroom.change_moment', true), '') = '' then return null; end if;
  changed_at := change_moment();
  select array_agg(distinct a.organisation_id) into organisations from added a where a.organisation_id is not null;
  update former_right f set changed_by = maker
  where f.organisation_id = any(organisations) and f.until = changed_at and f.changed_by is null;
  update former_folder_list f set changed_by = maker
  where f.organisation_id = any(organisations) and f.until = changed_at and f.changed_by is null;
  update former_place f set changed_by = maker
  where f.organisation_id = any(organisations) and f.until = changed_at and f.changed_by is null;
  update former_person f set changed_by = maker where f.until = changed_at and f.changed_by is null;
  return null;
end $$;
create trigger activity_says_who after insert on activity referencing new table as added
  for each statement when (coalesce(current_setting('helioroom.person', true), '') = '')
  execute function keep_who_changed_rights();
