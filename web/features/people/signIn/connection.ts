import type { ProvisioningQuery, SsoConnectionsQuery } from './operations.generated.ts'

export type SsoConnection = SsoConnectionsQuery['ssoConnections'][number]

/** How a directory provisions a connection. */
export type Provisioned = ProvisioningQuery['ssoConnection']
export type ScimGroup = Provisioned['scimGroups'][number]
