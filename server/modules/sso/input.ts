import { REQUIRED } from '../../../shared/accountRules.ts'
import {
  connectionNameProblem,
  domainProblem,
  entityIdProblem,
  issuerProblem,
  maxAgeProblem,
  normaliseDomain,
  signInUrlProblem,
} from '../../../shared/ssoRules.ts'
import { tidyText } from '../../../shared/texts.ts'
import { badInput, requireFields } from '../../access/errors.ts'
import { certificatesOf, metadataOf, SamlError } from './saml/index.ts'
import type { CertificateRow, ConnectionRow, SsoKind } from './store.ts'

/** What is given of a connection; what is absent stays as it is. */
export interface ConnectionInput {
  kind?: SsoKind | null | undefined
  orgSlug?: string | null | undefined
  companyId?: string | null | undefined
  name?: string | null | undefined
  domains?: readonly string[] | null | undefined
  isOn?: boolean | null | undefined
  isRequired?: boolean | null | undefined
  secondFactorAtProvider?: boolean | null | undefined
  allowIdpInitiated?: boolean | null | undefined
  isProvisioned?: boolean | null | undefined
  /** Null for no limit. */
  maxAgeHours?: number | null | undefined
  issuer?: string | null | undefined
  clientId?: string | null | undefined
  /** Empty for none. */
  clientSecret?: string | null | undefined
  metadataUrl?: string | null | undefined
  metadataXml?: string | null | undefined
  entityId?: string | null | undefined
  signInUrl?: string | null | undefined
  /** PEM. */
  certificates?: readonly string[] | null | undefined
  joinGroupIds?: readonly string[] | null | undefined
}

/** As it is to be, besides the secret. */
export type WantedConnection = Pick<
  ConnectionRow,
  | 'kind'
  | 'name'
  | 'isOn'
  | 'isRequired'
  | 'secondFactorAtProvider'
  | 'allowIdpInitiated'
  | 'isProvisioned'
  | 'maxAgeHours'
  | 'issuer'
  | 'signInUrl'
  | 'clientId'
  | 'joinGroupIds'
> & {
  domains: string[]
  certificates: CertificateRow[]
  /** Undefined where the stored one stays. */
  clientSecret: string | undefined
}

/** How the provider is known. */
type Provider = Pick<WantedConnection, 'issuer' | 'signInUrl' | 'certificates' | 'clientId' | 'clientSecret'>

const MAX_DOMAINS = 50
const MAX_CLIENT_TEXT = 1000
/** Certificates of one provider: the present one, and those that it changes to. */
const MAX_CERTIFICATES = 20
/** Characters of metadata that are typed, or pasted. */
const MAX_METADATA = 1_000_000

const OF_OIDC = ['issuer', 'clientId', 'clientSecret'] as const
const OF_SAML = [
  'metadataUrl',
  'metadataXml',
  'entityId',
  'signInUrl',
  'certificates',
  'allowIdpInitiated',
] as const

/** @throws BAD_USER_INPUT at its fields, domains by their places */
export function wantedOf(input: ConnectionInput, before: ConnectionRow | null): WantedConnection {
  const kind = before?.kind ?? input.kind ?? 'OIDC'
  if (before && input.kind && input.kind !== before.kind)
    throw badInput('The kind of a connection can’t be changed.', {
      kind: 'Add another connection in its place.',
    })
  const others = (kind === 'SAML' ? OF_OIDC : OF_SAML).filter((name) => input[name] ?? false)
  requireFields(Object.fromEntries(others.map((name) => [name, `Not of a connection of the kind ${kind}`])))
  const domains = input.domains
    ? [...new Set(input.domains.map(normaliseDomain))]
    : (before?.domains.map(({ name }) => name) ?? [])
  const isOn = input.isOn ?? before?.isOn ?? false
  const maxAgeHours = input.maxAgeHours === undefined ? (before?.maxAgeHours ?? null) : input.maxAgeHours
  const name = input.name ?? before?.name ?? ''
  const problems = {
    name: connectionNameProblem(name),
    domains:
      domains.length === 0
        ? REQUIRED
        : domains.length > MAX_DOMAINS
          ? `Maximum ${MAX_DOMAINS} domains.`
          : domains.map(domainProblem).find((problem) => problem !== null),
    maxAgeHours: maxAgeProblem(maxAgeHours),
  }
  const provider =
    kind === 'SAML' ? samlProvider(input, before, { isOn, problems }) : oidcProvider(input, before, problems)
  return {
    kind,
    name: tidyText(name),
    domains,
    isOn,
    isRequired: input.isRequired ?? before?.isRequired ?? false,
    secondFactorAtProvider: input.secondFactorAtProvider ?? before?.secondFactorAtProvider ?? false,
    allowIdpInitiated: input.allowIdpInitiated ?? before?.allowIdpInitiated ?? false,
    isProvisioned: input.isProvisioned ?? before?.isProvisioned ?? false,
    maxAgeHours,
    ...provider,
    joinGroupIds: [...new Set(input.joinGroupIds ?? before?.joinGroupIds ?? [])],
  }
}

type Problems = Readonly<Record<string, string | null | undefined>>

function oidcProvider(input: ConnectionInput, before: ConnectionRow | null, problems: Problems): Provider {
  const issuer = (input.issuer ?? before?.issuer ?? '').trim()
  const clientId = (input.clientId ?? before?.clientId ?? '').trim()
  requireFields({
    ...problems,
    issuer: issuerProblem(issuer),
    clientId:
      clientId === ''
        ? REQUIRED
        : clientId.length > MAX_CLIENT_TEXT
          ? `Max ${MAX_CLIENT_TEXT} characters`
          : null,
    clientSecret:
      (input.clientSecret?.length ?? 0) > MAX_CLIENT_TEXT ? `Max ${MAX_CLIENT_TEXT} characters` : null,
  })
  return {
    issuer,
    clientId,
    clientSecret: input.clientSecret?.trim() ?? undefined,
    signInUrl: null,
    certificates: [],
  }
}

/** Until it is switched on, the provider may be unknown: it is set up there by the addresses of the connection. */
function samlProvider(
  input: ConnectionInput,
  before: ConnectionRow | null,
  { isOn, problems }: { isOn: boolean; problems: Problems },
): Provider {
  const xml = input.metadataXml?.trim() ?? ''
  if (xml.length > MAX_METADATA) throw atField('metadataXml', 'The metadata is longer than 1 MB.')
  const read = xml === '' ? null : known('metadataXml', () => metadataOf(xml))
  const typed = input.certificates?.filter((text) => text.trim() !== '') ?? null
  const issuer = (read?.entityId ?? input.entityId ?? before?.issuer ?? '').trim()
  const signInUrl = (read?.signInUrl ?? input.signInUrl ?? before?.signInUrl ?? '').trim()
  const certificates =
    read?.certificates ??
    (typed && known('certificates', () => certificatesOf(typed))) ??
    before?.certificates ??
    []
  const isAsked = isOn || [issuer, signInUrl].some((text) => text !== '') || certificates.length > 0
  requireFields({
    ...problems,
    entityId: isAsked ? entityIdProblem(issuer) : null,
    signInUrl: isAsked ? signInUrlProblem(signInUrl) : null,
    certificates:
      isAsked && certificates.length === 0
        ? REQUIRED
        : certificates.length > MAX_CERTIFICATES
          ? `Maximum ${MAX_CERTIFICATES} certificates.`
          : null,
  })
  return {
    issuer,
    signInUrl: signInUrl || null,
    certificates: [...certificates],
    clientId: '',
    clientSecret: undefined,
  }
}

const atField = (field: string, text: string) => badInput(text, { [field]: text })

function known<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof SamlError) throw atField(field, error.message)
    throw error
  }
}
