import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconDots, IconFile, IconFolder, IconFolderPlus, IconSearch, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { numberedName } from '../../../../shared/numberedNames.ts'
import { Breadcrumbs, MenuButton, type MenuEntry, useBreakpoint } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { inOrder } from '../operations/index.ts'
import type { View } from '../place/address.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { PhoneSearch, SearchBox, SearchDepth } from '../search/SearchBox.tsx'
import { ToolRow } from './layout.tsx'
import { useOtherViews, ViewSwitch } from './ViewSwitch.tsx'

/** The way from the root to a document, each step a link (DOC-20). */
export function Crumbs({
  document,
  view = 'single',
}: {
  document: Pick<OpenDocument, 'id' | 'name' | 'number' | 'ancestors'>
  /** The view that the steps lead to. */
  view?: View
}) {
  const { addresses } = usePlace()
  const items = [...document.ancestors, document].map((step) => ({
    label: numberedName(step),
    to: addresses.toView(step.id, view),
  }))
  return <Breadcrumbs items={items} />
}

const Field = styled('div')({ flex: '1 1 0', minWidth: 0, maxWidth: 480 })

/** Entries under words that say what becomes of what is uploaded by them (STAGE-03). */
const headed = (heading: string, entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.map((entry, at) => (at === 0 ? { ...entry, heading } : entry))

/** Where one is, New folder and Upload, as far as the person may (DOC-33, DOC-34). */
export function FolderToolbar({
  folder,
  view,
  onNewFolder,
  onChoose,
  onStage,
  operations,
  uploadable,
  searching,
  inPlaceOfName,
}: {
  folder: OpenDocument
  view: View
  onNewFolder: () => void
  onChoose: (what: 'files' | 'folder') => void
  /** The same for what is published later (STAGE-03). */
  onStage: (what: 'files' | 'folder') => void
  /** What else one may do with the folder itself. */
  operations: readonly MenuEntry[]
  /** Whether files may be put here, and now. */
  uploadable: boolean
  /** Whether the list gives way to what a search has found. */
  searching: boolean
  /** In the place of the way to the folder, while its name is being changed. */
  inPlaceOfName: ReactNode
}) {
  const [searchOpen, setSearchOpen] = useState(searching)
  const wide = useBreakpoint('md')
  const { tree, addresses } = usePlace()
  const otherViews = useOtherViews(folder, view)
  const uploads: MenuEntry[] = uploadable
    ? [
        { key: 'files', label: 'Files', icon: <IconFile />, onSelect: () => onChoose('files') },
        { key: 'folder', label: 'Folder', icon: <IconFolder />, onSelect: () => onChoose('folder') },
      ]
    : []
  const stagings = uploads.map(
    ({ key, icon }): MenuEntry => ({
      key: `stage-${key}`,
      label: `Stage ${key}`,
      icon,
      onSelect: () => onStage(key as 'files' | 'folder'),
    }),
  )
  let actions: ReactNode = null
  if (wide && view === 'upload') {
    actions = <ViewSwitch folder={folder} view={view} />
  } else if (wide) {
    const dropping: MenuEntry = {
      key: 'drop',
      label: 'Drag and drop',
      icon: <IconUpload />,
      to: addresses.toView(folder.id, 'upload'),
    }
    actions = (
      <>
        {searching && <SearchDepth />}
        <SearchBox />
        {!searching && <ViewSwitch folder={folder} view={view} />}
        {tree.canEdit && (
          <Button startIcon={<IconFolderPlus />} onClick={onNewFolder}>
            New folder
          </Button>
        )}
        {uploads.length > 0 && (
          <MenuButton
            label="Upload"
            variant="contained"
            startIcon={<IconUpload />}
            entries={[...headed('Publish now', [...uploads, dropping]), ...headed('Stage', stagings)]}
          />
        )}
        {operations.length > 0 && (
          <MenuButton
            label="Folder actions"
            icon={<IconDots />}
            variant="outlined"
            entries={inOrder(operations)}
          />
        )}
      </>
    )
  } else {
    const making: MenuEntry[] = tree.canEdit
      ? [{ key: 'new', label: 'New folder', icon: <IconFolderPlus />, onSelect: onNewFolder }]
      : []
    const uploading = uploads.map((entry) => ({ ...entry, label: `Upload ${entry.label.toLowerCase()}` }))
    const entries = inOrder([...making, ...uploading, ...stagings, ...otherViews, ...operations])
    actions = (
      <>
        <IconButton
          aria-label="Search"
          aria-expanded={searchOpen}
          disabled={searching}
          onClick={() => setSearchOpen(!searchOpen)}
        >
          <IconSearch size={20} />
        </IconButton>
        {entries.length > 0 && (
          <MenuButton label="Folder actions" icon={<IconDots size={20} />} entries={entries} />
        )}
      </>
    )
  }
  return (
    <>
      <ToolRow>
        {inPlaceOfName ? (
          <Field>{inPlaceOfName}</Field>
        ) : (
          <Crumbs document={folder} view={view === 'columns' ? view : 'single'} />
        )}
        <div>{actions}</div>
      </ToolRow>
      {!wide && view !== 'upload' && (searchOpen || searching) && (
        <PhoneSearch searching={searching} scoped={folder.parentId !== null} />
      )}
    </>
  )
}
