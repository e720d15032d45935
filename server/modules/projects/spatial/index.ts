import { KML_REFUSALS, layerNameProblem, spatialFileProblem } from '../../../../shared/spatialFiles.ts'
import { tidyText } from '../../../../shared/texts.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, forbidden, requireFields } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import type { UploadedFile } from '../../../contracts/uploadedFile.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { newId } from '../../../platform/ids.ts'
import { defineJob, queueJob } from '../../../platform/jobs/index.ts'
import { KML_BYTES } from '../../../platform/kml/index.ts'
import { recordBy } from '../../activity/index.ts'
import { defineStoredFile, type Files, ownsFiles } from '../../files/index.ts'
import type { PortfolioRow } from '../../funds/index.ts'
import type { ProjectRow } from '../core/fields.ts'
import { movesProject } from '../policy.ts'
import {
  insertShapes,
  lockedLayers,
  nameLayers,
  projectOfFile,
  removeLayers,
  type SpatialRows,
  shapeFilesInUse,
  spatialOf,
} from './store.ts'

/** What is uploaded, and what is made of it. */
export const SHAPES = defineStoredFile({
  name: 'shapes',
  maxBytes: KML_BYTES,
  types: [],
  refusal: KML_REFUSALS.type,
})

/** Reads an uploaded file of shapes. */
export const shapesJob = defineJob<{ id: string }>('read_project_shapes', { attempts: 3, lane: 'long' })

/** Makes the collection of all layers of a file once more, after some were removed. */
export const collectionJob = defineJob<{ shapesId: string }>('join_project_layers', { attempts: 3 })

/** Layers of projects from .kml and .kmz files. */
export interface Spatial {
  /**
   * Takes a file, which a job reads; its layers then replace those of the project (MAP-22).
   * @returns the name under which it is kept
   * @throws NOT_FOUND for a project that the actor does not see, FORBIDDEN without PROJECTS_ADMIN on the organisation or
   * on one of its portfolios, BAD_USER_INPUT with the sentence for a file of another kind, and for a larger one
   */
  upload(actor: Actor, projectId: string, file: UploadedFile): Promise<string>
  /**
   * Names layers of a project, and removes those that are not among the given ones.
   * @throws as `upload` for who may not; BAD_USER_INPUT at `layers.0.name` for a name that is empty or too long, CONFLICT
   * where one of them no longer exists
   */
  update(
    actor: Actor,
    projectId: string,
    layers: readonly { id: string; name: string }[],
  ): Promise<ProjectRow>
  /** For a loader, in the order of the ids; the caller has shown that the actor sees the projects. */
  of(projectIds: readonly string[]): Promise<(SpatialRows | null)[]>
}

/** Projects as the actor sees them. */
export interface SeenProjects {
  /** @throws NOT_FOUND for one that the actor does not see */
  project(actor: Actor, id: string): Promise<ProjectRow>
  /** Of each project the portfolios with it that the actor may open. */
  portfoliosOf(actor: Actor, ids: readonly string[]): Promise<PortfolioRow[][]>
}

export const createSpatial = (db: Database, projects: SeenProjects, files: Files): Spatial => ({
  upload: async (actor, projectId, file) => {
    const project = await projects.project(actor, projectId)
    const [holding = []] = await projects.portfoliosOf(actor, [project.id])
    if (!movesProject(actor, project.organisationId, holding)) throw forbidden()
    // MAP-18, MAP-19, MAP-24
    const problem = spatialFileProblem(file.filename, file.size)
    if (problem) throw badInput(problem, { file: problem })
    const id = newId()
    await files.keep(
      SHAPES,
      { ownerId: project.id, name: file.filename, bytes: file },
      async (tx, fileId) => {
        await insertShapes(tx, {
          id,
          projectId: project.id,
          name: file.filename,
          sourceFileId: fileId,
          uploadedBy: actor.personId,
        })
        await recordBy(tx, actor, [
          {
            kind: 'UPLOAD_PROJECT_SHAPES',
            organisationId: project.organisationId,
            subject: { kind: 'project', id: project.id },
            detail: { name: file.filename },
          },
        ])
        await queueJob(tx, shapesJob, { id })
      },
    )
    return `${id}/${file.filename}`
  },
  update: async (actor, projectId, given) => {
    const project = await projects.project(actor, projectId)
    const layers = given.map(({ id, name }) => ({ id, name: tidyText(name) }))
    return withLock(db, rowLock('project', project.id), async (tx) => {
      await reauthorise(tx, actor, async (now) => {
        const [holding = []] = await projects.portfoliosOf(now, [project.id])
        if (!movesProject(now, project.organisationId, holding)) throw forbidden()
      })
      requireFields(
        Object.fromEntries(layers.map(({ name }, at) => [`layers.${at}.name`, layerNameProblem(name)])),
      )
      const stored = await lockedLayers(tx, project.id)
      const names = new Map(layers.map(({ id, name }) => [id, name]))
      const kept = stored.filter(({ id }) => names.has(id))
      if (kept.length < names.size) throw conflict(LAYERS_REPLACED)
      const removed = stored.filter(({ id }) => !names.has(id))
      const renamed = kept.filter(({ id, name }) => names.get(id) !== name)
      const [shapes] = removed
      if (!shapes && renamed.length === 0) return project
      await nameLayers(
        tx,
        renamed.map(({ id, name }) => ({ id, name: names.get(id) ?? name })),
      )
      if (shapes) {
        await removeLayers(
          tx,
          shapes.shapesId,
          removed.map(({ id }) => id),
        )
        if (kept.length > 0) await queueJob(tx, collectionJob, { shapesId: shapes.shapesId })
      }
      await recordBy(tx, actor, [
        {
          kind: 'UPDATE_PROJECT_LAYERS',
          organisationId: project.organisationId,
          subject: { kind: 'project', id: project.id },
          detail: {
            removed: removed.map(({ name }) => name),
            renamed: renamed.map(({ id, name }) => [name, names.get(id)]),
          },
        },
      ])
      return project
    })
  },
  of: (projectIds) => spatialOf(db, projectIds),
})

const LAYERS_REPLACED = 'The layers have changed meanwhile. Please look at them and try again.'

/** Layers are read by whoever sees their project now (transport.md 9); what was uploaded by nobody. */
export const shapeFiles = (projects: Pick<SeenProjects, 'project'>) =>
  ownsFiles(SHAPES, {
    inUse: shapeFilesInUse,
    mayRead: async (on: Connection, actor, { id }) => {
      const projectId = await projectOfFile(on, id)
      if (projectId === null) return false
      return projects.project(actor, projectId).then(
        () => true,
        () => false,
      )
    },
  })
