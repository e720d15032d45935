import {
  type Icon,
  IconBriefcase2,
  IconKey,
  IconUser,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import type { AdminCountsQuery } from './operations.generated.ts'

/** A tab of the organisation's admin, at its own part of the address. */
interface AdminTab {
  readonly key: string
  readonly label: string
  readonly path: string
  readonly icon: Icon
  /** Whether it is for organisation admins alone (SSO-02). */
  readonly isForAdmins?: boolean
  /** How many there are of what it shows. */
  readonly count?: (counts: AdminCountsQuery) => number
}

/** In their order (PPL-01); the first one is where the bare address leads (PPL-02). */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    key: 'people',
    label: 'People',
    path: 'users',
    icon: IconUser,
    count: ({ invitationCounts: { accepted, waiting } }) => accepted + waiting,
  },
  {
    key: 'groups',
    label: 'Groups',
    path: 'groups',
    icon: IconUsersGroup,
    count: ({ groupPages: { count } }) => count,
  },
  {
    key: 'deal-rooms',
    label: 'Deal Rooms',
    path: 'deal-rooms',
    icon: IconBriefcase2,
    count: ({ dealRooms }) => dealRooms.count,
  },
  { key: 'sign-in', label: 'Sign-in', path: 'sign-in', icon: IconKey, isForAdmins: true },
  { key: 'api', label: 'API', path: 'api', icon: IconWebhook, isForAdmins: true },
]
