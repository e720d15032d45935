import { useApolloClient } from '@apollo/client/react'
import {
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { errorText } from '../../../graphql/errors.ts'
import { PAGE_SIZE } from '../../../graphql/listPages.ts'
import { ErrorState, useBreakpoint, VisuallyHidden } from '../../../ui/index.ts'
import { namedDocument } from '../place/address.ts'
import { isFolder, type OpenDocument, type Row, usePlace } from '../place/place.ts'
import { itemsText } from '../place/sizes.ts'
import type { FolderRows } from '../rows/useFolderRows.ts'
import { afterDeletionIn } from './afterDeletionIn.ts'
import { Column } from './Column.tsx'
import { FileCard } from './FileCard.tsx'
import { Panel, Sideways, Tree } from './layout.tsx'
import { ColumnFolderFragmentDoc, FolderColumnDocument } from './operations.generated.ts'

/** What the page may ask of the columns. */
export interface ColumnsHandle {
  /** Reads all columns again. */
  readonly refresh: () => Promise<void>
}

interface ColumnsViewProps {
  ref: RefObject<ColumnsHandle | null>
  /** The folder of the address: the last column. */
  folder: OpenDocument
  /** Its entries. */
  content: FolderRows
  /** The file that is chosen in it, or an entry that the address points at (DOC-05). */
  highlightedId: string | null
}

type Step = Pick<OpenDocument, 'id' | 'name'>

/**
 * A tree in columns, one for each level down to the chosen entry (DOC-14). The address says all of it: the folder
 * is the last column, and what it points at the file that is chosen there.
 */
export function ColumnsView({ ref, folder, content, highlightedId }: ColumnsViewProps) {
  const { tree, addresses } = usePlace()
  const navigate = useNavigate()
  const wide = useBreakpoint('md')
  const [steps, goTo] = useSteps(folder)
  const { error, retry } = useAncestors(folder)
  const [active, setActive] = useState<number>()
  const [entering, setEntering] = useState<{ level: number; to: 'left' | 'right' }>()
  const treeElement = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)

  const columns = useRef(new Map<string, () => Promise<void>>())
  const register = useCallback((folderId: string, refresh: () => Promise<void>) => {
    columns.current.set(folderId, refresh)
    return () => void columns.current.delete(folderId)
  }, [])
  useImperativeHandle(ref, () => ({
    refresh: async () => {
      await Promise.allSettled([...columns.current.values()].map((refresh) => refresh()))
    },
  }))

  const last = steps.length - 1
  const here = steps[last]?.id === folder.id
  const pointedAt = here ? content.rows.find((row) => row?.id === highlightedId) : undefined
  const file = pointedAt && !isFolder(pointedAt) ? pointedAt : undefined
  const toEnd = `${steps[last]?.id} ${file?.id}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `toEnd` says what stands at the end
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ left: scroller.current.scrollWidth })
  }, [toEnd])

  const choose = (level: number, row: Row, replace: boolean) => {
    const above = steps.slice(0, level + 1)
    const parent = above.at(-1)
    if (!parent) return
    goTo(isFolder(row) ? [...above, row] : above)
    const address = isFolder(row)
      ? addresses.toView(row.id, 'columns')
      : addresses.toRow(parent.id, row.id, 'columns')
    navigate(address, { replace, preventScrollReset: true })
  }
  const step = (level: number, to: 'left' | 'right') => {
    if (to === 'right' || level > 0) setEntering({ level: to === 'right' ? level + 1 : level - 1, to })
  }
  const onDeleted = (level: number, rows: readonly (Row | undefined)[], ids: ReadonlySet<string>) => {
    const parent = steps[level]
    const chosenId = steps[level + 1]?.id ?? file?.id
    if (!parent || chosenId === undefined || !ids.has(chosenId)) return
    const next = afterDeletionIn(rows, chosenId, ids)
    goTo(steps.slice(0, level + 1))
    const address = next
      ? addresses.toRow(parent.id, next.id, 'columns')
      : addresses.toView(parent.id, 'columns')
    navigate(address, { replace: true, preventScrollReset: true })
  }

  const reached = Math.min(active ?? (file ? last : Math.max(0, last - 1)), last)
  const shown = wide ? steps : file ? [] : steps.slice(-1)
  return (
    <Panel aria-label="Columns">
      <VisuallyHidden role="status">
        {file ? file.name : `${folder.name}, ${itemsText(folder.childCount)}`}
      </VisuallyHidden>
      {error !== undefined && (
        <div data-message="">
          <ErrorState message={error} onRetry={retry} />
        </div>
      )}
      <Sideways ref={scroller}>
        {shown.length > 0 && (
          <Tree role="tree" ref={treeElement} aria-label={tree.name}>
            {shown.map((each, at) => {
              const level = at + steps.length - shown.length
              const chosenId = steps[level + 1]?.id ?? (level === last ? (file?.id ?? null) : null)
              return (
                <Column
                  key={each.id}
                  folder={each}
                  level={level + 1}
                  chosenId={chosenId}
                  isLastChosen={level === (file ? last : last - 1)}
                  highlightedId={level === last && !file ? highlightedId : null}
                  active={level === (wide ? reached : last)}
                  entering={entering?.level === level ? entering.to : undefined}
                  tree={treeElement}
                  onChoose={(row, replace) => choose(level, row, replace)}
                  onOpenFile={(row) => navigate(addresses.to(row.id))}
                  onStep={(to) => step(level, to)}
                  onFocused={() => {
                    setActive(level)
                    if (entering !== undefined && entering.level !== level) setEntering(undefined)
                  }}
                  onEntered={() => setEntering(undefined)}
                  onDeleted={(rows, ids) => onDeleted(level, rows, ids)}
                  register={register}
                />
              )
            })}
          </Tree>
        )}
        {file && <FileCard key={file.id} file={file} folder={folder} />}
      </Sideways>
    </Panel>
  )
}

/**
 * The folders from the root to the last column. What was chosen stands immediately, ahead of the answer that the page
 * waits for.
 */
function useSteps(folder: OpenDocument): [readonly Step[], (steps: readonly Step[]) => void] {
  const { addresses } = usePlace()
  const { pathname } = useLocation()
  const [ahead, setAhead] = useState<readonly Step[]>([])
  const target = ahead.at(-1)
  const waiting = target !== undefined && target.id !== folder.id && addresses.to(target.id) === pathname
  return [waiting ? ahead : [...folder.ancestors, folder], setAhead]
}

/** Reads the columns above the last one: all together when the view opens, and where one comes to unknown ones. */
function useAncestors(folder: OpenDocument) {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [failure, setFailure] = useState<{ of: string; message: string }>()
  const opened = useRef(false)
  const { id, ancestors } = folder
  const read = useCallback(async () => {
    setFailure(undefined)
    try {
      // One by one: a page of rows with labels and permissions is more than half of what one request may cost.
      const columns = ancestors.map((_, column) =>
        client.query({
          query: FolderColumnDocument,
          variables: {
            treeId: tree.id,
            documentId: namedDocument(tree.id, id),
            column,
            limit: PAGE_SIZE,
          },
          fetchPolicy: 'network-only',
        }),
      )
      await Promise.all(columns)
    } catch (error) {
      setFailure({ of: id, message: errorText(error) })
    }
  }, [client, tree.id, id, ancestors])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each folder that one comes to
  useEffect(() => {
    const isKnown = ({ id }: Step) =>
      client.cache.readFragment({
        fragment: ColumnFolderFragmentDoc,
        fragmentName: 'ColumnFolder',
        id: client.cache.identify({ __typename: 'Document', id }),
        variables: { limit: PAGE_SIZE },
      }) !== null
    if (ancestors.length > 0 && (!opened.current || !ancestors.every(isKnown))) void read()
    opened.current = true
  }, [id])
  return { error: failure?.of === id ? failure.message : undefined, retry: () => void read() }
}
