import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Command, lazily, menuEntries, useBreakpoint } from '../../../ui/index.ts'
import { useTopOf } from '../../../ui/page/useTopOf.ts'
import { cssVars } from '../../../ui/theme/cssVars.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { useSummaryPanel } from '../copilot/index.ts'
import { Page, ToolRow } from '../frame/layout.tsx'
import { Crumbs } from '../frame/Toolbar.tsx'
import { useOtherViews } from '../frame/ViewSwitch.tsx'
import { useLabels } from '../labels/index.ts'
import { useMarkedPdf } from '../markedPdf/index.ts'
import { useMoveStaging } from '../moving/index.ts'
import { useNotes } from '../notes/index.ts'
import { afterDeletion, inOrder, moveCommand, useDelete, useRename } from '../operations/index.ts'
import { useDownloads } from '../operations/useDownloads.ts'
import { usePermissions } from '../permissions/index.ts'
import { useFavourites } from '../personal/index.ts'
import { rootIdOf } from '../place/address.ts'
import { type OpenDocument, type Refetch, usePlace } from '../place/place.ts'
import { FOCUS_ROW } from '../rows/useFocusedRow.ts'
import { useVersions } from '../versions/index.ts'
import { useShownVersion } from '../versions/useShownVersion.tsx'
import { FileBar } from './FileBar.tsx'
import { Beside, Shown } from './layout.tsx'
import { Preview } from './Preview.tsx'
import { useRedact } from './redaction/useRedact.tsx'
import { useEscape, useSiblingKeys } from './siblingKeys.ts'
import { useFoundPassage } from './useFoundPassage.ts'

const SearchState = lazily(async () => (await import('./SearchState.tsx')).SearchState)

const Unredacted = lazily(async () => (await import('./redaction/Unredacted.tsx')).Unredacted)
const RedactionMode = lazily(async () => (await import('./redaction/RedactionMode.tsx')).RedactionMode)

const Viewer = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  // Fills the rest of the window, so that nothing of it, such as the tabs of sheets, lies below the edge.
  flex: 'none',
  height: 'max(320px, calc(100dvh - var(--viewer-top, 220px) - 12px))',
  '&[data-full]': {
    position: 'fixed',
    zIndex: theme.zIndex.appBar + 1,
    inset: 0,
    height: 'auto',
    border: 0,
    borderRadius: 0,
  },
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.sunken,
  [theme.breakpoints.down('md')]: {
    position: 'fixed',
    zIndex: theme.zIndex.appBar + 1,
    inset: '0 0 var(--bottom-bar, 0px)',
    height: 'auto',
    border: 0,
    borderRadius: 0,
  },
}))

/** A preview, and what is read beside it; below it on phones. */
const FileAndBeside = styled(Beside)(({ theme }) => ({
  [theme.breakpoints.down('md')]: { flexDirection: 'column' },
}))

interface FilePageProps {
  file: OpenDocument
  /** Whether `file` is the server's latest word, its preview's address included. */
  settled: boolean
  refetch: Refetch
}

/** A file: its preview under a bar of actions; on phones over the whole screen (DOC-10 to DOC-13). */
export function FilePage({ file, settled, refetch }: FilePageProps) {
  const wide = useBreakpoint('md')
  const { tree, addresses } = usePlace()
  const navigate = useNavigate()
  const { waiting, download } = useDownloads(refetch)
  const shown = useShownVersion(file, settled, refetch)
  const { versionId } = shown
  useSiblingKeys((sibling) => {
    const other = sibling === 'previous' ? file.previousFile : file.nextFile
    if (other) navigate(addresses.to(other.id), { preventScrollReset: true })
  })
  const downloads = {
    busy: waiting.has(file.id),
    start: useCallback(
      () => void download([{ id: file.id, name: file.name, versionId }]),
      [download, file.id, file.name, versionId],
    ),
  }
  const viewerRef = useRef<HTMLElement>(null)
  const [isFull, setFull] = useState(false)
  const top = useTopOf(viewerRef)
  const redact = useRedact(file)
  useEscape(() => {
    if (redact.isOpen) redact.close()
    else if (isFull) setFull(false)
    else navigate(addresses.toRow(file.parentId ?? rootIdOf(tree.id), file.id), { state: FOCUS_ROW })
  })
  const renaming = useRename(refetch)
  const deletion = useDelete(file.parentId, async (_gone, deleted) => {
    if (deleted.size === 0) await refetch().catch(() => {})
    else navigate(addresses.to(afterDeletion(tree.id, file)), { replace: true, preventScrollReset: true })
  })
  const moving = useMoveStaging(file.parentId)
  const labels = useLabels(refetch)
  const versions = useVersions(refetch)
  const favourites = useFavourites(refetch)
  const notes = useNotes()
  const markedPdf = useMarkedPdf(versionId)
  const summary = useSummaryPanel(file.id)
  const found = useFoundPassage()
  const permissions = usePermissions(refetch)
  const otherViews = useOtherViews(file, 'single')
  const operations = [
    ...menuEntries(
      [
        markedPdf.command,
        renaming.command,
        moveCommand(moving.allowed, moving.stage),
        labels.command,
        versions.command,
        ...favourites.commands,
        notes.command,
        ...redact.commands,
        ...permissions.commands,
        deletion.command,
      ] satisfies readonly Command<OpenDocument>[],
      file,
    ),
    ...otherViews,
  ]
  const opened = (
    <>
      <FileBar
        file={shown.file}
        downloads={downloads}
        operations={inOrder(operations)}
        inPlaceOfName={renaming.field(file)}
        full={wide ? { is: isFull, toggle: () => setFull(!isFull) } : undefined}
      />
      {shown.bar}
      <FileAndBeside>
        <Shown>
          {!wide && <SearchState fileId={file.id} />}
          {redact.mayRedact && file.versionCount > 1 && <Unredacted file={file} />}
          <Preview
            key={shown.versionId ?? ''}
            file={shown.file}
            versionId={versionId}
            settled={shown.settled}
            refetch={shown.refetch}
            downloads={downloads}
            passage={summary.passage ?? found}
          />
        </Shown>
        {summary.panel}
      </FileAndBeside>
    </>
  )
  const viewer = (
    <Viewer
      aria-label={`Preview of ${file.name}`}
      ref={viewerRef}
      data-full={isFull ? '' : undefined}
      style={top === undefined ? undefined : cssVars({ '--viewer-top': `${top}px` })}
    >
      {redact.isOpen ? <RedactionMode key={file.id} file={file} onClose={redact.close} /> : opened}
    </Viewer>
  )
  return (
    <Page>
      {wide && (
        <ToolRow>
          <Crumbs document={file} />
        </ToolRow>
      )}
      {viewer}
      {deletion.dialog}
      {renaming.dialog}
      {labels.dialog}
      {versions.dialog}
      {notes.dialog}
      {markedPdf.dialog}
      {permissions.dialog}
    </Page>
  )
}
