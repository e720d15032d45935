import { handles } from '../../platform/jobs/index.ts'
import type { Files } from '../files/index.ts'
import type { Module } from '../manifest.ts'
import { fillOrganisations } from './filling.ts'
import { createOrganisations, type OrganisationsDoor } from './index.ts'
import { logoFiles } from './logo.ts'
import { organisationKinds } from './office.ts'
import { purgeJob, purgeOrganisation, queuePurges } from './purge.ts'
import { createOrganisationsResolvers } from './resolvers.ts'

export const organisationsModule: Module<'organisations', OrganisationsDoor, { files: Files }> = {
  name: 'organisations',
  folder: import.meta.dirname,
  rows: { Organization: 'store.ts#OrganisationRow' },
  readingFields: ['User.organization'],
  create: ({ db, jobsDb, hooks }, { files }) => {
    const organisations = createOrganisations(db)
    const queue = () => queuePurges(jobsDb)
    const purge = (id: string, signal: AbortSignal) => purgeOrganisation({ db: jobsDb, hooks }, id, signal)
    return {
      door: { ...organisations, queuePurges: queue, purge },
      resolvers: [createOrganisationsResolvers(organisations)],
      office: organisationKinds(hooks, files),
      hooks: [...logoFiles],
      // At night, when fewest people wait for the database.
      scheduled: [
        { name: 'purge_organisations', pattern: '37 1 * * *', run: queue },
        {
          name: 'fill_organisations',
          pattern: '* * * * *',
          run: async () => void (await fillOrganisations(jobsDb)),
        },
      ],
      queued: [handles(purgeJob, ({ organisationId }, { signal }) => purge(organisationId, signal))],
    }
  },
}
