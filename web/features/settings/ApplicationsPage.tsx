import Button from '@mui/material/Button'
import { useSearchParams } from 'react-router'
import { CRM, CRM_CONNECT } from '../../addresses.ts'
import { isAdminUser } from '../../graphql/access.ts'
import { PageNotFound } from '../../graphql/errors.ts'
import { useReading } from '../../graphql/useReading.ts'
import { useViewer } from '../../graphql/viewer.ts'
import {
  Alert,
  EmptyState,
  ErrorState,
  Link,
  Loading,
  SkeletonLines,
  TitleRow,
  usePageTitle,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { ApplicationsPageDocument } from './core/operations.generated.ts'
import { SettingsPanel } from './core/SettingsPanel.tsx'

const Application = styled(TitleRow)(({ theme }) => ({
  '& strong': { display: 'block', fontWeight: 600 },
  '& p': { margin: 0, color: theme.vars.palette.ink2 },
}))

/** Where the connection is made: outside of the pages, so this is a navigation of the browser (PROF-20). */

/** Why a connection was not made (CRM-16), by what the address says after it. */
const REFUSALS: Readonly<Record<string, string>> = {
  denied: 'Salesforce was not connected: consent was refused there.',
  unavailable:
    'Salesforce was not connected: it could not be reached, or gave no answer. Please try again later.',
}

/** Applications that the product works with, for admins alone (PROF-18 to PROF-21). */
export function ApplicationsPage() {
  usePageTitle('Applications')
  const viewer = useViewer()
  if (!isAdminUser(viewer)) throw new PageNotFound()
  const { data, error } = useReading(ApplicationsPageDocument, {})
  const [address, setAddress] = useSearchParams()
  const refusal = REFUSALS[address.get('error') ?? '']
  const connected = data?.viewer.hasSalesforceToken
  const body = (isInstalled: boolean, none: string) => {
    if (connected === undefined) return <Loading active={!error} skeleton={<SkeletonLines count={1} />} />
    return connected === isInstalled ? <Salesforce connected={connected} /> : <EmptyState title={none} />
  }
  return (
    <>
      {refusal && (
        <Notice>
          <Alert tone="danger" onClose={() => setAddress({}, { replace: true })}>
            {refusal}
          </Alert>
        </Notice>
      )}
      {error && <ErrorState {...error} />}
      <SettingsPanel title="Installed Apps">{body(true, 'No apps installed')}</SettingsPanel>
      <SettingsPanel title="Available Apps">{body(false, 'No additional apps available')}</SettingsPanel>
    </>
  )
}

const Ways = styled('div')({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px 16px' })
const Notice = styled('div')({ maxWidth: 720, marginBottom: 16 })

function Salesforce({ connected }: { connected: boolean }) {
  return (
    <Application>
      <div>
        <strong>Salesforce</strong>
        <p>Imports records from the CRM, and finds duplicates among them.</p>
      </div>
      <Ways>
        <Link to={CRM}>Imports and reports</Link>
        {!connected && (
          <Button variant="outlined" href={CRM_CONNECT}>
            Connect
          </Button>
        )}
      </Ways>
    </Application>
  )
}
