import { NavLink, Outlet, useLocation } from 'react-router'
import { formatNumber } from '../../../shared/format/number.ts'
import { SYSTEM_STATUS } from '../../addresses.ts'
import { PageNotFound } from '../../graphql/errors.ts'
import { useReading } from '../../graphql/useReading.ts'
import { useViewer } from '../../graphql/viewer.ts'
import {
  ErrorState,
  Link,
  Loading,
  MenuButton,
  Page,
  SideColumns,
  SideNav,
  SkeletonLines,
  useBreakpoint,
} from '../../ui/index.ts'
import { type Kind, listOf, type Office, sectionsOf } from './kinds.ts'
import { BackOfficeKindsDocument } from './operations.generated.ts'

/** What every page of the back office stands in; for super users alone (SHELL-14, BO-01). */
export function OfficeFrame() {
  if (!useViewer().isSuperUser) throw new PageNotFound()
  const { data, error, refetch } = useReading(BackOfficeKindsDocument, {})
  const wide = useBreakpoint('lg')
  const kinds = data?.backOfficeKinds
  const office: Office = { kinds: kinds ?? [], refresh: refetch }
  return (
    <Page title="Back office" actions={<Link to={SYSTEM_STATUS}>System status</Link>}>
      {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
      {!kinds && <Loading active={error === undefined} skeleton={<SkeletonLines count={8} />} />}
      {kinds && (
        <SideColumns>
          {wide ? <KindList kinds={kinds} /> : <KindMenu kinds={kinds} />}
          <div>
            <Outlet context={office} />
          </div>
        </SideColumns>
      )}
    </Page>
  )
}

function KindList({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <SideNav data-dense="" aria-label="Back office">
      {sectionsOf(kinds).map(([section, those]) => (
        <div key={section}>
          <h2>{section}</h2>
          <ul>
            {those.map((kind) => (
              <li key={kind.name}>
                <NavLink to={listOf(kind)}>
                  {kind.many}
                  <small>{formatNumber(kind.count)}</small>
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </SideNav>
  )
}

function KindMenu({ kinds }: { kinds: readonly Kind[] }) {
  const { pathname } = useLocation()
  // The address of one kind may begin as that of another: users/user and users/usergroup.
  const current = kinds.find((kind) => `${pathname}/`.startsWith(`${listOf(kind)}/`))
  return (
    <nav aria-label="Back office">
      <MenuButton
        label={current?.many ?? 'All records'}
        entries={kinds.map((kind) => ({ key: kind.name, label: kind.many, to: listOf(kind) }))}
      />
    </nav>
  )
}
