import type { DealStatus, PrincipalType } from '../../../../shared/enumerations.ts'
import { type FieldWords, numberIn } from '../../../ui/index.ts'
import { type StatusLabelRows, statusLabel } from '../core/statuses.ts'
import type {
  RoomSettingsFieldsFragment,
  RoomSettingsQuery,
  UpdateRoomMutationVariables,
} from './operations.generated.ts'

/** The deal room that the dialog is open on. */
export type OpenRoom = NonNullable<RoomSettingsQuery['portfolio']>

/** Of a question that stands in place of the settings. */
export interface RoomStepProps {
  room: OpenRoom
  onBusy: (busy: boolean) => void
  onCancel: () => void
  /** After the change: reads again what shows it. */
  onDone: () => Promise<void>
}

/** Characters of a reason, as the server counts them. */
const MAX_REASON = 500

/** A reason that may be left out. @returns what is wrong with it, or true */
export const reasonRule = (reason: string): string | true =>
  [...reason.trim()].length <= MAX_REASON || `Please use at most ${MAX_REASON} characters.`

/** What the dialog offers as a status (DRM-12). */
export const OFFERED: readonly DealStatus[] = ['DRAFT', 'DILIGENCE', 'MARKET', 'ACQUIRED', 'SOLD']

/** The form's values. */
export interface Settings {
  status: string
  name: string
  enableProjects: boolean
  enableQAndA: boolean
  headerEnabled: boolean
  dealManagerId: string
  systemSize: string
  isSystemSizeDynamic: boolean
  permissionType: PrincipalType
}

export const settingsOf = (
  room: RoomSettingsFieldsFragment,
  permissionType: PrincipalType | undefined,
): Settings => ({
  status: room.status,
  name: room.name,
  enableProjects: room.enableProjects,
  enableQAndA: room.enableQAndA,
  headerEnabled: room.headerEnabled,
  dealManagerId: room.dealManager?.id ?? '',
  systemSize: String(room.systemSize),
  isSystemSizeDynamic: room.isSystemSizeDynamic,
  // DRM-17
  permissionType: permissionType ?? 'GROUP',
})

/** What is sent of the values: those that were changed alone, so that nothing else is overwritten. */
export function changesOf(
  values: Settings,
  before: Settings,
): Omit<UpdateRoomMutationVariables, 'orgSlug' | 'portfolioId' | 'revision'> {
  const isChanged = (name: keyof Settings) => values[name] !== before[name]
  const isSizeChanged = isChanged('isSystemSizeDynamic') || isChanged('systemSize')
  return {
    ...(isChanged('status') && { status: values.status as DealStatus }),
    ...(isChanged('name') && { name: values.name.trim() }),
    ...(isChanged('enableProjects') && { enableProjects: values.enableProjects }),
    ...(isChanged('enableQAndA') && { enableQAndA: values.enableQAndA }),
    ...(isChanged('headerEnabled') && { headerEnabled: values.headerEnabled }),
    ...(isChanged('dealManagerId') && { dealManagerId: values.dealManagerId || null }),
    // DRM-09, DRM-10
    ...(isSizeChanged &&
      (values.isSystemSizeDynamic
        ? { removeSystemSize: true }
        : { systemSize: numberIn(values.systemSize) ?? 0 })),
  }
}

const onOff = (on: unknown): string => (on === true ? 'On' : 'Off')

/** How fields and values are called where somebody else has saved meanwhile. */
export const wordsOf = ({
  dealManager,
  org,
}: {
  dealManager: { id: string; fullName: string } | null
  org: { statusLabels: StatusLabelRows }
}): Readonly<Record<keyof Settings, FieldWords | string>> => ({
  name: 'Name',
  status: { label: 'Status', words: (status) => statusLabel(org.statusLabels, status as DealStatus) },
  dealManagerId: {
    label: 'Deal manager',
    words: (id, nameOf) => nameOf(String(id)) ?? (id === dealManager?.id ? dealManager?.fullName : undefined),
  },
  permissionType: { label: 'Document access by', words: (type) => (type === 'ROLE' ? 'Role' : 'Group') },
  systemSize: { label: 'System size', words: (size) => `${size} kW` },
  isSystemSizeDynamic: { label: 'Dynamic System Size', words: onOff },
  enableProjects: { label: 'Projects', words: onOff },
  enableQAndA: { label: 'Q&A', words: onOff },
  headerEnabled: { label: 'Header with figures', words: onOff },
})
