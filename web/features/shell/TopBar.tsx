import { Link } from 'react-router'
import { HOME } from '../../addresses.ts'
import { usePage } from '../../graphql/page.ts'
import type { Viewer } from '../../graphql/viewer.ts'
import { useBreakpoint, Wordmark } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { EnvironmentLabel } from './EnvironmentLabel.tsx'
import { NavigationLinks } from './NavigationLinks.tsx'
import { navigationOf } from './navigation.ts'
import { SideMenu } from './SideMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

const PageHeader = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 'var(--view-bar, 0px)',
  zIndex: theme.zIndex.appBar,
  display: 'flex',
  alignItems: 'center',
  boxSizing: 'border-box',
  height: 52,
  padding: '0 20px 0 24px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  [theme.breakpoints.down('md')]: { padding: '0 8px 0 16px' },
}))

const Brand = styled(Link)({ display: 'flex', borderRadius: 6, textDecoration: 'none' })

const End = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  marginLeft: 'auto',
  minWidth: 0,
  [theme.breakpoints.down('md')]: { gap: 0 },
}))

/** The bar on top of every page: brand, areas, environment and person (SHELL-21 to SHELL-23, SHELL-36). */
export function TopBar({ viewer }: { viewer: Viewer | null }) {
  const { user } = usePage()
  const unfolded = useBreakpoint('lg')
  const entries = viewer ? navigationOf(viewer.organizations) : []
  const person = viewer ?? user
  return (
    <PageHeader>
      <Brand to={HOME} aria-label="Helioroom">
        <Wordmark />
      </Brand>
      {unfolded && <NavigationLinks entries={entries} />}
      <End>
        <EnvironmentLabel />
        {person && (
          <UserMenu
            fullName={person.fullName}
            email={user?.email ?? null}
            isSuperUser={viewer?.isSuperUser ?? false}
            avatarUrl={viewer?.avatarUrl ?? null}
          />
        )}
        {!unfolded && <SideMenu entries={entries} />}
      </End>
    </PageHeader>
  )
}
