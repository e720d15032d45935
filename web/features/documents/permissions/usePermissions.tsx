import { IconEye, IconShieldLock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Command, lazily } from '../../../ui/index.ts'
import { rootIdOf } from '../place/address.ts'
import { usePlace } from '../place/place.ts'
import type { Subject } from './PermissionsDialog.tsx'

const PermissionsDialog = lazily(async () => (await import('./PermissionsDialog.tsx')).PermissionsDialog)
const TreeTypeDialog = lazily(async () => (await import('./TreeTypeDialog.tsx')).TreeTypeDialog)

/** The ways to change permissions, as far as the person may. */
interface PermissionEditing {
  /** Opens the toggles of these. */
  readonly stage: (documents: readonly Subject[]) => void
  readonly commands: readonly Command<Subject>[]
  readonly dialog: ReactNode
}

/**
 * Changing who may see documents (PERM-13), and in the root to whom documents are permitted at all (PERM-12).
 * @param refresh reads the list again
 */
export function usePermissions(refresh: () => Promise<unknown>): PermissionEditing {
  const { tree, addresses, isReadOnly } = usePlace()
  const [staged, setStaged] = useState<readonly Subject[]>([])
  const [choosingType, setChoosingType] = useState(false)
  return {
    stage: setStaged,
    commands: [
      {
        key: 'permissions',
        label: 'Permissions',
        icon: <IconShieldLock />,
        many: true,
        allowed: tree.canEditPermissions && !isReadOnly,
        run: setStaged,
      },
      {
        key: 'access',
        label: 'Who could see this',
        icon: <IconEye />,
        allowed: tree.canEditPermissions,
        to: ({ id }) => addresses.toView(id, 'access'),
      },
      {
        key: 'type',
        label: tree.permissionsType === 'ROLE' ? 'Permit to groups' : 'Permit to roles',
        icon: <IconEye />,
        allowed: tree.canEditType,
        fits: ({ id }) => id === rootIdOf(tree.id),
        run: () => setChoosingType(true),
      },
    ],
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
