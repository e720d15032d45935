import { IconShieldLock, IconUsersGroup } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { lazily, type MenuEntry, type StripAction } from '../../../ui/index.ts'
import { rootIdOf } from '../place/address.ts'
import { usePlace } from '../place/place.ts'
import type { Subject } from './PermissionsDialog.tsx'

const PermissionsDialog = lazily(async () => (await import('./PermissionsDialog.tsx')).PermissionsDialog)
const TreeTypeDialog = lazily(async () => (await import('./TreeTypeDialog.tsx')).TreeTypeDialog)

/** The ways to change permissions, as far as the person may. */
export interface PermissionEditing {
  /** Opens the toggles of these. */
  readonly stage: (documents: readonly Subject[]) => void
  /** In the menu of one document: nothing for whoever may not. */
  readonly entries: (document: Subject) => MenuEntry[]
  /** For a selection; nothing for whoever may not. */
  readonly actions: (documents: readonly Subject[]) => StripAction[]
  readonly dialog: ReactNode
}

/**
 * Changing who may see documents (PERM-13), and in the root to whom documents are permitted at all (PERM-12).
 * @param refresh reads the list again
 */
export function usePermissions(refresh: () => Promise<unknown>): PermissionEditing {
  const { tree } = usePlace()
  const [staged, setStaged] = useState<readonly Subject[]>([])
  const [choosingType, setChoosingType] = useState(false)
  const isRoot = (document: Subject) => document.id === rootIdOf(tree.id)
  const actions = (documents: readonly Subject[]): StripAction[] =>
    tree.canEditPermissions
      ? [
          {
            key: 'permissions',
            label: 'Permissions',
            icon: <IconShieldLock />,
            onSelect: () => setStaged(documents),
          },
        ]
      : []
  return {
    stage: setStaged,
    entries: (document) => [
      ...actions([document]),
      ...(tree.canEditType && isRoot(document)
        ? [
            {
              key: 'type',
              label: tree.permissionsType === 'ROLE' ? 'Permit to groups' : 'Permit to roles',
              icon: <IconUsersGroup />,
              onSelect: () => setChoosingType(true),
            },
          ]
        : []),
    ],
    actions,
    dialog: (
      <>
        {staged.length > 0 && (
          <PermissionsDialog
            documents={staged}
            onClose={() => setStaged([])}
            onChanged={() => void refresh().catch(() => {})}
          />
        )}
        {choosingType && <TreeTypeDialog onClose={() => setChoosingType(false)} onChanged={refresh} />}
      </>
    ),
  }
}
