import { DEAL_STATUSES } from '../../../shared/enumerations.ts'
import { permissionsAnywhere } from '../../access/actor.ts'
import { actorOf } from '../../access/context.ts'
import { partOfAll } from '../../access/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Organisations } from './index.ts'

export const createOrganisationsResolvers = (organisations: Organisations): Resolvers => ({
  User: {
    organizations: async (person, part, context) => {
      const actor = actorOf(context)
      const isViewer = person.id === actor.personId
      return partOfAll(
        isViewer ? await organisations.of(actor) : await organisations.shared(context, person.id),
        part,
      )
    },
  },
  Organization: {
    permissions: (organisation, _args, context) => permissionsAnywhere(actorOf(context), organisation.id),
    featureFlags: ({ documentLabels, copilot }) => ({ documentLabels, copilot }),
    statusLabels: ({ statusLabels }) =>
      DEAL_STATUSES.map((status) => ({ status, label: statusLabels[status] })),
  },
})
