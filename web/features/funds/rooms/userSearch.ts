import { useOptionSearch } from '../../../graphql/useOptionSearch.ts'
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
export const useOrganisationUserSearch = (orgSlug: string) =>
  useOptionSearch(OrganisationUsersDocument, { orgSlug }, ({ orgUsers }) => orgUsers.map(optionOf))

/** Finds a deal manager among those with access to the portfolio (DRM-07). */
export const useRoomUserSearch = (portfolioId: string) =>
  useOptionSearch(RoomUsersDocument, { portfolioId }, ({ portfolioUsers }) => portfolioUsers.map(optionOf))
