import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { MenuEntry } from '../../../ui/index.ts'

/** Rename in a menu. */
export const renameEntry = (onSelect: () => void): MenuEntry => ({
  key: 'rename',
  label: 'Rename',
  icon: <IconPencil />,
  onSelect,
})

/** Delete in a menu, set apart from what does no harm. */
export const deleteEntry = (onSelect: () => void, label = 'Delete'): MenuEntry => ({
  key: 'delete',
  label,
  icon: <IconTrash />,
  tone: 'danger',
  divider: true,
  onSelect,
})
