import { KML_REFUSALS, spatialFileProblem } from '../../../../shared/spatialFiles.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden } from '../../../access/errors.ts'
import type { UploadedFile } from '../../../contracts/uploadedFile.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { defineJob, queueJob } from '../../../platform/jobs/index.ts'
import { KML_BYTES } from '../../../platform/kml/index.ts'
import { recordBy } from '../../activity/index.ts'
import { defineStoredFile, type Files, ownsFiles } from '../../files/index.ts'
import type { PortfolioRow } from '../../funds/index.ts'
import type { ProjectRow } from '../core/fields.ts'
import { movesProject } from '../policy.ts'
import { insertShapes, projectOfFile, type SpatialRows, shapeFilesInUse, spatialOf } from './store.ts'

/** What is uploaded, and what is made of it. */
export const SHAPES = defineStoredFile({
  name: 'shapes',
  maxBytes: KML_BYTES,
  types: [],
  refusal: KML_REFUSALS.type,
})

/** Reads an uploaded file of shapes. */
export const shapesJob = defineJob<{ id: string }>('read_project_shapes', { attempts: 3, lane: 'long' })

/** Layers of projects from .kml and .kmz files. */
export interface Spatial {
  /**
   * Takes a file, which a job reads; its layers then replace those of the project (MAP-22).
   * @returns the name under which it is kept
   * @throws NOT_FOUND for a project that the actor does not see, FORBIDDEN without PROJECTS_ADMIN on the organisation or
   * on one of its portfolios, BAD_USER_INPUT with the sentence for a file of another kind, and for a larger one
   */
  upload(actor: Actor, projectId: string, file: UploadedFile): Promise<string>
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
  of: (projectIds) => spatialOf(db, projectIds),
})

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
