import { DEAL_STATUSES } from '../../../shared/enumerations.ts'
import { permissionsAnywhere } from '../../access/actor.ts'
import { actorOf } from '../../contracts/context.ts'
import { optionalPage, slicePage } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Organisations } from './index.ts'

export const createOrganisationsResolvers = (organisations: Organisations): Resolvers => ({
  User: {
    organizations: async (person, part, context) => {
      const actor = actorOf(context)
      return person.id === actor.personId
        ? organisations.of(actor, optionalPage(part))
        : slicePage(await organisations.shared(context, person.id), part)
    },
    // Another person's are none of the page's business: it asks for its own.
    organization: (person, { slug }, context) => {
      const actor = actorOf(context)
      return person.id === actor.personId ? organisations.bySlug(actor, slug) : null
    },
  },
  Organization: {
    permissions: (organisation, _args, context) => permissionsAnywhere(actorOf(context), organisation.id),
    featureFlags: ({ documentLabels, copilot }) => ({ documentLabels, copilot }),
    statusLabels: ({ statusLabels }) =>
      DEAL_STATUSES.map((status) => ({ status, label: statusLabels[status] })),
  },
})
