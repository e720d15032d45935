-- works with: 0188
-- A deal room can be frozen: nothing of it is changed, by whatever program and on whatever way (STAGE-09). What refuses it
-- stands on the tables themselves, so that no way to change them can be forgotten; what reading writes has no trigger.
create table room_freeze (
  portfolio_id uuid primary key references portfolio (id),
  organisation_id uuid not null references organisation (id),
  reason text check (char_length(reason) between 1 and 500),
  frozen_by uuid not null references person (id),
  frozen_at timestamptz not null default now()
);
create index room_freeze_organisation on room_freeze (organisation_id);
create index room_freeze_frozen_by on room_freeze (frozen_by);

-- Refuses a change of the room while it is frozen, until its organisation is deleted. A freezing waits for changes under
-- way, and a change for a freezing under way, by the lock that freezeRoom takes alone.
create function refuse_frozen(room uuid) returns void language plpgsql as $$
declare
  since timestamptz;
begin
  if room is null or current_setting('helioroom.not_frozen', true) = room::text then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('room freeze ' || room, 0));
  select f.frozen_at into since from room_freeze f join organisation o on o.id = f.organisation_id
  where f.portfolio_id = room and o.deleted_at is null;
  if since is not null then
    raise exception using errcode = 'HR001',
      message = 'This room is frozen since ' || to_char(since at time zone 'UTC', 'MM/DD/YYYY') || '.';
  end if;
  -- It stays so until the end of the transaction, which holds the lock; many rows are asked about one after the other.
  perform set_config('helioroom.not_frozen', room::text, true);
end $$;

-- Of the row's own portfolio.
create function refuse_in_frozen_room() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen(r.portfolio_id);
  return r;
end $$;
-- Of the portfolio itself.
create function refuse_frozen_room() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen(r.id);
  return r;
end $$;
-- Of the tree of the row. It is asked about once in a transaction: a change may be of 100,000 documents of one tree.
create function refuse_in_frozen_tree() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  if current_setting('helioroom.not_frozen_tree', true) = r.tree_id::text then return r; end if;
  perform refuse_frozen((select portfolio_id from document_tree where id = r.tree_id));
  perform set_config('helioroom.not_frozen_tree', r.tree_id::text, true);
  return r;
end $$;
-- Of the document of the row.
create function refuse_of_frozen_document() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select t.portfolio_id from document d join document_tree t on t.id = d.tree_id where d.id = r.document_id));
  return r;
end $$;
-- Of the note of the row.
create function refuse_of_frozen_note() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select t.portfolio_id from document_note n join document d on d.id = n.document_id
    join document_tree t on t.id = d.tree_id where n.id = r.note_id));
  return r;
end $$;
-- Of the log of the row.
create function refuse_in_frozen_log() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select portfolio_id from question_log where id = r.log_id));
  return r;
end $$;
-- Of the question of the row.
create function refuse_of_frozen_question() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select l.portfolio_id from question q join question_log l on l.id = q.log_id where q.id = r.question_id));
  return r;
end $$;
-- Of the checklist of the row.
create function refuse_in_frozen_checklist() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select portfolio_id from checklist where id = r.checklist_id));
  return r;
end $$;
-- Of the page of the row.
create function refuse_of_frozen_page() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select portfolio_id from subpage where id = r.subpage_id));
  return r;
end $$;
-- Of the timeline of the row.
create function refuse_of_frozen_timeline() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen((select portfolio_id from timeline where id = r.timeline_id));
  return r;
end $$;
-- Of a project, which may be in several rooms: one that is frozen is enough.
create function refuse_of_frozen_project() returns trigger language plpgsql as $$
declare
  r record := case tg_op when 'DELETE' then old else new end;
begin
  perform refuse_frozen(p.portfolio_id) from portfolio_project p
  where p.project_id = (to_jsonb(r) ->> tg_argv[0])::uuid;
  return r;
end $$;

create trigger document_frozen before insert on document
  for each row execute function refuse_in_frozen_tree();
create trigger document_tree_frozen before insert or update of allow_root_files, mark, measure_reading, numbering, permissions_type, readers_see_earlier_versions, text_principals, usual_level or delete on document_tree
  for each row execute function refuse_in_frozen_room();
create trigger document_version_frozen before insert or update of withdrawn_at on document_version
  for each row execute function refuse_of_frozen_document();
create trigger upload_frozen before insert on upload
  for each row execute function refuse_in_frozen_tree();
create trigger deletion_frozen before insert or update of for_good_at on deletion
  for each row execute function refuse_of_frozen_document();
create trigger document_labelling_frozen before insert or delete on document_labelling
  for each row execute function refuse_of_frozen_document();
create trigger document_note_frozen before insert or update or delete on document_note
  for each row execute function refuse_of_frozen_document();
create trigger document_note_group_frozen before insert or delete on document_note_group
  for each row execute function refuse_of_frozen_note();
create trigger document_former_number_frozen before insert on document_former_number
  for each row execute function refuse_of_frozen_document();
create trigger question_log_frozen before insert or update or delete on question_log
  for each row execute function refuse_in_frozen_room();
create trigger question_log_group_frozen before insert or delete on question_log_group
  for each row execute function refuse_in_frozen_log();
create trigger question_category_frozen before insert or update or delete on question_category
  for each row execute function refuse_in_frozen_log();
create trigger question_topic_frozen before insert or update or delete on question_topic
  for each row execute function refuse_in_frozen_log();
create trigger question_frozen before insert or delete or update of asked_by, body, is_closed, is_draft, is_priority, reader_ids on question
  for each row execute function refuse_in_frozen_log();
create trigger question_answer_frozen before insert or delete or update of body, draft on question_answer
  for each row execute function refuse_of_frozen_question();
create trigger question_categorising_frozen before insert or delete on question_categorising
  for each row execute function refuse_of_frozen_question();
create trigger question_document_frozen before insert or delete on question_document
  for each row execute function refuse_of_frozen_question();
create trigger question_on_topic_frozen before insert or delete on question_on_topic
  for each row execute function refuse_of_frozen_question();
create trigger question_portfolio_frozen before insert or delete on question_portfolio
  for each row execute function refuse_of_frozen_question();
create trigger question_project_frozen before insert or delete on question_project
  for each row execute function refuse_of_frozen_question();
create trigger checklist_frozen before insert or update or delete on checklist
  for each row execute function refuse_in_frozen_room();
create trigger checklist_category_frozen before insert or update or delete on checklist_category
  for each row execute function refuse_in_frozen_checklist();
create trigger checklist_item_frozen before update on checklist_item
  for each row execute function refuse_in_frozen_checklist();
create trigger checklist_comment_frozen before insert or update or delete on checklist_comment
  for each row execute function refuse_in_frozen_checklist();
create trigger subpage_frozen before insert or update or delete on subpage
  for each row execute function refuse_in_frozen_room();
create trigger subpage_group_frozen before insert or delete on subpage_group
  for each row execute function refuse_of_frozen_page();
create trigger subpage_role_frozen before insert or delete on subpage_role
  for each row execute function refuse_of_frozen_page();
create trigger subpage_media_frozen before insert or update or delete on subpage_media
  for each row execute function refuse_of_frozen_page();
create trigger timeline_frozen before insert or update or delete on timeline
  for each row execute function refuse_in_frozen_room();
create trigger milestone_frozen before insert or update or delete on milestone
  for each row execute function refuse_of_frozen_timeline();
create trigger net_yield_frozen before insert or update or delete on net_yield
  for each row execute function refuse_in_frozen_room();
create trigger operating_stats_frozen before insert or update or delete on operating_stats
  for each row execute function refuse_in_frozen_room();
create trigger portfolio_frozen before update or delete on portfolio
  for each row execute function refuse_frozen_room();
create trigger portfolio_project_frozen before insert or delete on portfolio_project
  for each row execute function refuse_in_frozen_room();
create trigger project_frozen before update or delete on project
  for each row execute function refuse_of_frozen_project('id');
create trigger project_equipment_frozen before insert or update or delete on project_equipment
  for each row execute function refuse_of_frozen_project('project_id');
create trigger project_layer_frozen before insert or update or delete on project_layer
  for each row execute function refuse_of_frozen_project('project_id');
create trigger project_shapes_frozen before insert on project_shapes
  for each row execute function refuse_of_frozen_project('project_id');
create trigger project_offtaker_frozen before insert or delete on project_offtaker
  for each row execute function refuse_of_frozen_project('project_id');
create trigger ppa_contract_frozen before insert or update or delete on ppa_contract
  for each row execute function refuse_of_frozen_project('project_id');
-- Of the content of a document: not what jobs write of it. What goes along with a deletion is refused by the deletion.
create trigger document_changed_frozen before update of acl_id, current_version_id, deleted_at, name, parent_id on document
  for each row when (old.acl_id <> new.acl_id or old.current_version_id is distinct from new.current_version_id
    or (old.deleted_at is not null and new.deleted_at is null) or old.name <> new.name
    or old.parent_id is distinct from new.parent_id)
  execute function refuse_in_frozen_tree();
