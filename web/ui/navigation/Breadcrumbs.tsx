import IconButton from '@mui/material/IconButton'
import { IconChevronLeft, IconChevronRight, IconDots } from '@tabler/icons-react'
import { Link as RouterLink } from 'react-router'
import { shortened } from '../text/shortened.ts'
import { Tooltip } from '../text/Tooltip.tsx'
import { styled } from '../theme/styled.tsx'
import { useBreakpoint } from '../theme/useBreakpoint.ts'
import { MenuButton } from './Menu.tsx'

interface Crumb {
  label: string
  /** The page it leads to; the last one is where you are and leads nowhere. */
  to: string
}

const MAX_SHOWN = 4
/** Characters of a name on the way; the whole one is in its tooltip. */
const LONGEST = 28

/**
 * What of a path shows: all up to four; of more the root, a menu of what is left out, and the last two. In a narrow
 * window the last one, after a menu of all before it.
 */
export function foldCrumbs<Item>(
  items: readonly Item[],
  narrow = false,
): { head: Item[]; folded: Item[]; tail: Item[] } {
  if (narrow) return { head: [], folded: items.slice(0, -1), tail: items.slice(-1) }
  if (items.length <= MAX_SHOWN) return { head: [], folded: [], tail: [...items] }
  return { head: items.slice(0, 1), folded: items.slice(1, -2), tail: items.slice(-2) }
}

const Path = styled('ol')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  ...theme.typography.body1,
  color: theme.vars.palette.ink2,
  '& > li': { display: 'flex', alignItems: 'center', flex: '0 3 auto', minWidth: 24, whiteSpace: 'nowrap' },
  '& > li:first-of-type, & > li:has(button)': { flex: 'none' },
  '& > li a': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > li > svg': { flex: 'none', margin: '0 5px', color: theme.vars.palette.ink3 },
  // Where one is gives way last.
  '& > li:last-of-type': { flex: '0 1 auto', minWidth: 0 },
  '& a': { color: 'inherit', textDecoration: 'none', borderRadius: 3 },
  '& a:hover': { color: theme.vars.palette.accent.text, textDecoration: 'underline' },
}))

const Here = styled('span')(({ theme }) => ({
  fontWeight: 600,
  color: theme.vars.palette.ink,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
}))

const PhonePath = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  ...theme.typography.body2,
  fontWeight: 600,
  color: theme.vars.palette.ink,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > a': { color: theme.vars.palette.accent.text, marginLeft: -12 },
}))

/** The way down to this page; on phones one step back and the name of the place. */
export function Breadcrumbs({ items, label = 'Breadcrumbs' }: { items: readonly Crumb[]; label?: string }) {
  const wide = useBreakpoint('md')
  const large = useBreakpoint('lg')
  const last = items[items.length - 1]
  if (last === undefined) return null
  if (!wide) {
    const parent = items[items.length - 2]
    return (
      <nav aria-label={label} style={{ minWidth: 0 }}>
        <PhonePath>
          {parent && (
            <IconButton component={RouterLink} to={parent.to} aria-label={`Back to ${parent.label}`}>
              <IconChevronLeft size={20} />
            </IconButton>
          )}
          <span aria-current="page">{last.label}</span>
        </PhonePath>
      </nav>
    )
  }
  const { head, folded, tail } = foldCrumbs(items, !large)
  return (
    <nav aria-label={label} style={{ minWidth: 0 }}>
      <Path>
        {head.map((crumb) => (
          <Step key={crumb.to} crumb={crumb} first />
        ))}
        {folded.length > 0 && (
          <li>
            {head.length > 0 && <IconChevronRight size={14} />}
            <MenuButton
              label="Show folders in between"
              icon={<IconDots size={16} />}
              size="small"
              entries={folded.map((crumb) => ({ key: crumb.to, label: crumb.label, to: crumb.to }))}
            />
          </li>
        )}
        {tail.map((crumb, at) => (
          <Step
            key={crumb.to}
            crumb={crumb}
            first={head.length + folded.length === 0 && at === 0}
            here={at === tail.length - 1}
          />
        ))}
      </Path>
    </nav>
  )
}

function Step({ crumb, first, here }: { crumb: Crumb; first?: boolean; here?: boolean }) {
  const short = shortened(crumb.label, LONGEST)
  return (
    <li>
      {!first && <IconChevronRight size={14} />}
      {here ? (
        <Tooltip title={crumb.label} when={(element) => element.scrollWidth > element.clientWidth}>
          <Here aria-current="page">{crumb.label}</Here>
        </Tooltip>
      ) : (
        <Tooltip
          title={crumb.label}
          when={(element) => short !== crumb.label || element.scrollWidth > element.clientWidth}
        >
          <RouterLink to={crumb.to}>{short}</RouterLink>
        </Tooltip>
      )}
    </li>
  )
}
