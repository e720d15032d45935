import { IconCalendar, IconColumns3, IconHistory, IconList, IconStar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { type MenuEntry, Segments, useBreakpoint } from '../../../ui/index.ts'
import { rootIdOf, type View } from '../place/address.ts'
import { type OpenDocument, type Tree, usePlace } from '../place/place.ts'

/** A way to look at a folder. */
interface FolderView {
  readonly view: View
  readonly label: string
  readonly icon: ReactNode
  /** Whether the person may look at the tree so; everybody may by default. */
  readonly allowed?: (tree: Tree) => boolean
  /** Needs more room than a phone has. */
  readonly wide?: boolean
  /** Is one of the whole tree. */
  readonly ofTree?: boolean
}

/** The views that one changes between, in their order. The upload view is reached by the upload menu. */
const VIEWS: readonly FolderView[] = [
  { view: 'single', label: 'List', icon: <IconList /> },
  { view: 'columns', label: 'Columns', icon: <IconColumns3 />, wide: true },
  // HIST-02
  {
    view: 'history',
    label: 'History',
    icon: <IconHistory />,
    allowed: (tree) => tree.canViewDocumentsHistory,
  },
  // INDEX-08
  { view: 'favourites', label: 'Favourites', icon: <IconStar />, ofTree: true },
  // NEW-02
  { view: 'new', label: 'New', icon: <IconCalendar /> },
]

/** The folder that a view opens on. */
const folderOf = ({ id }: Tree, folder: Pick<OpenDocument, 'id'>, chosen: View): string =>
  VIEWS.find(({ view }) => view === chosen)?.ofTree ? rootIdOf(id) : folder.id

/** Changes between the views of a folder (DOC-03). */
export function ViewSwitch({ folder, view }: { folder: Pick<OpenDocument, 'id'>; view: View }) {
  const { tree, addresses } = usePlace()
  const navigate = useNavigate()
  const allowed = VIEWS.filter((each) => each.allowed?.(tree) ?? true)
  return (
    <Segments
      label="View"
      segments={allowed.map((each) => ({ value: each.view, label: each.label, icon: each.icon }))}
      value={view}
      onChange={(chosen) =>
        chosen !== view &&
        navigate(addresses.toView(folderOf(tree, folder, chosen), chosen), { preventScrollReset: true })
      }
      iconOnly
    />
  )
}

/** The other views as entries of a menu, where the window is too narrow for the switch. */
export function useOtherViews(folder: Pick<OpenDocument, 'id'>, view: View): MenuEntry[] {
  const { tree, addresses } = usePlace()
  const roomy = useBreakpoint('md')
  return VIEWS.filter(
    (each) => each.view !== view && (each.allowed?.(tree) ?? true) && (roomy || !each.wide),
  ).map((each, at) => ({
    key: `view-${each.view}`,
    label: `Show ${each.label.toLowerCase()}`,
    icon: each.icon,
    to: addresses.toView(folderOf(tree, folder, each.view), each.view),
    divider: at === 0,
  }))
}
