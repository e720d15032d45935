import { IconFileZip } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Command, lazily, type MenuEntry } from '../../../ui/index.ts'
import { isFolder, type Row } from '../place/place.ts'
import { useStaged } from '../place/useStaged.ts'
import type { DocumentToZip } from './ZipDialog.tsx'

const ZipDialog = lazily(async () => (await import('./ZipDialog.tsx')).ZipDialog)
const MyZipsDialog = lazily(async () => (await import('./MyZipsDialog.tsx')).MyZipsDialog)

interface Zipping {
  /** Asks whether these are to be zipped; of a single document only where it is a folder. */
  readonly command: Command<DocumentToZip & Pick<Row, 'fileType'>>
  /** The question and what follows it, while there is one. */
  readonly dialog: ReactNode
}

/** Zips documents after a question; what is staged ends with its folder, view and search (DOP-17, DOP-21). */
export function useZip(): Zipping {
  const [staged, setStaged] = useStaged<readonly DocumentToZip[] | null>(null)
  return {
    command: {
      key: 'zip',
      label: 'Download as zip',
      icon: <IconFileZip />,
      fits: isFolder,
      many: true,
      run: setStaged,
    },
    dialog: staged && <ZipDialog documents={staged} onClose={() => setStaged(null)} />,
  }
}

/** The zips that the person asked for before: their entry in the menu of a folder, and the list that it opens. */
export function useMyZips(): { entry: MenuEntry; dialog: ReactNode } {
  const [open, setOpen] = useState(false)
  return {
    entry: { key: 'zips', label: 'Zip downloads', icon: <IconFileZip />, onSelect: () => setOpen(true) },
    dialog: open && <MyZipsDialog onClose={() => setOpen(false)} />,
  }
}
