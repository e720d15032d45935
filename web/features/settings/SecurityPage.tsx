import { useSignInNotice } from '../../graphql/signInNotice.ts'
import { useReading } from '../../graphql/useReading.ts'
import { useViewer } from '../../graphql/viewer.ts'
import { Alert, ErrorState, Loading, SkeletonLines, StatusDot, usePageTitle } from '../../ui/index.ts'
import { AuthenticatorSection } from './authenticator/AuthenticatorSection.tsx'
import { SecurityPageDocument } from './core/operations.generated.ts'
import { SettingsPanel } from './core/SettingsPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { PhonePanel } from './PhonePanel.tsx'
import { PasskeysSection } from './passkeys/PasskeysSection.tsx'
import { SessionsSection } from './sessions/SessionsSection.tsx'
import { TokensSection } from './tokens/TokensSection.tsx'

/** How the account is protected (SEC-01 to SEC-26), and tokens of the API (TOKEN-01). */
export function SecurityPage() {
  usePageTitle('Security')
  const { id } = useViewer()
  const notice = useSignInNotice()
  const { data, error } = useReading(SecurityPageDocument, { id })
  const user = data?.user
  if (!user) {
    return (
      <SettingsPanel title="Security">
        {error && <ErrorState {...error} />}
        <Loading active={!error} skeleton={<SkeletonLines count={3} />} />
      </SettingsPanel>
    )
  }
  return (
    <>
      {error && <ErrorState {...error} />}
      {notice && <Alert tone="danger">{notice}</Alert>}
      <PhonePanel
        userId={id}
        saved={user.phoneNumber}
        title={
          <>
            Two-Factor Authentication: {/* SEC-01 */}
            <StatusDot color={user.twoFactorEnabled ? 'success' : 'neutral'} hollow={!user.twoFactorEnabled}>
              {user.twoFactorEnabled ? 'Enabled' : 'Disabled'}
            </StatusDot>
          </>
        }
      />
      <AuthenticatorSection userId={id} />
      <PasskeysSection userId={id} />
      <PasswordPanel userId={id} />
      <SessionsSection />
      <TokensSection userId={id} />
    </>
  )
}
