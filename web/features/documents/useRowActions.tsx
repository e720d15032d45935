import { IconDownload, IconEye, IconFolderOpen, IconLink, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { formatBytes } from '../../../shared/format/bytes.ts'
import { type MenuEntry, type StripAction, type TableSelection, useCopied } from '../../ui/index.ts'
import type { InPlaceOfName } from './columns.tsx'
import { deleteEntry, renameEntry, useDelete, useRename } from './operations/index.ts'
import { isFolder, type Row, usePlace } from './place.ts'
import { totalSize } from './sizes.ts'
import { useDownloads } from './useDownloads.ts'
import { useZip, zipEntry } from './zip/index.ts'

export interface RowActions {
  /** Ids of files whose downloads are being prepared. */
  readonly waiting: ReadonlySet<string>
  readonly rowMenu: (row: Row) => MenuEntry[]
  readonly selection: TableSelection<Row>
  /** The field of the row that is being renamed. */
  readonly inPlaceOfName: InPlaceOfName
  /** What is being asked, over the list. */
  readonly dialogs: ReactNode
}

/**
 * What one may do with the rows of a list, one by one and selected (DOC-33, DOC-40).
 * @param folderId the folder that the rows are in; null where they are in several
 * @param refresh reads the list again
 */
export function useRowActions(
  rows: readonly (Row | undefined)[],
  folderId: string | null,
  refresh: () => Promise<void>,
): RowActions {
  const { to, link } = usePlace().addresses
  const { copy } = useCopied()
  const { waiting, download } = useDownloads()
  const zipping = useZip()
  const renaming = useRename(refresh)
  const { chosen, drop, ...selection } = useSelectedRows(rows)
  const deletion = useDelete(folderId, async (ids) => {
    drop(ids)
    await refresh()
  })

  const rowMenu = (row: Row): MenuEntry[] => [
    { key: 'open', label: 'Open', icon: isFolder(row) ? <IconFolderOpen /> : <IconEye />, to: to(row.id) },
    ...(isFolder(row)
      ? [zipEntry(() => zipping.stage([row]))]
      : [
          {
            key: 'download',
            label: 'Download',
            icon: <IconDownload />,
            onSelect: () => void download([row]),
          },
        ]),
    {
      key: 'copy',
      label: 'Copy link',
      icon: <IconLink />,
      onSelect: () => void copy(link(row.id)),
      done: 'Copied!',
    },
    ...(renaming.allowed ? [renameEntry(() => renaming.start(row))] : []),
    ...(deletion.allowed ? [deleteEntry(() => deletion.stage([row]))] : []),
  ]
  const actions: StripAction[] = [
    {
      key: 'download',
      label: 'Download',
      icon: <IconDownload />,
      disabled: chosen.some(isFolder),
      reason: 'Only files can be downloaded one by one. Download folders as zip.',
      onSelect: () => void download(chosen),
    },
    zipEntry(() => zipping.stage(chosen)),
  ]
  if (deletion.allowed) {
    actions.push({
      key: 'delete',
      label: 'Delete',
      icon: <IconTrash />,
      tone: 'danger',
      onSelect: () => deletion.stage(chosen),
    })
  }
  return {
    waiting,
    rowMenu,
    selection: { ...selection, actions },
    inPlaceOfName: renaming.field,
    dialogs: (
      <>
        {zipping.dialog}
        {deletion.dialog}
        {renaming.dialog}
      </>
    ),
  }
}

interface SelectedRows extends Omit<TableSelection<Row>, 'actions'> {
  /** The selected rows themselves. */
  readonly chosen: readonly Row[]
  /** Selects these no longer. */
  readonly drop: (ids: ReadonlySet<string>) => void
}

/** What is selected stays known by its rows, also where they are scrolled out and forgotten. */
function useSelectedRows(rows: readonly (Row | undefined)[]): SelectedRows {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const ids = useMemo(() => new Set(selected.keys()), [selected])
  const chosen = useMemo(() => [...selected.values()], [selected])
  const size = totalSize(chosen)
  return {
    chosen,
    drop: (gone) => setSelected((before) => new Map([...before].filter(([id]) => !gone.has(id)))),
    selected: ids,
    onChange: (next) => {
      const known = new Map(selected)
      for (const row of rows) if (row && next.has(row.id)) known.set(row.id, row)
      setSelected(new Map([...known].filter(([id]) => next.has(id))))
    },
    nameOf: (row) => row.name,
    summary: size === undefined ? undefined : formatBytes(size),
  }
}
