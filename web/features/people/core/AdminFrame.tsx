import { NavLink, Outlet, useLocation } from 'react-router'
import { adminAddress } from '../../../addresses.ts'
import { administers, grants } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { Page, Redirect, SideColumns, SideNav, Tabs, useBreakpoint } from '../../../ui/index.ts'
import { ADMIN_TABS } from './adminTabs.ts'
import { useAdminCounts } from './useAdminCounts.ts'

/** What every page of an organisation's admin stands in: the heading, and the tabs beside it (PPL-01, SHELL-10). */
export function AdminFrame() {
  const area = useArea(administers)
  const { slug, name } = area
  const tabs = ADMIN_TABS.filter(({ isForAdmins = false }) => !isForAdmins || grants(area, 'ORG_ADMIN'))
  const { pathname } = useLocation()
  const counts = useAdminCounts(slug).data
  const wide = useBreakpoint('lg')
  const active = tabs.find(
    ({ path }) =>
      pathname === adminAddress(slug, path) || pathname.startsWith(`${adminAddress(slug, path)}/`),
  )
  return (
    <Page title="Admin" subtitle={name}>
      <SideColumns sx={{ mt: { xs: '-16px', lg: '-6px' } }}>
        {wide ? (
          <SideNav aria-label="Admin">
            <ul>
              {tabs.map(({ key, label, path, icon: Icon, count }) => (
                <li key={key}>
                  <NavLink to={adminAddress(slug, path)}>
                    <Icon size={17} stroke={1.6} aria-hidden="true" />
                    {label}
                    {counts && count && <small>{count(counts)}</small>}
                  </NavLink>
                </li>
              ))}
            </ul>
          </SideNav>
        ) : (
          <Tabs
            label="Admin"
            active={active?.key ?? null}
            tabs={tabs.map(({ key, label, path }) => ({ key, label, to: adminAddress(slug, path) }))}
          />
        )}
        <div>
          <Outlet />
        </div>
      </SideColumns>
    </Page>
  )
}

/** Any other address below the admin leads to its first tab (PPL-02). */
export function AdminStart() {
  const { slug } = useArea(administers)
  return <Redirect to={adminAddress(slug, ADMIN_TABS[0]?.path)} />
}
