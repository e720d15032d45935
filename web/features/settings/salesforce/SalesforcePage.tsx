import Button from '@mui/material/Button'
import { CRM_CONNECT, recordsAddress } from '../../../addresses.ts'
import { isAdminUser } from '../../../graphql/access.ts'
import { PageNotFound } from '../../../graphql/errors.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { type Reading, useReading } from '../../../graphql/useReading.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  Alert,
  BusyButton,
  ErrorState,
  Link,
  Loading,
  SkeletonLines,
  usePageTitle,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import {
  ApplicationsPageDocument,
  type ApplicationsPageQuery,
  DisconnectSalesforceDocument,
} from '../core/operations.generated.ts'
import { SettingsPanel } from '../core/SettingsPanel.tsx'
import { Imports } from './Imports.tsx'
import { Reports } from './Reports.tsx'
import { useImportsAndReports } from './running.ts'

/** The connection to Salesforce, imports and reports of duplicates, for admins alone (CRM-01, CRM-02). */
export function SalesforcePage() {
  usePageTitle('Salesforce')
  const viewer = useViewer()
  if (!isAdminUser(viewer)) throw new PageNotFound()
  return <Parts />
}

function Parts() {
  const connection = useReading(ApplicationsPageDocument, {})
  const { imports, reports } = useImportsAndReports()
  return (
    <>
      <ConnectionPanel reading={connection} />
      <Imports reading={imports} connected={connection.data?.viewer.hasSalesforceToken ?? false} />
      <Reports reading={reports} />
    </>
  )
}

/** Stands before the panel's button. */
const Office = styled(Link)({ marginLeft: 'auto' })

/** Whether there is a connection, and its end (CRM-17). Super users come from here to all imports (BO-36). */
function ConnectionPanel({ reading: { data, error, refetch } }: { reading: Reading<ApplicationsPageQuery> }) {
  const { act, busy, problem } = useAction(DisconnectSalesforceDocument, { refresh: refetch })
  const { isSuperUser } = useViewer()
  const connected = data?.viewer.hasSalesforceToken
  return (
    <SettingsPanel
      title="Salesforce"
      wide
      beside={
        <>
          {isSuperUser && <Office to={recordsAddress('crm/dataimport')}>All imports</Office>}
          {connected && (
            <BusyButton variant="outlined" busy={busy} onClick={() => act({})}>
              Disconnect from Salesforce
            </BusyButton>
          )}
          {connected === false && (
            <Button variant="outlined" href={CRM_CONNECT}>
              Connect
            </Button>
          )}
        </>
      }
    >
      {error && <ErrorState {...error} />}
      {problem && <Alert tone="danger">{problem.message}</Alert>}
      {connected === undefined ? (
        <Loading active={!error} skeleton={<SkeletonLines count={1} />} />
      ) : connected ? (
        'Your account is connected.'
      ) : (
        'Your account is not connected.'
      )}
    </SettingsPanel>
  )
}
