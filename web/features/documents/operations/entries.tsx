import { IconFolderSymlink, IconPencil, IconTrash } from '@tabler/icons-react'
import type { MenuEntry } from '../../../ui/index.ts'

/** Rename in a menu. */
export const renameEntry = (onSelect: () => void): MenuEntry => ({
  key: 'rename',
  label: 'Rename',
  icon: <IconPencil />,
  onSelect,
})

/** Move in a menu. */
export const moveEntry = (onSelect: () => void): MenuEntry => ({
  key: 'move',
  label: 'Move',
  icon: <IconFolderSymlink />,
  onSelect,
})

/** Delete in a menu. */
export const deleteEntry = (onSelect: () => void, label = 'Delete'): MenuEntry => ({
  key: 'delete',
  label,
  icon: <IconTrash />,
  tone: 'danger',
  onSelect,
})
