import {
  IconDownload,
  IconEye,
  IconFolderOpen,
  IconFolderSymlink,
  IconLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { MenuEntry } from '../../../ui/index.ts'
import { isFolder, type Row } from '../place/place.ts'

// Each is an entry of a menu, and an action over a selection where several can be had at once.

/** The way to a document's page, or to its column. */
export const openEntry = (row: Pick<Row, 'fileType'>, to: string) =>
  ({
    key: 'open',
    label: 'Open',
    icon: isFolder(row) ? <IconFolderOpen /> : <IconEye />,
    to,
  }) satisfies MenuEntry

/** The download of files one by one (DOP-20). */
export const downloadEntry = (onSelect: () => void) =>
  ({ key: 'download', label: 'Download', icon: <IconDownload />, onSelect }) satisfies MenuEntry

/** Copies the link of a document (DOC-39). */
export const copyEntry = (onSelect: () => void) =>
  ({ key: 'copy', label: 'Copy link', icon: <IconLink />, onSelect, done: 'Copied!' }) satisfies MenuEntry

/** Puts a field in the place of a name (DOP-04). */
export const renameEntry = (onSelect: () => void) =>
  ({ key: 'rename', label: 'Rename', icon: <IconPencil />, onSelect }) satisfies MenuEntry

/** Stages a move (DOP-16). */
export const moveEntry = (onSelect: () => void) =>
  ({ key: 'move', label: 'Move', icon: <IconFolderSymlink />, onSelect }) satisfies MenuEntry

/** Asks whether to delete (DOP-08). */
export const deleteEntry = (onSelect: () => void, label = 'Delete') =>
  ({ key: 'delete', label, icon: <IconTrash />, tone: 'danger', onSelect }) satisfies MenuEntry
