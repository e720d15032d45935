import DataLoader from 'dataloader'
import type { Actor } from '../../../access/actor.ts'
import { DomainError } from '../../../access/errors.ts'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { limitOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Files } from '../../files/index.ts'
import type { ProjectsAsked } from '../core/visibility.ts'
import type { Spatial } from './index.ts'
import type { FoundLayer } from './store.ts'

/** Spatial layers of projects, and their upload (MAP). */
export function createSpatialResolvers(
  spatial: Spatial,
  projects: { layers(actor: Actor, asked: ProjectsAsked, limit: number): Promise<FoundLayer[]> },
  files: Files,
): Resolvers {
  const loader = perRequest(() => new DataLoader((ids: readonly string[]) => spatial.of(ids)))
  return {
    Mutation: {
      uploadProjectSpatialFile: async (_root, { projectId, file }, context) => {
        try {
          const uploadPath = await spatial.upload(actorOf(context), projectId, file)
          return { success: true, message: null, uploadPath }
        } catch (error) {
          // A file that can't be taken is the answer's own error; whoever may not upload gets theirs.
          if (!(error instanceof DomainError) || error.code !== 'BAD_USER_INPUT') throw error
          return { success: false, message: error.message, uploadPath: null }
        }
      },
      updateProjectLayers: (_root, { projectId, layers }, context) =>
        spatial.update(actorOf(context), projectId, layers),
    },
    Project: {
      spatial: ({ id }, _args, context) => loader(context).load(id),
    },
    ProjectCollection: {
      layers: ({ asked }, { limit }, context) => projects.layers(actorOf(context), asked, limitOf(limit)),
    },
    ProjectLayer: {
      projectId: ({ layer }) => layer.projectId,
    },
    ProjectSpatial: {
      geoJsonUrl: ({ fileId }, _args, context) =>
        fileId === null ? null : files.address(actorOf(context).personId, fileId),
      features: ({ layers }) => layers,
      state: ({ newest }) => newest.state,
      fileName: ({ newest }) => newest.name,
      problem: ({ newest }) => newest.problem,
    },
    SpatialFeature: {
      geoJsonUrl: ({ fileId }, _args, context) => files.address(actorOf(context).personId, fileId),
    },
  }
}
