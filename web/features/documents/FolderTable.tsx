import { IconDownload, IconEye, IconFolderOpen, IconLink, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatBytes } from '../../../shared/format/bytes.ts'
import { type MenuEntry, type StripAction, Table, type TableSelection, useCopied } from '../../ui/index.ts'
import { columnsOf, glyphOf, phoneRowOf } from './columns.tsx'
import { deleteEntry, renameEntry, useDelete, useRename } from './operations/index.ts'
import { isFolder, type OpenDocument, type Row, usePlace } from './place.ts'
import { contentText, totalSize } from './sizes.ts'
import { useDownloads } from './useDownloads.ts'
import type { FolderRows } from './useFolderRows.ts'

export interface FolderTableProps {
  folder: OpenDocument
  content: FolderRows
  highlightedId: string | null
  /** What failed although the list stands. */
  error?: { message: string; onRetry: () => void } | undefined
  /** In the place of the first row of an empty folder. */
  empty: ReactNode
}

const rowId = (row: Row): string => row.id

/** The list view of a folder (DOC-06). */
export function FolderTable({ folder, content, highlightedId, error, empty }: FolderTableProps) {
  const place = usePlace()
  const navigate = useNavigate()
  const { copy } = useCopied()
  const { waiting, download } = useDownloads()
  const renaming = useRename(content.refresh)
  const columns = useMemo(() => columnsOf(place, renaming.field), [place, renaming.field])
  const phoneRow = useMemo(() => phoneRowOf(place, renaming.field), [place, renaming.field])
  const glyph = useMemo(() => glyphOf(waiting), [waiting])
  const { to, link } = place.addresses
  const { chosen, drop, ...selection } = useSelectedRows(content.rows)
  const deletion = useDelete(folder.id, async (ids) => {
    drop(ids)
    await content.refresh()
  })

  const rowMenu = (row: Row): MenuEntry[] => [
    { key: 'open', label: 'Open', icon: isFolder(row) ? <IconFolderOpen /> : <IconEye />, to: to(row.id) },
    ...(isFolder(row)
      ? []
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
      reason: 'Only files can be downloaded. Clear the folders from the selection.',
      onSelect: () => void download(chosen),
    },
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
  return (
    <>
      <Table
        label={folder.name}
        columns={columns}
        rows={content.rows}
        getRowId={rowId}
        virtual
        onNeedRange={content.need}
        glyph={glyph}
        phoneRow={phoneRow}
        rowMenu={rowMenu}
        onOpen={(row) => navigate(to(row.id))}
        highlighted={highlightedId ?? undefined}
        selection={{ ...selection, actions }}
        strip={contentText(folder)}
        error={content.error ?? error}
        empty={empty}
      />
      {deletion.dialog}
      {renaming.dialog}
    </>
  )
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
