import type { Module } from '../manifest.ts'
import { createOrganisations, type Organisations } from './index.ts'
import { organisationKinds } from './office.ts'
import { createOrganisationsResolvers } from './resolvers.ts'

export const organisationsModule: Module<'organisations', Organisations, object> = {
  name: 'organisations',
  folder: import.meta.dirname,
  rows: { Organization: 'store.ts#OrganisationRow' },
  create: ({ db }) => {
    const organisations = createOrganisations(db)
    return {
      door: organisations,
      resolvers: [createOrganisationsResolvers(organisations)],
      office: organisationKinds(),
    }
  },
}
