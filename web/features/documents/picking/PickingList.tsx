import Button from '@mui/material/Button'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useReading } from '../../../graphql/useReading.ts'
import {
  BorderedList,
  EmptyState,
  ErrorState,
  FileGlyph,
  FolderGlyph,
  Loading,
  MiddleEllipsis,
  Pagination,
  SearchField,
  SkeletonLines,
  useSearchTerm,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { PickedFolderDocument, type PickedFolderQuery, PickedSearchDocument } from './operations.generated.ts'

const PER_PAGE = 50

const Entries = styled(BorderedList)(({ theme }) => ({
  maxHeight: 320,
  '& > li': { gap: 8, minHeight: 34, padding: '2px 8px 2px 12px' },
  '& > li > span': { flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: 8 },
  '& > li > span > span': { display: 'block', minWidth: 0 },
  '& small': { display: 'block', ...theme.typography.note },
  [theme.breakpoints.down('md')]: { maxHeight: '60vh' },
}))

const FolderHead = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  '& > strong': { flex: 1, minWidth: 0, fontWeight: 600 },
})

/** The folder that one has walked to, with the way there. */
export type WalkedFolder = NonNullable<PickedFolderQuery['document']>

/** A folder or a file that is listed. */
export type Pickable = WalkedFolder['children'][number]

interface PickingListProps {
  treeId: string
  /** Where one begins; the root by default. */
  startId?: string | null
  /** Only folders are looked for. */
  folders?: boolean
  /** What can be done with the folder in view, beside its name. */
  ofFolder?: (folder: WalkedFolder) => ReactNode
  /** What can be done with an entry, beside its name. */
  ofEntry?: (entry: Pickable) => ReactNode
  /** Told which folder is in view. */
  onFolder?: (folder: WalkedFolder | undefined) => void
}

/** Walks through the folders of a tree, or searches it by names, to choose something there. */
export function PickingList(props: PickingListProps) {
  const { treeId, startId = null, folders = false, ofFolder, ofEntry, onFolder } = props
  const [folderId, setFolderId] = useState(startId)
  const [page, setPage] = useState(1)
  const { text, setText, term } = useSearchTerm()
  const searches = term !== '' && text.trim() !== ''
  const walked = useReading(
    PickedFolderDocument,
    { treeId, documentId: folderId, limit: PER_PAGE, offset: (page - 1) * PER_PAGE },
    { keep: true },
  )
  const found = useReading(
    PickedSearchDocument,
    { treeId, search: term, fileType: folders ? 'FOLDER' : null, limit: PER_PAGE },
    { keep: true, skip: !searches },
  )
  const folder = walked.data?.document ?? undefined
  const shown = walked.stale || searches ? undefined : folder
  useTold(shown, onFolder)
  const enter = (id: string | null) => {
    setFolderId(id)
    setPage(1)
    setText('')
  }
  const above = folder?.ancestors.at(-1)
  const entry = (each: Pickable, path?: string) => (
    <li key={each.id}>
      <span>
        {each.fileType === 'FOLDER' ? <FolderGlyph /> : <FileGlyph name={each.name} />}
        <span>
          <MiddleEllipsis text={each.name} />
          {path && (
            <small>
              <MiddleEllipsis text={path} />
            </small>
          )}
        </span>
      </span>
      {each.fileType === 'FOLDER' && (
        <Button size="small" variant="text" aria-label={`Open ${each.name}`} onClick={() => enter(each.id)}>
          Open
        </Button>
      )}
      {ofEntry?.(each)}
    </li>
  )
  const reading = searches ? found : walked
  return (
    <>
      <SearchField value={text} onChange={setText} label={folders ? 'Search folders' : 'Search names'} />
      {!searches && (
        <FolderHead>
          {above && (
            <Button size="small" startIcon={<IconArrowLeft />} onClick={() => enter(above.id)}>
              Back
            </Button>
          )}
          <strong>{folder && <MiddleEllipsis text={folder.name} />}</strong>
          {folder && ofFolder?.(folder)}
        </FolderHead>
      )}
      {reading.error && <ErrorState {...reading.error} />}
      <Loading active={reading.loading} skeleton={<SkeletonLines />}>
        {searches
          ? found.data &&
            (found.data.search.length === 0 ? (
              <EmptyState title={`Nothing is called "${term}"`} hint="Type another part of the name." />
            ) : (
              <Entries aria-label={`Found for ${term}`}>
                {found.data.search.map((each) =>
                  entry(each, each.ancestors.map(({ name }) => name).join(' / ')),
                )}
              </Entries>
            ))
          : folder &&
            (folder.children.length === 0 ? (
              <EmptyState title="This folder is empty" />
            ) : (
              <Entries aria-label={`Content of ${folder.name}`}>
                {folder.children.map((each) => entry(each))}
              </Entries>
            ))}
      </Loading>
      {!searches && folder && folder.childCount > PER_PAGE && (
        <Pagination
          page={page}
          pageCount={Math.ceil(folder.childCount / PER_PAGE)}
          onChange={setPage}
          label="Folder pages"
        />
      )}
    </>
  )
}

/** Tells of each other folder that comes into view, once. */
function useTold(
  folder: WalkedFolder | undefined,
  tell: ((folder: WalkedFolder | undefined) => void) | undefined,
) {
  const say = useEffectEvent(() => tell?.(folder))
  const id = folder?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other folder
  useEffect(say, [id])
}
