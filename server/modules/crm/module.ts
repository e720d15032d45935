import type { Module } from '../manifest.ts'
import { type Crm, createCrm } from './index.ts'
import { createCrmResolvers } from './resolvers.ts'

export const crmModule: Module<'crm', Crm, object> = {
  name: 'crm',
  folder: import.meta.dirname,
  pages: { known: [/^(\/profile)?\/applications\/?$/] },
  create: () => {
    const crm = createCrm()
    return {
      door: crm,
      resolvers: [createCrmResolvers()],
      links: [{ kind: 'redirect', url: '/salesforce/oauth', to: (actor) => crm.consentAddress(actor) }],
    }
  },
}
