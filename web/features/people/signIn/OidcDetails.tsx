import { SIGN_IN, ssoCallbackAddress, ssoLogoutAddress } from '../../../addresses.ts'
import { BorderedList } from '../../../ui/index.ts'
import type { SsoConnection } from './connection.ts'
import { GivenValue } from './GivenValue.tsx'

/** What a provider of OpenID Connect asks for (SSO-09, SSO-23, SSO-24). */
export function OidcDetails({ connection: { id, name } }: { connection: SsoConnection }) {
  const { origin } = window.location
  return (
    <BorderedList aria-label={`What the provider of ${name} asks for`}>
      <GivenValue label="Redirect URI" value={origin + ssoCallbackAddress(id)} />
      <GivenValue label="Address after signing out" value={origin + SIGN_IN} />
      <GivenValue label="Back-channel logout" value={origin + ssoLogoutAddress(id)} />
    </BorderedList>
  )
}
