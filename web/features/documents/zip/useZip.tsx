import { IconFileZip, IconStack2 } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { lazily, type MenuEntry } from '../../../ui/index.ts'
import { useStaged } from '../place/useStaged.ts'
import type { Zipped } from './ZipDialog.tsx'

const ZipDialog = lazily(async () => (await import('./ZipDialog.tsx')).ZipDialog)
const MyZipsDialog = lazily(async () => (await import('./MyZipsDialog.tsx')).MyZipsDialog)

const LABEL = 'Download as zip'

/** Zip in a menu or over a selection. */
export const zipEntry = (onSelect: () => void) =>
  ({ key: 'zip', label: LABEL, icon: <IconFileZip />, onSelect }) satisfies MenuEntry

export interface Zipping {
  /** Asks whether these are to be zipped. */
  readonly stage: (documents: readonly Zipped[]) => void
  /** The question and what follows it, while there is one. */
  readonly dialog: ReactNode
}

/** Zips documents after a question; what is staged ends with its folder, view and search (DOP-17, DOP-21). */
export function useZip(): Zipping {
  const [staged, setStaged] = useStaged<readonly Zipped[] | null>(null)
  return {
    stage: setStaged,
    dialog: staged && <ZipDialog documents={staged} onClose={() => setStaged(null)} />,
  }
}

/** The zips that the person asked for before: their entry in the menu of a folder, and the list that it opens. */
export function useMyZips(): { entry: MenuEntry; dialog: ReactNode } {
  const [open, setOpen] = useState(false)
  return {
    entry: { key: 'zips', label: 'My zips', icon: <IconStack2 />, onSelect: () => setOpen(true) },
    dialog: open && <MyZipsDialog onClose={() => setOpen(false)} />,
  }
}
