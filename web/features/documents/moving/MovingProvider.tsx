import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { useSearchParams } from 'react-router'
import { mayUpload, type Row, usePlace } from '../place/place.ts'
import { activeSearch } from '../place/term.ts'

/** A document that is to be moved. */
export type Movable = Pick<Row, 'id' | 'name' | 'fileType'>

/** What is to be moved, and from which folder. */
export interface StagedMove {
  readonly documents: readonly Movable[]
  readonly parentId: string
}

/** What of a list can be dragged: what is selected there goes together. */
interface DraggedList {
  readonly chosen: readonly Movable[]
  /** Selects these no longer. */
  readonly drop: (ids: ReadonlySet<string>) => void
}

interface Moving {
  /** Of the lists in view, by their folder, where the person may move what lies there (INDEX-10). */
  readonly lists: Map<string, DraggedList>
  readonly staged: StagedMove | null
  /** Ids of what is staged. */
  readonly ids: ReadonlySet<string>
  readonly stage: (move: StagedMove) => void
  /** Nothing is to be moved any more. */
  readonly end: () => void
}

const NONE: ReadonlySet<string> = new Set()
const Context = createContext<Moving | null>(null)

/**
 * Keeps what is staged for a move while the person walks to where it is to go; it ends with another view or
 * search (DOP-16, DOP-17), with the tree and with the page.
 */
export function MovingProvider({ children }: { children: ReactNode }) {
  const [staged, setStaged] = useState<StagedMove | null>(null)
  const [address] = useSearchParams()
  const search = activeSearch(address)
  const scene = JSON.stringify([address.get('view') ?? 'single', search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the scene
  useLayoutEffect(() => setStaged(null), [scene])
  const [lists] = useState(() => new Map<string, DraggedList>())
  const moving = useMemo<Moving>(
    () => ({
      lists,
      staged,
      ids: staged ? new Set(staged.documents.map(({ id }) => id)) : NONE,
      stage: setStaged,
      end: () => setStaged(null),
    }),
    [staged, lists],
  )
  return <Context value={moving}>{children}</Context>
}

/** The move that is staged in this tree. */
export function useMoving(): Moving {
  const moving = useContext(Context)
  if (!moving) throw new Error('useMoving stands outside MovingProvider')
  return moving
}

interface MoveStaging {
  /** Whether the person may move what lies here (DOC-33, DOC-34). */
  readonly allowed: boolean
  readonly stage: (documents: readonly Movable[]) => void
}

/**
 * Stages entries of one folder for a move.
 * @param parentId the folder; null in a search, where nothing is moved (DOC-34)
 * @param list what can be dragged out of it
 */
export function useMoveStaging(parentId: string | null, list?: DraggedList): MoveStaging {
  const { tree } = usePlace()
  const { stage, lists } = useMoving()
  const allowed = parentId !== null && mayUpload(tree, parentId)
  useEffect(() => {
    if (!allowed || !list) return
    lists.set(parentId, list)
    return () => void lists.delete(parentId)
  })
  return {
    allowed,
    stage: useCallback(
      (documents) => {
        if (parentId !== null) stage({ documents: documents.map(pickMovable), parentId })
      },
      [stage, parentId],
    ),
  }
}

const pickMovable = ({ id, name, fileType }: Movable): Movable => ({ id, name, fileType })
