import { joins } from '../../platform/hooks.ts'
import type { Module } from '../manifest.ts'
import type { Notifications } from '../notifications/index.ts'
import { arrives, type Sso } from '../sso/index.ts'
import { createAnswering } from './answering.ts'
import { welcome } from './arriving.ts'
import { createGroups } from './groups.ts'
import type { Scim } from './index.ts'
import { createMapping } from './mapping.ts'
import { createScimResolvers } from './resolvers.ts'
import { sweepRequests } from './tokenStore.ts'
import { createTokens } from './tokens.ts'
import { createUsers } from './users.ts'

interface Needs {
  sso: Sso
  notifications: Notifications
}

/** Bytes of a request (SCIM-17). */
const MAX_BYTES = 1_048_576

export const scimModule: Module<'scim', Scim, Needs> = {
  name: 'scim',
  folder: import.meta.dirname,
  tokens: { only: [] },
  readingFields: ['SsoConnection.scimTokenMadeAt', 'SsoConnection.scimGroups', 'SsoConnection.scimRequests'],
  rows: {
    ScimGroup: 'groupStore.ts#ListedGroup',
    ScimRequest: 'tokenStore.ts#RequestRow',
  },
  create: ({ db, jobsDb }, { sso, notifications }) => {
    const now = () => new Date()
    const losses = notifications.settings
    const deps = { db, sso, losses, now }
    const door: Scim = { tokens: createTokens(deps), mapping: createMapping(deps) }
    return {
      door,
      resolvers: [createScimResolvers(door, db)],
      links: [
        {
          kind: 'rest',
          url: '/scim/v2/:connection/*',
          maxBytes: MAX_BYTES,
          methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
          answer: createAnswering({ db, users: createUsers(deps), groups: createGroups(deps), now }),
        },
      ],
      hooks: [joins(arrives, (tx, arriving) => welcome(tx, losses, arriving))],
      scheduled: [{ name: 'sweep_scim', pattern: '*/10 * * * *', run: () => sweepRequests(jobsDb) }],
    }
  },
}
