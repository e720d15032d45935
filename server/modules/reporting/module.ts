import { sql } from 'kysely'
import { countedOf } from '../../admin/index.ts'
import { joins } from '../../platform/hooks.ts'
import type { Module } from '../manifest.ts'
import { type Organisations, organisationHolds } from '../organisations/index.ts'
import { createReporting, type Reporting } from './index.ts'
import { partnerKind } from './office.ts'
import { createReportingResolvers } from './resolvers.ts'

export const reportingModule: Module<'reporting', Reporting, { organisations: Organisations }> = {
  name: 'reporting',
  folder: import.meta.dirname,
  pages: {
    known: [/^\/[^/]+\/reporting\/?$/, /^\/[^/]+\/reporting\/[^/]+(\/reports(\/[^/]+)?)?\/?$/],
  },
  create: ({ db }, { organisations }) => {
    const reporting = createReporting(db, organisations)
    return {
      door: reporting,
      resolvers: [createReportingResolvers(reporting)],
      office: [partnerKind()],
      hooks: [
        joins(organisationHolds, (db, { organisationId }) =>
          countedOf(db, {
            'O&M partners': sql`from o_and_m_partner where organisation_id = ${organisationId}`,
          }),
        ),
      ],
    }
  },
}
