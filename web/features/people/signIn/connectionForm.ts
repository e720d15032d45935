import type { NewerStates } from '../../../../shared/conflicts.ts'
import { normaliseDomain } from '../../../../shared/ssoRules.ts'
import { numberIn } from '../../../ui/index.ts'
import type { SsoConnection } from './connection.ts'

/** A connection as it is typed. */
export interface ConnectionValues {
  kind: 'OIDC' | 'SAML'
  name: string
  domains: string
  issuer: string
  clientId: string
  clientSecret: string
  metadataUrl: string
  metadataXml: string
  entityId: string
  signInUrl: string
  certificates: string
  maxAgeHours: string
  joinGroupIds: string[]
  isOn: boolean
  isRequired: boolean
  secondFactorAtProvider: boolean
  allowIdpInitiated: boolean
}

export const domainsIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map(normaliseDomain)
    .filter((domain) => domain !== '')

export const valuesOf = (connection?: SsoConnection): ConnectionValues => ({
  kind: connection?.kind ?? 'OIDC',
  name: connection?.name ?? '',
  domains: connection?.domains.map(({ name }) => name).join(', ') ?? '',
  issuer: connection?.issuer ?? '',
  clientId: connection?.clientId ?? '',
  clientSecret: '',
  metadataUrl: '',
  metadataXml: '',
  entityId: connection?.entityId ?? '',
  signInUrl: connection?.signInUrl ?? '',
  certificates: '',
  maxAgeHours: connection?.maxAgeHours?.toString() ?? '',
  joinGroupIds: [...(connection?.joinGroupIds ?? [])],
  isOn: connection?.isOn ?? true,
  isRequired: connection?.isRequired ?? false,
  secondFactorAtProvider: connection?.secondFactorAtProvider ?? false,
  allowIdpInitiated: connection?.allowIdpInitiated ?? false,
})

/** What somebody else has saved meanwhile, by the names of the form. */
export const newerValues = ({
  domains,
  joinGroupIds,
  maxAgeHours,
  ...newer
}: NewerStates['ssoConnection']['newer']): Partial<ConnectionValues> => ({
  ...newer,
  domains: domains.join(', '),
  joinGroupIds: [...joinGroupIds],
  maxAgeHours: maxAgeHours?.toString() ?? '',
})

const PROVIDER_OF_SAML = ['metadataUrl', 'metadataXml', 'entityId', 'signInUrl', 'certificates'] as const

/** Whether a provider of SAML is given: until then the connection stays off. */
export const knowsProvider = (values: ConnectionValues, connection?: SsoConnection): boolean =>
  (connection?.certificates.length ?? 0) > 0 || PROVIDER_OF_SAML.some((name) => values[name].trim() !== '')

/** What is sent of it; what is secret, or long, only where it was typed. */
export function inputOf(values: ConnectionValues, connection?: SsoConnection) {
  const { name, joinGroupIds, isRequired, secondFactorAtProvider } = values
  const typed = <Name extends keyof ConnectionValues>(field: Name) =>
    values[field] === '' ? {} : { [field]: values[field] }
  const all = {
    name,
    domains: domainsIn(values.domains),
    joinGroupIds,
    isRequired,
    secondFactorAtProvider,
    maxAgeHours: numberIn(values.maxAgeHours),
  }
  if (values.kind === 'OIDC') {
    const { isOn, issuer, clientId } = values
    return { ...all, isOn, issuer, clientId, ...typed('clientSecret') }
  }
  // Metadata say it all.
  const isRead = values.metadataUrl !== '' || values.metadataXml !== ''
  return {
    ...all,
    isOn: values.isOn && knowsProvider(values, connection),
    allowIdpInitiated: values.allowIdpInitiated,
    ...typed('metadataUrl'),
    ...typed('metadataXml'),
    ...(isRead ? {} : { ...typed('entityId'), ...typed('signInUrl') }),
    ...(isRead || values.certificates === '' ? {} : { certificates: [values.certificates] }),
  }
}
