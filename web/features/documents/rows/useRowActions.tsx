import { IconCheckbox } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { MAX_SELECTED } from '../../../../shared/selections.ts'
import {
  type Command,
  type MenuEntry,
  menuEntries,
  shortcutsOf,
  stripActions,
  type TableSelection,
  useBreakpoint,
  useCopied,
} from '../../../ui/index.ts'
import { useCopilot } from '../copilot/index.ts'
import { useLabels } from '../labels/index.ts'
import { useMarkedPdf } from '../markedPdf/index.ts'
import { useMoveStaging, useMoving } from '../moving/index.ts'
import { useNotes } from '../notes/index.ts'
import {
  copyCommand,
  downloadCommand,
  inOrder,
  moveCommand,
  openCommands,
  useDelete,
  useRename,
} from '../operations/index.ts'
import { useDownloads } from '../operations/useDownloads.ts'
import { usePermissions } from '../permissions/index.ts'
import { type Favourites, useFavourites } from '../personal/index.ts'
import { isFolder, isGivenFile, type Row, usePlace } from '../place/place.ts'
import { TOO_MANY, totalText } from '../place/sizes.ts'
import { useFindMarks } from '../redacting/index.ts'
import { useRenameMany } from '../renaming/index.ts'
import { useVersions } from '../versions/index.ts'
import { useZip } from '../zip/index.ts'
import type { InPlaceOfName } from './columns.tsx'

/** Files that are downloaded one by one: browsers ask for each that follows the first. */
const MAX_DOWNLOADS = 20

/** What a list offers for its rows. */
interface RowActions {
  /** Ids of files whose downloads are being prepared. */
  readonly waiting: ReadonlySet<string>
  readonly rowMenu: (row: Row) => MenuEntry[]
  /** F2 renames, Delete asks whether to delete: the row, or the selection that it is in. */
  readonly shortcuts: Readonly<Record<string, (row: Row) => void>>
  /** What is about to be moved. */
  readonly setBack: { ids: ReadonlySet<string>; label: string }
  readonly selection: TableSelection<Row>
  /** The field of the row that is being renamed. */
  readonly inPlaceOfName: InPlaceOfName
  /** Opens the permissions of a row, for whoever may change them. */
  readonly onPermissions: (row: Row) => void
  readonly onStar: Favourites['onStar']
  /** What is being asked, over the list. */
  readonly dialogs: ReactNode
}

/**
 * What one may do with the rows of a list, one by one and selected (DOC-33, DOC-40).
 * @param folderId the folder that the rows are in; null where they are in several
 * @param refresh reads the list again
 * @param onDeleted told what is deleted, before the list is read again
 */
export function useRowActions(
  rows: readonly (Row | undefined)[],
  folderId: string | null,
  refresh: () => Promise<void>,
  onDeleted?: (ids: ReadonlySet<string>) => void,
): RowActions {
  const { to, link } = usePlace().addresses
  const { copy } = useCopied()
  const wide = useBreakpoint('md')
  const { waiting, download } = useDownloads(refresh)
  const zipping = useZip()
  const copilot = useCopilot()
  const renaming = useRename(refresh)
  const renamingMany = useRenameMany(refresh)
  const { chosen, drop, ...selection } = useSelectedRows(rows)
  const moving = useMoveStaging(folderId, { chosen, drop })
  const deletion = useDelete(folderId, async (ids) => {
    drop(ids)
    onDeleted?.(ids)
    await refresh()
  })

  const permissions = usePermissions(refresh)
  const { stage } = permissions
  const labels = useLabels(refresh)
  const versions = useVersions(refresh)
  const favourites = useFavourites(refresh)
  const notes = useNotes()
  const markedPdf = useMarkedPdf()
  const findMarks = useFindMarks()

  const stageMove = (documents: readonly Row[]) => {
    moving.stage(documents)
    drop(new Set(documents.map(({ id }) => id)))
    focusRowLater(documents[0]?.id)
  }
  const commands: readonly Command<Row>[] = [
    ...openCommands(to),
    {
      key: 'select',
      label: 'Select',
      icon: <IconCheckbox />,
      // A phone has no checkboxes before the first row is selected, and a long press must be known of.
      fits: ({ id }) => !wide && !selection.selected.has(id),
      run: (added) => selection.onChange(new Set([...selection.selected, ...added.map(({ id }) => id)])),
    },
    {
      ...downloadCommand<Row>((files) => void download(files.filter(isGivenFile))),
      fits: (row) => !isFolder(row) && isGivenFile(row),
      refusal: downloadRefusal,
    },
    markedPdf.command,
    copyCommand(([row]) => row && void copy(link(row.id))),
    versions.command,
    ...favourites.commands,
    notes.command,
    renamingMany.command,
    ...[
      zipping.command,
      renaming.command,
      moveCommand(moving.allowed, stageMove),
      labels.command,
      ...permissions.commands,
      findMarks.command,
      copilot.command,
      deletion.command,
    ].map((command) => ({ ...command, refusal: sizeRefusal })),
  ]
  // What is not allowed is not shown (VIEW-29).
  const offered = commands.filter(
    ({ key, fits }) => (key !== 'download' && key !== 'marked-pdf') || chosen.some((row) => fits?.(row)),
  )
  return {
    waiting,
    rowMenu: (row) => inOrder(menuEntries(commands, row, true)),
    shortcuts: shortcutsOf(commands, chosen),
    setBack: { ids: useMoving().ids, label: 'About to be moved' },
    selection: { ...selection, actions: inOrder(stripActions(offered, chosen)) },
    inPlaceOfName: renaming.field,
    onPermissions: useCallback((row: Row) => stage([row]), [stage]),
    onStar: favourites.onStar,
    dialogs: (
      <>
        {zipping.dialog}
        {copilot.dialog}
        {deletion.dialog}
        {renaming.dialog}
        {renamingMany.dialog}
        {permissions.dialog}
        {labels.dialog}
        {versions.dialog}
        {notes.dialog}
        {markedPdf.dialog}
        {findMarks.dialog}
      </>
    ),
  }
}

/** Why files cannot be downloaded one by one (DOP-20). */
function downloadRefusal(chosen: readonly Row[]): string | undefined {
  if (chosen.some(isFolder)) return 'Only files can be downloaded one by one. Download folders as zip.'
  return chosen.length > MAX_DOWNLOADS
    ? `Only ${MAX_DOWNLOADS} files can be downloaded one by one. Download more as zip.`
    : undefined
}

const sizeRefusal = (chosen: readonly Row[]): string | undefined =>
  chosen.length > MAX_SELECTED ? TOO_MANY : undefined

/** Gives the focus to a row, unless what had it is still there. */
function focusRowLater(id: string | undefined) {
  requestAnimationFrame(() => {
    if (id === undefined || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
  })
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
  return {
    chosen,
    drop: (gone) => setSelected((before) => new Map([...before].filter(([id]) => !gone.has(id)))),
    selected: ids,
    onChange: (next, read = []) => {
      const known = new Map(selected)
      for (const row of [...rows, ...read]) if (row && next.has(row.id)) known.set(row.id, row)
      setSelected(new Map([...known].filter(([id]) => next.has(id))))
    },
    nameOf: (row) => row.name,
    summary: totalText(chosen),
  }
}
