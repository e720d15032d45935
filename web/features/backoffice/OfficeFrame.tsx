import { styled } from '@mui/material/styles'
import { NavLink, Outlet, useLocation } from 'react-router'
import { PageNotFound } from '../../graphql/errors.ts'
import { useReading } from '../../graphql/useReading.ts'
import { useViewer } from '../../graphql/viewer.ts'
import { ErrorState, Link, Loading, MenuButton, Page, SkeletonLines, useBreakpoint } from '../../ui/index.ts'
import { type Kind, listOf, type Office, sectionsOf } from './kinds.ts'
import { BackOfficeKindsDocument } from './operations.generated.ts'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '200px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 24,
  margin: '-6px 0 0',
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 12, margin: 0 },
}))

const Sections = styled('nav')(({ theme }) => ({
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& h2': {
    margin: '14px 0 2px',
    padding: '0 12px',
    fontSize: 12,
    lineHeight: '20px',
    fontWeight: 500,
    color: theme.vars.palette.ink3,
  },
  '& > div:first-of-type > h2': { marginTop: 0 },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    minHeight: 30,
    padding: '0 12px',
    borderRadius: 6,
    fontSize: 13,
    lineHeight: '20px',
    fontWeight: 500,
    textDecoration: 'none',
    color: theme.vars.palette.ink2,
    '& > small': {
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

/** What every page of the back office stands in; for super users alone (SHELL-14, BO-01). */
export function OfficeFrame() {
  if (!useViewer().isSuperUser) throw new PageNotFound()
  const { data, error, refetch } = useReading(BackOfficeKindsDocument, {})
  const wide = useBreakpoint('lg')
  const kinds = data?.backOfficeKinds
  const office: Office = { kinds: kinds ?? [], refresh: refetch }
  return (
    <Page title="Back office" beside={<Link to="/tagauks/status">System status</Link>}>
      {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
      {!kinds && <Loading active={error === undefined} skeleton={<SkeletonLines count={8} />} />}
      {kinds && (
        <Columns>
          {wide ? <KindList kinds={kinds} /> : <KindMenu kinds={kinds} />}
          <div>
            <Outlet context={office} />
          </div>
        </Columns>
      )}
    </Page>
  )
}

function KindList({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <Sections aria-label="Back office">
      {sectionsOf(kinds).map(([section, those]) => (
        <div key={section}>
          <h2>{section}</h2>
          <ul>
            {those.map((kind) => (
              <li key={kind.name}>
                <NavLink to={listOf(kind)}>
                  {kind.many}
                  <small>{kind.count.toLocaleString('en-GB')}</small>
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Sections>
  )
}

function KindMenu({ kinds }: { kinds: readonly Kind[] }) {
  const { pathname } = useLocation()
  const current = kinds.find((kind) => pathname.startsWith(listOf(kind)))
  return (
    <nav aria-label="Back office">
      <MenuButton
        label={current?.many ?? 'All records'}
        entries={kinds.map((kind) => ({ key: kind.name, label: kind.many, to: listOf(kind) }))}
      />
    </nav>
  )
}
