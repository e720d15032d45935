import { styled } from '@mui/material/styles'
import { NavLink, Outlet, useLocation } from 'react-router'
import { administers } from '../../graphql/access.ts'
import { useArea } from '../../graphql/useArea.ts'
import { Page, Redirect, Tabs, useBreakpoint } from '../../ui/index.ts'
import { ADMIN_TABS } from './adminTabs.ts'
import { useAdminCounts } from './useAdminCounts.ts'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '200px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 20,
  margin: '-6px 0 0',
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 12, margin: '-16px 0 0' },
}))

const List = styled('nav')(({ theme }) => ({
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 36,
    padding: '0 12px',
    borderRadius: 6,
    fontSize: 13,
    lineHeight: '20px',
    fontWeight: 500,
    textDecoration: 'none',
    color: theme.vars.palette.ink2,
    '& > small': {
      marginLeft: 'auto',
      fontSize: 12,
      fontWeight: 400,
      color: theme.vars.palette.ink3,
      fontVariantNumeric: 'tabular-nums',
    },
    '&:hover': { backgroundColor: theme.vars.palette.hover },
    '&[aria-current]': {
      fontWeight: 600,
      color: theme.vars.palette.accent.text,
      backgroundColor: theme.vars.palette.accent.tint,
    },
    '&[aria-current] > small': { color: 'inherit' },
  },
}))

/** What every page of an organisation's admin stands in: the heading, and the tabs beside it (PPL-01, SHELL-10). */
export function AdminFrame() {
  const { slug, name } = useArea(administers)
  const { pathname } = useLocation()
  const counts = useAdminCounts(slug).data
  const wide = useBreakpoint('lg')
  const base = `/${slug}/admin`
  const active = ADMIN_TABS.find(
    ({ path }) => pathname === `${base}/${path}` || pathname.startsWith(`${base}/${path}/`),
  )
  return (
    <Page title="Admin" of={name}>
      <Columns>
        {wide ? (
          <List aria-label="Admin">
            <ul>
              {ADMIN_TABS.map(({ key, label, path, icon: Icon, count }) => (
                <li key={key}>
                  <NavLink to={`${base}/${path}`}>
                    <Icon size={17} stroke={1.6} aria-hidden="true" />
                    {label}
                    {counts && count && <small>{count(counts)}</small>}
                  </NavLink>
                </li>
              ))}
            </ul>
          </List>
        ) : (
          <Tabs
            label="Admin"
            active={active?.key ?? null}
            tabs={ADMIN_TABS.map(({ key, label, path }) => ({ key, label, to: `${base}/${path}` }))}
          />
        )}
        <div>
          <Outlet />
        </div>
      </Columns>
    </Page>
  )
}

/** Any other address below the admin leads to its first tab (PPL-02). */
export function AdminStart() {
  const { slug } = useArea(administers)
  return <Redirect to={`/${slug}/admin/${ADMIN_TABS[0]?.path ?? ''}`} />
}
