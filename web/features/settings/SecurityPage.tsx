import { useReading } from '../../graphql/useReading.ts'
import { useViewer } from '../../graphql/viewer.ts'
import { ErrorState, Loading, ReadOnlyField, SkeletonLines, usePageTitle } from '../../ui/index.ts'
import { SecurityPageDocument } from './operations.generated.ts'
import { SettingsPanel } from './SettingsPanel.tsx'

/** How the account is protected (SEC-01 to SEC-26). */
export function SecurityPage() {
  usePageTitle('Security')
  const { id } = useViewer()
  const { data, error } = useReading(SecurityPageDocument, { id })
  const user = data?.user
  return (
    <SettingsPanel
      title={
        user ? `Two-Factor Authentication: ${user.twoFactorEnabled ? 'Enabled' : 'Disabled'}` : 'Security'
      }
    >
      {error && <ErrorState {...error} />}
      {user ? (
        <ReadOnlyField label="Mobile number" value={user.phoneNumber} />
      ) : (
        <Loading active={!error} skeleton={<SkeletonLines count={3} />} />
      )}
    </SettingsPanel>
  )
}
