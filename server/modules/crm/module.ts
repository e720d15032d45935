import { handles } from '../../platform/jobs/index.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Module } from '../manifest.ts'
import { type Crm, createConnecting, revokeJob } from './index.ts'
import { createCrmResolvers } from './resolvers.ts'
import { createSalesforceEndpoint } from './salesforce/endpoint.ts'

interface Needs {
  accounts: Accounts
}

export const crmModule: Module<'crm', Crm, Needs> = {
  name: 'crm',
  folder: import.meta.dirname,
  readingFields: ['User.hasSalesforceToken'],
  pages: { known: [/^(\/profile)?\/applications(\/salesforce)?\/?$/] },
  create: ({ config, db, signer }, { accounts }) => {
    const endpoint = config.salesforce ? createSalesforceEndpoint(config.salesforce) : null
    const connecting = createConnecting({ db, signer, endpoint })
    return {
      door: connecting,
      resolvers: [createCrmResolvers(connecting, accounts)],
      links: [
        {
          kind: 'redirect',
          url: '/salesforce/oauth',
          to: (actor, { origin }) => connecting.consentAddress(actor, origin),
        },
        {
          kind: 'redirect',
          url: '/salesforce/oauth/callback',
          to: (actor, request) =>
            connecting.finish(actor, {
              state: request.one('state'),
              code: request.one('code'),
              error: request.one('error'),
            }),
        },
      ],
      queued: [handles(revokeJob, (job) => connecting.revoke(job))],
    }
  },
}
