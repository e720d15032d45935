-- Files of shapes (.kml, .kmz) that were uploaded for a project. The newest says how far it has come; one that can't be
-- read leaves the project's layers as they are (MAP-23).
create table project_shapes (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  name text not null check (name <> ''),
  -- The file as it was uploaded, until it has been read.
  source_file_id uuid references stored_file on delete set null,
  state text not null check (state in ('WAITING', 'DONE', 'FAILED')),
  -- Why it could not be read, in one sentence.
  problem text check ((problem is null) = (state <> 'FAILED')),
  -- The GeoJSON of all its layers.
  file_id uuid references stored_file on delete set null,
  uploaded_by uuid not null references person,
  uploaded_at timestamptz not null default now()
);
create index project_shapes_project on project_shapes (project_id, uploaded_at desc, id desc);
create index project_shapes_source on project_shapes (source_file_id) where source_file_id is not null;
create index project_shapes_file on project_shapes (file_id) where file_id is not null;

-- The layers of a project, of the newest file that could be read.
create table project_layer (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  shapes_id uuid not null references project_shapes on delete cascade,
  position integer not null,
  name text not null check (name <> ''),
  -- GeoJSON geometry type of its shapes.
  type text not null,
  stroke text,
  stroke_opacity double precision,
  -- Pixels
  stroke_width double precision,
  fill text,
  fill_opacity double precision,
  file_id uuid not null references stored_file
);
create unique index project_layer_position on project_layer (project_id, position);
create index project_layer_shapes on project_layer (shapes_id);
create index project_layer_file on project_layer (file_id);
