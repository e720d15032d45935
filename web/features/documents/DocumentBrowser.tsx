import { useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { lazily, NotYet, Redirect, useDelayed, usePageTitle } from '../../ui/index.ts'
import { FolderPage } from './folder/FolderPage.tsx'
import { FailedScreen, FolderSkeleton, type Left } from './frame/Screens.tsx'
import { MoveBar, MovingProvider } from './moving/index.ts'
import { addressesOf, BIN, highlightedIdOf, namedDocument, STAGED, viewOf } from './place/address.ts'
import { isFolder, type Place, PlaceProvider, treeOn } from './place/place.ts'
import { activeSearch } from './place/term.ts'
import { type Opening, useOpenDocument } from './place/useOpenDocument.ts'

const HistoryPage = lazily(
  async () => (await import('./history/HistoryPage.tsx')).HistoryPage,
  <FolderSkeleton />,
)
const BinPage = lazily(async () => (await import('./bin/BinPage.tsx')).BinPage, <FolderSkeleton />)
const StagedPage = lazily(
  async () => (await import('./staging/StagedPage.tsx')).StagedPage,
  <FolderSkeleton />,
)
const AccessPage = lazily(async () => (await import('./proof/AccessPage.tsx')).AccessPage, <FolderSkeleton />)
const NotFoundScreen = lazily(
  async () => (await import('./frame/RefusalScreens.tsx')).NotFoundScreen,
  <NotYet />,
)
const NotAuthorizedScreen = lazily(
  async () => (await import('./frame/RefusalScreens.tsx')).NotAuthorizedScreen,
  <NotYet />,
)
const FilePage = lazily(async () => (await import('./preview/FilePage.tsx')).FilePage, <NotYet />)

export interface DocumentBrowserProps {
  treeId: string
  /** Address of the tree's root; a document's is this and its id (DOC-01). */
  basePath: string
  /** The document of the address; null for the root. */
  documentId: string | null
  /** False where the page itself keeps permissions to those who hold more than the tree asks for (REP-05). */
  withPermissions?: boolean
  /** Where nothing can be changed, by whomever (STAGE-09). */
  isReadOnly?: boolean
  /** What the room lacks before it opens (STAGE-07); null for whoever is not told. */
  readinessAddress?: string | null
  /** Where the person may ask a question about the documents (FIND-17); no such place by default. */
  questionsAddress?: string | null
}

/** The documents of a tree: a folder's list or upload view, or a file's preview (DOC-01 to DOC-05, DOC-17). */
export default function DocumentBrowser(props: DocumentBrowserProps) {
  return (
    <MovingProvider key={props.treeId}>
      <Browser {...props} />
    </MovingProvider>
  )
}

function Browser({
  treeId,
  basePath,
  documentId,
  withPermissions = true,
  isReadOnly = false,
  readinessAddress = null,
  questionsAddress = null,
}: DocumentBrowserProps) {
  const asked = namedDocument(treeId, documentId)
  const [search] = useSearchParams()
  const own = useOpenDocument(treeId, asked)
  const opening = useKept(own, viewOf(search) === 'columns')
  const left = useLeft(own, { withPermissions, isReadOnly })
  switch (opening.status) {
    case 'open':
      return (
        <Opened
          opening={opening}
          leaving={own.status === 'waiting'}
          basePath={basePath}
          withPermissions={withPermissions}
          isReadOnly={isReadOnly}
          readinessAddress={readinessAddress}
          questionsAddress={questionsAddress}
          instead={documentId}
        />
      )
    case 'not-found':
      return <NotFoundScreen basePath={asked === null ? null : basePath} />
    case 'not-authorized':
      return <NotAuthorizedScreen />
    case 'failed':
      return <FailedScreen message={opening.message} onRetry={() => void opening.refetch().catch(() => {})} />
    case 'waiting':
      return <FolderSkeleton left={left} basePath={basePath} />
    case 'nothing':
      return <NotYet />
  }
}

type Open = Extract<Opening, { status: 'open' }>

/**
 * Keeps what was open until the next answer is there, or has been waited for long enough for a skeleton.
 * @param lasting shows by itself that it waits
 */
function useKept(opening: Opening, lasting: boolean): Opening | { status: 'nothing' } {
  const waiting = opening.status === 'waiting'
  const due = useDelayed(waiting)
  const last = useRef<Opening>(null)
  if (!waiting) last.current = opening
  const stays = lasting && last.current?.status === 'open'
  if (!waiting || (due && !stays)) return opening
  return last.current ?? { status: 'nothing' }
}

/** What was open last, while another document is on its way. */
function useLeft(opening: Opening, pages: Parameters<typeof treeOn>[1]): Left | undefined {
  const left = useRef<Left>(undefined)
  if (opening.status === 'open') {
    const { tree, principals, document } = opening
    left.current = { tree: treeOn(tree, pages), principals, document }
  }
  return left.current
}

interface OpenedProps {
  opening: Open
  /** The address is already another document's, which is on its way. */
  leaving: boolean
  basePath: string
  withPermissions: boolean
  isReadOnly: boolean
  readinessAddress: string | null
  questionsAddress: string | null
  /** What the address has in place of the document, which is the root then: the bin, or what is staged. */
  instead: string | null
}

function Opened({ opening, leaving, basePath, questionsAddress, instead, ...pages }: OpenedProps) {
  const { withPermissions, isReadOnly, readinessAddress } = pages
  const { tree, principals, document, settled, refetch, error } = opening
  const [search] = useSearchParams()
  const place = useMemo<Place>(
    () => ({
      tree: treeOn(tree, { withPermissions, isReadOnly }),
      isReadOnly,
      sees: { staged: tree.canEdit, bin: tree.canDelete },
      principals,
      addresses: addressesOf(tree.id, basePath),
      readinessAddress,
      questionsAddress,
    }),
    [tree, principals, basePath, withPermissions, isReadOnly, readinessAddress, questionsAddress],
  )
  usePageTitle(`${document.name} · ${tree.name}`)
  const view = viewOf(search)
  if (instead === BIN || instead === STAGED) {
    return (
      <PlaceProvider value={place}>
        {instead === BIN ? <BinPage root={document} /> : <StagedPage root={document} />}
      </PlaceProvider>
    )
  }
  if (view === 'columns' && !isFolder(document)) {
    // In columns a file is what is chosen in its folder.
    return <Redirect to={place.addresses.toRow(document.parentId ?? '', document.id, view)} />
  }
  return (
    <PlaceProvider value={place}>
      {view === 'history' ? (
        <HistoryPage key={document.id} document={document} />
      ) : view === 'access' ? (
        <AccessPage key={document.id} document={document} />
      ) : isFolder(document) ? (
        // What is selected or typed belongs to one folder in one view (DOC-41); columns stand through all of a tree.
        <FolderPage
          key={view === 'columns' ? view : `${document.id} ${view}`}
          folder={document}
          view={view}
          highlightedId={highlightedIdOf(search)}
          search={activeSearch(search)}
          refetch={refetch}
          error={error}
        />
      ) : (
        <FilePage key={document.id} file={document} settled={settled} refetch={refetch} />
      )}
      <MoveBar document={document} leaving={leaving} />
    </PlaceProvider>
  )
}
