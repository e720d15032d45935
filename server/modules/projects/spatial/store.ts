import { sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { LayerHead } from '../../../platform/kml/index.ts'
import { matching, type ProjectFilter, type Scope } from '../core/store.ts'

export type ShapesState = 'WAITING' | 'DONE' | 'FAILED'

/** The newest file of shapes of a project. */
export interface ShapesRow {
  id: string
  projectId: string
  name: string
  state: ShapesState
  /** One sentence; of those that could not be read alone. */
  problem: string | null
}

/** A layer as the database has it. */
export interface LayerRow extends LayerHead {
  id: string
  projectId: string
  fileId: string
}

/** A layer with the name of its project, for a list of several. */
export interface FoundLayer {
  projectName: string
  layer: LayerRow
}

/** SQL: the columns of a LayerRow out of `layer`. */
const LAYER = sql`layer.id, layer.project_id as "projectId", layer.name, layer.type, layer.stroke,
  layer.stroke_opacity as "strokeOpacity", layer.stroke_width as "strokeWidth", layer.fill,
  layer.fill_opacity as "fillOpacity", layer.file_id as "fileId"`

/** What a project has of shapes. */
export interface SpatialRows {
  newest: ShapesRow
  /** The GeoJSON of all layers that there are; null without any. */
  fileId: string | null
  layers: LayerRow[]
}

/** Of each project, in the order of the ids; null for one without files of shapes. */
export async function spatialOf(
  db: Connection,
  projectIds: readonly string[],
): Promise<(SpatialRows | null)[]> {
  const [shapes, layers] = await Promise.all([
    sql<ShapesRow>`
      select distinct on (project_id) id, project_id as "projectId", name, state, problem
      from project_shapes where project_id = any(${projectIds}::uuid[])
      order by project_id, uploaded_at desc, id desc`.execute(db),
    sql<LayerRow & { allId: string | null }>`
      select ${LAYER}, shapes.file_id as "allId"
      from project_layer layer join project_shapes shapes on shapes.id = layer.shapes_id
      where layer.project_id = any(${projectIds}::uuid[]) order by layer.project_id, layer.position`.execute(
      db,
    ),
  ])
  const newestBy = new Map(shapes.rows.map((row) => [row.projectId, row]))
  const layersBy = Map.groupBy(layers.rows, ({ projectId }) => projectId)
  return projectIds.map((id) => {
    const newest = newestBy.get(id)
    const mine = layersBy.get(id) ?? []
    return newest ? { newest, fileId: mine[0]?.allId ?? null, layers: mine } : null
  })
}

/** The layers of all projects that match, by project and in their order. */
export async function layersOfFound(
  db: Connection,
  scope: Scope,
  filter: ProjectFilter,
  limit: number,
): Promise<FoundLayer[]> {
  const { rows } = await sql<LayerRow & { projectName: string }>`
    select ${LAYER}, found.name as "projectName"
    from (select project.id, project.name ${matching(scope, filter)}) found
    join project_layer layer on layer.project_id = found.id
    order by found.name collate name_order, found.id, layer.position limit ${limit}`.execute(db)
  return rows.map(({ projectName, ...layer }) => ({ projectName, layer }))
}

export async function insertShapes(
  tx: Tx,
  shapes: { id: string; projectId: string; name: string; sourceFileId: string; uploadedBy: string },
): Promise<void> {
  await sql`
    insert into project_shapes (id, project_id, name, source_file_id, state, uploaded_by)
    values (${shapes.id}, ${shapes.projectId}, ${shapes.name}, ${shapes.sourceFileId}, 'WAITING', ${shapes.uploadedBy})`.execute(
    tx,
  )
}

/** A file of shapes that waits to be read. */
export interface WaitingShapes {
  id: string
  projectId: string
  sourceFileId: string
}

/** Null once it has been read. */
export async function waitingShapes(db: Connection, id: string): Promise<WaitingShapes | null> {
  const { rows } = await sql<WaitingShapes>`
    select id, project_id as "projectId", source_file_id as "sourceFileId" from project_shapes
    where id = ${id} and state = 'WAITING' and source_file_id is not null`.execute(db)
  return rows[0] ?? null
}

/** Records that it can't be read; the project's layers stay. */
export async function failShapes(db: Connection, id: string, problem: string): Promise<void> {
  await sql`
    update project_shapes set state = 'FAILED', problem = ${problem}, source_file_id = null
    where id = ${id} and state = 'WAITING'`.execute(db)
}

/**
 * Gives a project the layers of a file in place of those before. @returns whether it still waited, and no newer file has
 * been read meanwhile
 */
export async function publishLayers(
  tx: Tx,
  { id, projectId }: WaitingShapes,
  fileId: string,
  layers: readonly (LayerHead & { fileId: string })[],
): Promise<boolean> {
  const { rows } = await sql<{ isNewest: boolean }>`
    update project_shapes shapes set state = 'DONE', file_id = ${fileId}, source_file_id = null
    where shapes.id = ${id} and shapes.state = 'WAITING'
    returning not exists (
      select from project_layer layer join project_shapes read on read.id = layer.shapes_id
      where layer.project_id = ${projectId} and (read.uploaded_at, read.id) > (shapes.uploaded_at, shapes.id)
    ) as "isNewest"`.execute(tx)
  if (!rows[0]?.isNewest) return false
  await sql`delete from project_layer where project_id = ${projectId}`.execute(tx)
  const added = layers.map((layer, position) => ({
    id: newId(),
    project_id: projectId,
    shapes_id: id,
    position,
    name: layer.name,
    type: layer.type,
    stroke: layer.stroke,
    stroke_opacity: layer.strokeOpacity,
    stroke_width: layer.strokeWidth,
    fill: layer.fill,
    fill_opacity: layer.fillOpacity,
    file_id: layer.fileId,
  }))
  await sql`
    insert into project_layer
    select * from jsonb_populate_recordset(null::project_layer, ${JSON.stringify(added)}::jsonb)`.execute(tx)
  return true
}

/** Layers as a change meets them; nobody else changes them until its transaction ends. */
export async function lockedLayers(
  tx: Tx,
  projectId: string,
): Promise<{ id: string; shapesId: string; name: string }[]> {
  const { rows } = await sql<{ id: string; shapesId: string; name: string }>`
    select id, shapes_id as "shapesId", name from project_layer where project_id = ${projectId}
    order by position for update`.execute(tx)
  return rows
}

export async function nameLayers(tx: Tx, layers: readonly { id: string; name: string }[]): Promise<void> {
  await sql`
    update project_layer layer set name = given.name
    from json_to_recordset(${JSON.stringify(layers)}::json) as given (id uuid, name text)
    where layer.id = given.id`.execute(tx)
}

/** Removes layers; the collection of all of their file is to be made again. */
export async function removeLayers(tx: Tx, shapesId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from project_layer where id = any(${ids}::uuid[])`.execute(tx)
  await sql`update project_shapes set file_id = null where id = ${shapesId}`.execute(tx)
}

/** The files of the layers that are left of a file of shapes, in their order, and their project. */
export async function filesOfLayers(
  db: Connection,
  shapesId: string,
): Promise<{ projectId: string; fileId: string }[]> {
  const { rows } = await sql<{ projectId: string; fileId: string }>`
    select project_id as "projectId", file_id as "fileId" from project_layer
    where shapes_id = ${shapesId} order by position`.execute(db)
  return rows
}

/** Gives a file of shapes the collection of these layers; nothing happens where others are left of it by now. */
export async function publishCollection(
  tx: Tx,
  shapesId: string,
  fileId: string,
  layerFileIds: readonly string[],
): Promise<void> {
  await sql`
    update project_shapes set file_id = ${fileId}
    where id = ${shapesId} and ${layerFileIds}::uuid[] = array(
      select file_id from project_layer where shapes_id = ${shapesId} order by position)`.execute(tx)
}

/** Which of the files are still referred to. */
export async function shapeFilesInUse(db: Connection, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select source_file_id as id from project_shapes where source_file_id = any(${fileIds}::uuid[])
    union select file_id from project_shapes where file_id = any(${fileIds}::uuid[])
    union select file_id from project_layer where file_id = any(${fileIds}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** The project whose layers a file holds now; null for others, and for what was uploaded. */
export async function projectOfFile(db: Connection, fileId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from project_layer where file_id = ${fileId}
    union select layer.project_id from project_layer layer
      join project_shapes shapes on shapes.id = layer.shapes_id where shapes.file_id = ${fileId}
    limit 1`.execute(db)
  return rows[0]?.id ?? null
}
