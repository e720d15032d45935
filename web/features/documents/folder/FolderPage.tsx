import Button from '@mui/material/Button'
import { IconFolderPlus, IconHistory, IconList, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type Command,
  EmptyState,
  lazily,
  type MenuEntry,
  menuEntries,
  type Sort,
  showDates,
  useShowsDates,
} from '../../../ui/index.ts'
import { useAdministration } from '../administration/useAdministration.tsx'
import type { ColumnsHandle } from '../columnsView/ColumnsView.tsx'
import { useCopilot } from '../copilot/index.ts'
import { useTreeMenu } from '../exports/useTreeMenu.tsx'
import { Fill, Page } from '../frame/layout.tsx'
import { FolderToolbar } from '../frame/Toolbar.tsx'
import { useLabels } from '../labels/index.ts'
import { useMoveStaging } from '../moving/index.ts'
import { afterDeletion, moveCommand, useDelete, useRename } from '../operations/index.ts'
import { usePermissions } from '../permissions/index.ts'
import type { View } from '../place/address.ts'
import { tellOtherTabs, useOtherTabs } from '../place/otherTabs.ts'
import { mayUpload, type OpenDocument, usePlace } from '../place/place.ts'
import type { Search } from '../place/term.ts'
import { useStaged } from '../place/useStaged.ts'
import { useFindMarks } from '../redacting/index.ts'
import { MAX_SORTED, useFolderRows } from '../rows/useFolderRows.ts'
import { useHighlighted } from '../rows/useHighlighted.ts'
import { useBatchDone, useStartUpload, useUploadChooser } from '../uploads/index.ts'
import { useMyZips, useZip } from '../zip/index.ts'
import { DropArea } from './DropArea.tsx'
import { FolderTable } from './FolderTable.tsx'
import { useReadOnReturn } from './useReadOnReturn.ts'
import { useThrottled } from './useThrottled.ts'

const NewFolderDialog = lazily(async () => (await import('./NewFolderDialog.tsx')).NewFolderDialog)
// In one script: each more costs the first visit its name.
const lists = () => import('./lists.ts')
const FavouritesPage = lazily(async () => (await lists()).FavouritesPage, null, true)
const NewPage = lazily(async () => (await lists()).NewPage, null, true)
const SearchPage = lazily(async () => (await lists()).SearchPage, null, true)
const DropZone = lazily(async () => (await import('../uploads/DropZone.tsx')).DropZone, null, true)
const ColumnsView = lazily(
  async () => (await import('../columnsView/ColumnsView.tsx')).ColumnsView,
  null,
  true,
)

/** Pause between two readings of a folder that is being uploaded into, in ms. */
const REFRESH_EVERY = 2000

interface FolderPageProps {
  folder: OpenDocument
  view: View
  highlightedId: string | null
  /** What is searched for; null while the folder's own entries are listed. */
  search: Search | null
  /** Reads the folder again. */
  refetch: () => Promise<unknown>
  /** Why it could not be read again; what was read before stands. */
  error: string | undefined
}

/** A folder: its list, its columns, or the place for uploads (DOC-03). Anything dropped on it is uploaded into it. */
export function FolderPage({ folder, view: asked, highlightedId, search, refetch, error }: FolderPageProps) {
  const { tree, addresses } = usePlace()
  const navigate = useNavigate()
  const uploadable = search === null && mayUpload(tree, folder.id)
  const view = search !== null || (asked === 'upload' && !uploadable) ? 'single' : asked
  const [naming, setNaming] = useStaged(false)
  const [sort, setSort] = useState<Sort>()
  const content = useFolderRows(folder, refetch, orderingOf(sort, view, tree.numbering !== 'OFF'))
  const columns = useRef<ColumnsHandle>(null)
  const refresh = async () => {
    await Promise.allSettled([content.refresh(), columns.current?.refresh()])
  }
  useHighlighted(folder.id, highlightedId, content)

  const target = {
    treeId: tree.id,
    treeName: tree.name,
    parentId: folder.id,
    parentName: folder.name,
    parentPath: folder.ancestors,
    audience: tree.canEditPermissions ? (tree.permissionsType === 'ROLE' ? 'roles' : 'groups') : undefined,
  } as const
  const startUpload = useStartUpload(target)
  const { choose, input } = useUploadChooser(startUpload)
  const staging = useUploadChooser(useStartUpload({ ...target, staged: true }))
  // A batch into a folder further down changes the counts of the one in view as well.
  const refreshSoon = useThrottled(refresh, REFRESH_EVERY)
  useReadOnReturn(refreshSoon)
  useOtherTabs(tree.id, refreshSoon)
  useBatchDone(({ treeId }) => {
    tellOtherTabs(treeId)
    if (treeId === tree.id) refreshSoon()
  })

  const deletion = useDelete(folder.parentId, async (_gone, deleted) => {
    if (deleted.size === 0) await refresh()
    else navigate(addresses.toView(afterDeletion(tree.id, folder), view), { replace: true })
  })
  const zipping = useZip()
  const copilot = useCopilot()
  const myZips = useMyZips()
  const administration = useAdministration(folder, refresh)
  const treeMenu = useTreeMenu(folder)
  const moving = useMoveStaging(folder.parentId)
  const permissions = usePermissions(content.refresh)
  const renaming = useRename(refresh)
  const labels = useLabels(refresh)
  const findMarks = useFindMarks()
  const asDates = useShowsDates()
  const isRoot = folder.parentId === null
  const isEmpty = folder.fileCount === 0
  const commands: readonly Command<OpenDocument>[] = [
    { ...zipping.command, allowed: !isEmpty },
    { ...copilot.command, allowed: copilot.command.allowed !== false && !isEmpty },
    ...(isRoot
      ? []
      : [
          moveCommand(tree.canEdit && search === null, moving.stage),
          renaming.command,
          labels.command,
          { ...deletion.command, label: 'Delete folder' },
        ]),
    ...permissions.commands,
    { ...findMarks.command, allowed: findMarks.command.allowed !== false && !isEmpty },
  ]
  const datesEntry: MenuEntry = {
    key: 'dates',
    label: asDates ? 'Show how long ago' : 'Show dates',
    icon: <IconHistory />,
    onSelect: () => showDates(!asDates),
  }
  const numberEntry: MenuEntry = {
    key: 'by-number',
    label: 'Sort by number',
    icon: <IconList />,
    onSelect: () => setSort(undefined),
  }
  const operations: readonly MenuEntry[] = [
    ...treeMenu.entries,
    ...administration.entries,
    ...(sort !== undefined && tree.numbering !== 'OFF' ? [numberEntry] : []),
    ...(isEmpty ? [] : [myZips.entry, datesEntry]),
    ...menuEntries(commands, folder),
  ]

  const showCreated = async (id: string) => {
    setNaming(false)
    tellOtherTabs(tree.id)
    await refresh()
    navigate(addresses.toRow(folder.id, id, view), { replace: true, preventScrollReset: true })
  }
  return (
    <DropArea enabled={uploadable && view !== 'upload'} onEntries={startUpload}>
      <Page>
        <FolderToolbar
          folder={folder}
          view={view}
          onNewFolder={() => setNaming(true)}
          onChoose={choose}
          onStage={staging.choose}
          operations={operations}
          uploadable={uploadable}
          searching={search !== null}
          inPlaceOfName={renaming.field(folder)}
        />
        {view === 'upload' ? (
          <Fill>
            <DropZone onEntries={startUpload} />
          </Fill>
        ) : search ? (
          // What is selected or asked belongs to one search (DOC-41, DOP-17).
          <SearchPage
            key={`${search.everywhere} ${search.text}`}
            folder={folder}
            search={search}
            refetch={refetch}
          />
        ) : view === 'favourites' ? (
          <FavouritesPage refetch={refetch} />
        ) : view === 'new' ? (
          <NewPage key={folder.id} folder={folder} refetch={refetch} />
        ) : view === 'columns' ? (
          <ColumnsView ref={columns} folder={folder} content={content} highlightedId={highlightedId} />
        ) : (
          <FolderTable
            folder={folder}
            content={content}
            highlightedId={highlightedId}
            {...(folder.childCount <= MAX_SORTED && { sort, onSort: setSort })}
            error={
              error === undefined ? undefined : { message: error, onRetry: () => void content.refresh() }
            }
            empty={
              <EmptyFolder
                canEdit={tree.canEdit}
                uploadable={uploadable}
                onChoose={() => choose('files')}
                onNewFolder={() => setNaming(true)}
              />
            }
          />
        )}
      </Page>
      {input}
      {staging.input}
      {deletion.dialog}
      {zipping.dialog}
      {copilot.dialog}
      {myZips.dialog}
      {treeMenu.dialog}
      {administration.dialog}
      {permissions.dialog}
      {renaming.dialog}
      {labels.dialog}
      {findMarks.dialog}
      {naming && (
        <NewFolderDialog
          folder={folder}
          entries={content.rows}
          onClose={() => setNaming(false)}
          onCreated={(id) => void showCreated(id)}
        />
      )}
    </DropArea>
  )
}

/** As the API has it; undefined for the order of names, or of numbers where there are some: columns always have it. */
function orderingOf(sort: Sort | undefined, view: View, numbered: boolean): string | undefined {
  if (sort === undefined || view !== 'single') return
  if (!numbered && sort.key === 'name' && sort.direction === 'asc') return
  return sort.direction === 'desc' ? `-${sort.key}` : sort.key
}

interface EmptyFolderProps {
  canEdit: boolean
  uploadable: boolean
  onChoose: () => void
  onNewFolder: () => void
}

/** Nothing in the folder, and what to do next, by what the person may (DOC-18). */
function EmptyFolder({ canEdit, uploadable, onChoose, onNewFolder }: EmptyFolderProps) {
  const title = 'This folder is empty'
  if (uploadable) {
    return (
      <EmptyState
        title={title}
        hint="Drop files here or choose them."
        action={
          <Button startIcon={<IconUpload />} onClick={onChoose}>
            Upload
          </Button>
        }
      />
    )
  }
  if (canEdit) {
    return (
      <EmptyState
        title={title}
        hint="Files are kept in folders here: create the first one."
        action={
          <Button startIcon={<IconFolderPlus />} onClick={onNewFolder}>
            New folder
          </Button>
        }
      />
    )
  }
  return <EmptyState title={title} hint="Documents appear here as soon as they are shared with you." />
}
