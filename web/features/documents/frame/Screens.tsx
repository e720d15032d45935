import {
  Breadcrumbs,
  type Column,
  ErrorState,
  type MenuEntry,
  Table,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { addressesOf } from '../place/address.ts'
import {
  isFolder,
  mayUpload,
  type OpenDocument,
  type Place,
  PlaceProvider,
  type Principal,
  type Tree,
} from '../place/place.ts'
import { columnsOf } from '../rows/columns.tsx'
import { Page, ToolRow } from './layout.tsx'
import { FolderToolbar } from './Toolbar.tsx'

/** In place of documents that could not be read (ERR-12). */
export function FailedScreen({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Page sx={{ pt: '20px' }}>
      <ErrorState message={message} onRetry={onRetry} />
    </Page>
  )
}

const nothing = () => {}
const NO_ENTRIES: readonly MenuEntry[] = []

/** The columns of the list that was left, without a row. */
const waitingColumns = (place: Place): Column<never>[] =>
  columnsOf(place, () => null, nothing).map(({ key, header, width, align, shownFrom }) => ({
    key,
    header,
    ...(width !== undefined && { width }),
    ...(align !== undefined && { align }),
    ...(shownFrom !== undefined && { shownFrom }),
    cell: () => null,
  }))

const FIVE = Array.from({ length: 5 }, () => undefined)

/** What is left for a folder that is on its way. */
export interface Left {
  readonly tree: Tree
  readonly principals: readonly Principal[]
  readonly document: OpenDocument
}

const COLUMNS: Column<never>[] = [
  { key: 'name', header: 'Name', cell: () => null },
  { key: 'size', header: 'Size', width: 84, align: 'right', cell: () => null },
  { key: 'modified', header: 'Last modified', width: 100, cell: () => null },
]

/**
 * A folder in waiting: five rows of the real height (DOC-19). The way to what was left, its tools and its columns stay
 * where they were until the next ones are there.
 */
export function FolderSkeleton({ left, basePath = '' }: { left?: Left | undefined; basePath?: string }) {
  const place = left && {
    tree: left.tree,
    principals: left.principals,
    addresses: addressesOf(left.tree.id, basePath),
    isReadOnly: false,
    sees: { staged: left.tree.canEdit, bin: left.tree.canDelete },
    readinessAddress: null,
    questionsAddress: null,
  }
  return (
    <Page aria-busy="true" data-waiting="">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {left && place && isFolder(left.document) ? (
        <PlaceProvider value={place}>
          <div inert data-tools="" style={{ display: 'contents' }}>
            <FolderToolbar
              folder={left.document}
              view="single"
              onNewFolder={nothing}
              onChoose={nothing}
              onStage={nothing}
              operations={NO_ENTRIES}
              uploadable={mayUpload(left.tree, left.document.id)}
              searching={false}
              inPlaceOfName={null}
            />
          </div>
        </PlaceProvider>
      ) : (
        <ToolRow>
          <Breadcrumbs items={[]} />
        </ToolRow>
      )}
      <Table
        label="Documents"
        columns={place ? waitingColumns(place) : COLUMNS}
        rows={FIVE}
        getRowId={() => ''}
        strip=" "
        glyph={() => null}
        phoneRow={() => ({ title: '', facts: [] })}
      />
    </Page>
  )
}
