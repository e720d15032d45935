import { IconFileSpreadsheet, IconHistory, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazily, type MenuEntry } from '../../../ui/index.ts'
import { changeLogAddress, rootOf } from '../place/changeLog.ts'
import { isFolder, type OpenDocument, usePlace } from '../place/place.ts'

const FileIndexDialog = lazily(async () => (await import('./FileIndexDialog.tsx')).FileIndexDialog)

/**
 * The spreadsheets of a tree that the person may have (DOC-26 to DOC-28, DOP-30), what is staged in it and its bin: entries of a menu, and the
 * dialog that the file index opens.
 */
export function useTreeMenu(document: OpenDocument): { entries: MenuEntry[]; dialog: ReactNode } {
  const { tree, addresses, sees } = usePlace()
  const [address] = useSearchParams()
  const [choosing, setChoosing] = useState(false)
  const { fileIndexUrl, canViewAccessLog, accessLogUrl, changeLogUrl } = tree
  const entries: (MenuEntry | false)[] = [
    fileIndexUrl !== null &&
      isFolder(document) && {
        key: 'file-index',
        label: 'File index…',
        icon: <IconFileSpreadsheet />,
        onSelect: () => setChoosing(true),
      },
    canViewAccessLog &&
      accessLogUrl !== null && {
        key: 'access-log',
        label: 'Access log',
        icon: <IconFileSpreadsheet />,
        href: accessLogUrl,
        newTab: true,
      },
    changeLogUrl !== null && {
      key: 'change-log',
      label: 'Change log',
      icon: <IconHistory />,
      href: changeLogAddress(changeLogUrl, rootOf(tree.id, document.id, address), address),
      newTab: true,
    },
    // STAGE-04
    sees.staged && { key: 'staged', label: 'Staged', icon: <IconHistory />, to: addresses.staged },
    // BIN-01
    sees.bin && { key: 'bin', label: 'Recycle bin', icon: <IconTrash />, to: addresses.bin },
  ]
  return {
    entries: entries.filter((entry) => entry !== false),
    dialog: choosing && fileIndexUrl !== null && (
      <FileIndexDialog folder={document} url={fileIndexUrl} onClose={() => setChoosing(false)} />
    ),
  }
}
