import type { DealStatus, PrincipalType } from '../../../../shared/enumerations.ts'
import { numberIn } from '../../../ui/index.ts'
import { type StatusLabelRows, statusLabel } from '../core/statuses.ts'
import type { RoomSettingsFieldsFragment, UpdateRoomMutationVariables } from './operations.generated.ts'

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

const onOff = (on: unknown) => (on === true ? 'on' : 'off')

/** What somebody else has saved meanwhile, in words, of what a conflict tells. */
export function newerWords(
  newer: Readonly<Record<string, unknown>>,
  before: Settings,
  labels: StatusLabelRows,
): string[] {
  const words: string[] = []
  if (newer.status !== before.status) {
    words.push(`Status: ${statusLabel(labels, newer.status as DealStatus)}`)
  }
  if (newer.name !== before.name) words.push(`Name: ${String(newer.name)}`)
  for (const [field, label] of [
    ['enableProjects', 'Projects'],
    ['enableQAndA', 'Q&A'],
    ['headerEnabled', 'Header'],
    ['isSystemSizeDynamic', 'Dynamic System Size'],
  ] as const) {
    if (newer[field] !== before[field]) words.push(`${label}: ${onOff(newer[field])}`)
  }
  if (typeof newer.systemSize === 'number' && String(newer.systemSize) !== before.systemSize) {
    words.push(`System size: ${newer.systemSize} kW`)
  }
  return words
}
