import { styled } from '@mui/material/styles'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { type Command, menuEntries, useBreakpoint } from '../../../ui/index.ts'
import { Page, ToolRow } from '../frame/layout.tsx'
import { Crumbs } from '../frame/Toolbar.tsx'
import { useOtherViews } from '../frame/ViewSwitch.tsx'
import { useLabels } from '../labels/index.ts'
import { useMoveStaging } from '../moving/index.ts'
import { afterDeletion, inOrder, moveCommand, useDelete, useRename } from '../operations/index.ts'
import { useDownloads } from '../operations/useDownloads.ts'
import { usePermissions } from '../permissions/index.ts'
import { type OpenDocument, type Refetch, usePlace } from '../place/place.ts'
import { FileBar } from './FileBar.tsx'
import { Preview } from './Preview.tsx'
import { type PreviewKind, previewKind } from './previewKind.ts'
import { useSiblingKeys } from './siblingKeys.ts'

const Viewer = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  // Fills the rest of the window; pages to read reach below it where that would be too little.
  flex: '1 1 0',
  minHeight: 'min(420px, calc(100dvh - 84px))',
  '&[data-reading]': { minHeight: 'min(640px, calc(100dvh - 84px))' },
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.sunken,
  [theme.breakpoints.down('md')]: {
    position: 'fixed',
    zIndex: theme.zIndex.appBar + 1,
    inset: '0 0 var(--bottom-bar, 0px)',
    '&, &[data-reading]': { minHeight: 0 },
    border: 0,
    borderRadius: 0,
  },
}))

/** What is read rather than looked at. */
const READING: ReadonlySet<PreviewKind | null> = new Set<PreviewKind>(['pdf', 'word', 'excel', 'csv', 'text'])

export interface FilePageProps {
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
  useSiblingKeys((sibling) => {
    const other = sibling === 'previous' ? file.previousFile : file.nextFile
    if (other) navigate(addresses.to(other.id), { preventScrollReset: true })
  })
  const downloads = {
    busy: waiting.has(file.id),
    start: useCallback(() => void download([file]), [download, file]),
  }
  const renaming = useRename(refetch)
  const deletion = useDelete(file.parentId, async (_gone, deleted) => {
    if (deleted.size === 0) await refetch().catch(() => {})
    else navigate(addresses.to(afterDeletion(tree.id, file)), { replace: true, preventScrollReset: true })
  })
  const moving = useMoveStaging(file.parentId)
  const labels = useLabels(refetch)
  const permissions = usePermissions(refetch)
  const otherViews = useOtherViews(file, 'single')
  const operations = [
    ...menuEntries(
      [
        renaming.command,
        moveCommand(moving.allowed, moving.stage),
        labels.command,
        ...permissions.commands,
        deletion.command,
      ] satisfies readonly Command<OpenDocument>[],
      file,
    ),
    ...otherViews,
  ]
  const viewer = (
    <Viewer
      aria-label={`Preview of ${file.name}`}
      data-reading={READING.has(previewKind(file.name)) ? '' : undefined}
    >
      <FileBar
        file={file}
        downloads={downloads}
        operations={inOrder(operations)}
        inPlaceOfName={renaming.field(file)}
      />
      <Preview file={file} settled={settled} refetch={refetch} downloads={downloads} />
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
      {permissions.dialog}
    </Page>
  )
}
