import { grants } from '../../../graphql/access.ts'
import { PageNotFound } from '../../../graphql/errors.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import { Page, usePageTitle } from '../../../ui/index.ts'
import { TeamTable } from './TeamTable.tsx'

/** The deal teams of every organisation whose people the viewer administers (TEAM-09, TEAM-10). */
export function TeamsPage() {
  const { organizations } = useViewer()
  usePageTitle('Users & Groups')
  if (!organizations.some((organisation) => grants(organisation, 'USERS_ADMIN'))) throw new PageNotFound()
  return (
    <Page title="Users & Groups">
      <div>
        <TeamTable />
      </div>
    </Page>
  )
}
