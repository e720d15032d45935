import type { SsoConnectionsQuery } from './operations.generated.ts'

export type SsoConnection = SsoConnectionsQuery['ssoConnections'][number]
