export { type Connecting, createConnecting, revokeJob } from './connecting.ts'

import type { Connecting } from './connecting.ts'

/** The CRM: people's connections to it. */
export type Crm = Pick<Connecting, 'isConnected'>
