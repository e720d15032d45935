import type { ApolloClient } from '@apollo/client'
import type { ComboOption } from '../../../ui/index.ts'
import { OrganisationUsersDocument, RoomUsersDocument } from './operations.generated.ts'

interface Found {
  readonly id: string
  readonly fullName: string
  readonly email: string | null
}

const optionOf = ({ id, fullName, email }: Found): ComboOption => ({
  value: id,
  label: fullName,
  ...(email !== null && { detail: email }),
})

/** Finds a deal manager among the organisation's users (DRM-07). */
export const searchOrganisation =
  (client: ApolloClient, orgSlug: string) =>
  async (search: string, signal: AbortSignal): Promise<readonly ComboOption[]> => {
    const { data } = await client.query({
      query: OrganisationUsersDocument,
      variables: { orgSlug, search },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal } },
    })
    return (data?.orgUsers ?? []).map(optionOf)
  }

/** Finds a deal manager among those with access to the portfolio (DRM-07). */
export const searchRoom =
  (client: ApolloClient, portfolioId: string) =>
  async (search: string, signal: AbortSignal): Promise<readonly ComboOption[]> => {
    const { data } = await client.query({
      query: RoomUsersDocument,
      variables: { portfolioId, search },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal } },
    })
    return (data?.portfolioUsers ?? []).map(optionOf)
  }
