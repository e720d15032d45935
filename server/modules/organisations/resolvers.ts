import { DEAL_STATUSES } from '../../../shared/enumerations.ts'
import { permissionsAnywhere } from '../../access/actor.ts'
import { actorOf } from '../../access/context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Organisations } from './index.ts'

export const createOrganisationsResolvers = (organisations: Organisations): Resolvers => ({
  User: {
    organizations: (person, _args, context) => {
      const actor = actorOf(context)
      return person.id === actor.personId ? organisations.of(actor) : organisations.shared(context, person.id)
    },
  },
  Organization: {
    permissions: (organisation, _args, context) => permissionsAnywhere(actorOf(context), organisation.id),
    featureFlags: ({ documentLabels, copilot }) => ({ documentLabels, copilot }),
    statusLabels: ({ statusLabels }) =>
      DEAL_STATUSES.map((status) => ({ status, label: statusLabels[status] })),
  },
})
