-- Where folders lie, apart from the documents: what lies below a folder is found by its folders. No index of the
-- documents themselves holds their path then, so that a move of a hundred thousand of them writes their rows alone.
create table folder_place (
  folder_id uuid primary key references document,
  -- Ids from the root to the folder itself.
  path uuid[] not null unique
);
insert into folder_place select id, path from document where is_folder;

create function add_folder_place() returns trigger language plpgsql as $$
begin
  insert into folder_place select id, path from added where is_folder;
  return null;
end $$;
create trigger folder_placed after insert on document referencing new table as added
  for each statement execute function add_folder_place();

create function move_folder_place() returns trigger language plpgsql as $$
begin
  update folder_place set path = new.path where folder_id = new.id;
  return null;
end $$;
create trigger folder_moved after update of path on document
  for each row when (new.is_folder) execute function move_folder_place();

drop index document_path;
drop index document_deleted_path;
-- History below a folder asks for what was deleted, too, and a move takes it along.
create index document_deleted on document (parent_id) where deleted_at is not null;

-- Nobody looks for entries by who made them alone, wherever that was.
drop index activity_person;
