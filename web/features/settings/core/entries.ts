import { type Icon, IconApps, IconBell, IconShieldLock, IconUser } from '@tabler/icons-react'
import { APPLICATIONS, notificationsAddress, PROFILE, SECURITY } from '../../../addresses.ts'
import { isAdminUser } from '../../../graphql/access.ts'
import type { Viewer } from '../../../graphql/viewer.ts'

interface Place {
  readonly label: string
  readonly to: string
}

/** An entry of the settings' side list: a page, or several under one name. */
export type SettingsEntry = { readonly key: string; readonly label: string; readonly icon: Icon } & (
  | {
      readonly to: string
      /** Pages whose address goes on after its own are parts of it. */
      readonly hasPagesBelow?: boolean
      readonly places?: undefined
    }
  | { readonly places: readonly Place[]; readonly to?: undefined; readonly hasPagesBelow?: undefined }
)

/** What the side list holds for a person (PROF-14). */
export const settingsEntries = (viewer: Viewer): readonly SettingsEntry[] => [
  { key: 'profile', label: 'My Profile', icon: IconUser, to: PROFILE },
  { key: 'security', label: 'Security', icon: IconShieldLock, to: SECURITY },
  ...notifications(viewer.organizations),
  // PROF-21
  ...(isAdminUser(viewer)
    ? [
        {
          key: 'applications',
          label: 'Applications',
          icon: IconApps,
          to: APPLICATIONS,
          hasPagesBelow: true,
        },
      ]
    : []),
]

/** One organisation is a link of its own (PROF-15), several stand under the name, by theirs (PROF-16). */
function notifications(organizations: Viewer['organizations']): readonly SettingsEntry[] {
  const places = organizations.map(({ name, slug }) => ({
    label: name,
    to: notificationsAddress(slug),
  }))
  const [first] = places
  if (!first) return []
  const entry = { key: 'notifications', label: 'Notifications', icon: IconBell }
  return places.length === 1 ? [{ ...entry, to: first.to }] : [{ ...entry, places }]
}
