import type { Module } from '../manifest.ts'
import { createFinding, type Finding, type FindingDeps } from './index.ts'
import { createFindingResolvers } from './resolvers.ts'

export const findingModule: Module<'finding', Finding, FindingDeps> = {
  name: 'finding',
  folder: import.meta.dirname,
  rows: { Found: 'index.ts#FoundRow' },
  pages: { known: [/^\/search\/?$/, /^\/[^/]+\/search\/?$/] },
  create: (_world, deps) => {
    const finding = createFinding(deps)
    return { door: finding, resolvers: [createFindingResolvers(finding)] }
  },
}
