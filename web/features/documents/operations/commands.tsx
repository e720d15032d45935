import {
  IconDownload,
  IconEye,
  IconFolder,
  IconFolderSymlink,
  IconLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { Command } from '../../../ui/index.ts'
import { type FileRef, isFolder, isGivenFile, type Row } from '../place/place.ts'

type Openable = Pick<Row, 'id' | 'fileType'>

/** The way to a document's page, or to its column. */
export const openCommands = (to: (id: string) => string): Command<Openable>[] => {
  const open = { key: 'open', label: 'Open', to: ({ id }: Openable) => to(id) }
  return [
    { ...open, icon: <IconFolder />, fits: isFolder },
    { ...open, icon: <IconEye />, fits: (row) => !isFolder(row) },
  ]
}

/** The download of files one by one (DOP-20). */
export const downloadCommand = <File extends FileRef & Pick<Row, 'level' | 'size'>>(
  run: (files: readonly File[]) => void,
): Command<File> => ({
  key: 'download',
  label: 'Download',
  icon: <IconDownload />,
  many: true,
  fits: isGivenFile,
  run,
})

/** Copies the link of a document (DOC-39). */
export const copyCommand = <Item,>(run: (items: readonly Item[]) => void): Command<Item> => ({
  key: 'copy',
  label: 'Copy link',
  icon: <IconLink />,
  done: 'Copied!',
  run,
})

/** Puts a field in the place of a name (DOP-04). */
export const renameCommand = <Item,>(allowed: boolean, start: (item: Item) => void): Command<Item> => ({
  key: 'rename',
  label: 'Rename',
  icon: <IconPencil />,
  shortcut: 'F2',
  allowed,
  run: ([item]) => item !== undefined && start(item),
})

/** Stages a move (DOP-16). */
export const moveCommand = <Item,>(
  allowed: boolean,
  run: (items: readonly Item[]) => void,
): Command<Item> => ({ key: 'move', label: 'Move', icon: <IconFolderSymlink />, many: true, allowed, run })

/** Asks whether to delete (DOP-08). */
export const deleteCommand = <Item,>(
  allowed: boolean,
  run: (items: readonly Item[]) => void,
): Command<Item> => ({
  key: 'delete',
  label: 'Delete',
  icon: <IconTrash />,
  tone: 'danger',
  shortcut: 'Delete',
  many: true,
  allowed,
  run,
})
