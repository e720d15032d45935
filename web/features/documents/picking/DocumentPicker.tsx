import Button from '@mui/material/Button'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useReading } from '../../../graphql/useReading.ts'
import {
  EmptyState,
  ErrorState,
  FileGlyph,
  FolderGlyph,
  Loading,
  MiddleEllipsis,
  Pagination,
  SkeletonLines,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { PickedFolderDocument } from './operations.generated.ts'

const PER_PAGE = 50

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  maxHeight: 320,
  overflowY: 'auto',
  [theme.breakpoints.down('md')]: { maxHeight: '60vh' },
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 6,
  '& > li': { display: 'flex', alignItems: 'center', gap: 8, padding: '2px 8px 2px 12px' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.line}` },
  '& > li > span': { flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: 8 },
}))

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  '& > strong': { flex: 1, minWidth: 0, fontWeight: 600 },
})

/** What was chosen, with its address. */
export interface PickedDocument {
  readonly id: string
  readonly name: string
  readonly link: string
}

interface DocumentPickerProps {
  treeId: string
  /** Address of the tree's page; those of its documents are below it. */
  basePath: string
  onPick: (picked: PickedDocument) => void
  /** Absent where the way back stands around it. */
  onCancel?: () => void
  /** Ids of what was chosen before, where several are. */
  chosen?: ReadonlySet<string>
}

/** Chooses a folder or a file of a tree: folders open, and each can be chosen. */
export function DocumentPicker({ treeId, basePath, onPick, onCancel, chosen }: DocumentPickerProps) {
  const [folderId, setFolderId] = useState<string | null>(null)
  const [page, setPage] = useState(1)
  const { data, loading, error } = useReading(
    PickedFolderDocument,
    { treeId, documentId: folderId, limit: PER_PAGE, offset: (page - 1) * PER_PAGE },
    { keep: true },
  )
  const folder = data?.document
  const enter = (id: string | null) => {
    setFolderId(id)
    setPage(1)
  }
  const isRoot = (id: string): boolean => !folder?.parent && id === folder?.id
  const pick = ({ id, name }: { id: string; name: string }) =>
    onPick({ id, name, link: isRoot(id) ? basePath : `${basePath}/${id}` })
  return (
    <>
      <Head>
        {folder?.parent && (
          <Button size="small" startIcon={<IconArrowLeft />} onClick={() => enter(folder.parent?.id ?? null)}>
            Back
          </Button>
        )}
        <strong>{folder && <MiddleEllipsis text={folder.name} />}</strong>
        {folder && !chosen && (
          <Button size="small" onClick={() => pick(folder)}>
            Choose this folder
          </Button>
        )}
        {onCancel && (
          <Button size="small" variant="text" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Head>
      {error && <ErrorState {...error} />}
      <Loading active={loading} skeleton={<SkeletonLines />}>
        {folder &&
          (folder.children.length === 0 ? (
            <EmptyState title="This folder is empty" />
          ) : (
            <List aria-label={`Content of ${folder.name}`}>
              {folder.children.map(({ id, name, fileType }) => (
                <li key={id}>
                  <span>
                    {fileType === 'FOLDER' ? <FolderGlyph /> : <FileGlyph name={name} />}
                    <MiddleEllipsis text={name} />
                  </span>
                  {fileType === 'FOLDER' && (
                    <Button size="small" variant="text" aria-label={`Open ${name}`} onClick={() => enter(id)}>
                      Open
                    </Button>
                  )}
                  <Button
                    size="small"
                    variant="text"
                    aria-label={`Choose ${name}`}
                    disabled={chosen?.has(id) ?? false}
                    onClick={() => pick({ id, name })}
                  >
                    {chosen?.has(id) ? 'Chosen' : 'Choose'}
                  </Button>
                </li>
              ))}
            </List>
          ))}
      </Loading>
      {folder && folder.childCount > PER_PAGE && (
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
