import { DAY_MS } from '../../../../shared/durations.ts'
import { CERTIFICATE_ENDS_SOON_DAYS } from '../../../../shared/ssoRules.ts'
import { ssoAcsAddress, ssoMetadataAddress } from '../../../addresses.ts'
import { BorderedList, Chip } from '../../../ui/index.ts'
import type { SsoConnection } from './connection.ts'
import { GivenValue } from './GivenValue.tsx'

/** What the provider asks for, and until when its certificates are valid (SSO-14). */
export function SamlDetails({ connection: { id, name, certificates } }: { connection: SsoConnection }) {
  const { origin } = window.location
  return (
    <>
      <BorderedList aria-label={`What the provider of ${name} asks for`}>
        <GivenValue
          label="Entity ID, also called audience; its metadata"
          value={origin + ssoMetadataAddress(id)}
        />
        <GivenValue label="Reply address, also called ACS URL" value={origin + ssoAcsAddress(id)} />
      </BorderedList>
      {certificates.length > 0 && (
        <BorderedList aria-label={`Certificates of ${name}`}>
          {certificates.map(({ fingerprint, validTo }) => (
            <li key={fingerprint}>
              <div>
                Certificate until {validTo.slice(0, 10)}
                <small>{fingerprint}</small>
              </div>
              <Validity left={Date.parse(validTo) - Date.now()} />
            </li>
          ))}
        </BorderedList>
      )}
    </>
  )
}

/** @param left until it ends, in ms */
function Validity({ left }: { left: number }) {
  if (left <= 0) return <Chip tone="danger">Has ended</Chip>
  const days = Math.ceil(left / DAY_MS)
  if (days > CERTIFICATE_ENDS_SOON_DAYS) return null
  return <Chip tone="warning">{days === 1 ? 'Ends in 1 day' : `Ends in ${days} days`}</Chip>
}
