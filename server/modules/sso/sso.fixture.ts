import { inflateRawSync } from 'node:zlib'
import type { Permission } from '../../../shared/permissions.ts'
import { Client } from '../../../testing/client.ts'
import type { TestDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { CLIENT } from '../../../testing/oidc/index.ts'
import { startTestServer } from '../../../testing/server.ts'

export const FIELDS = `id revision name isOn isRequired secondFactorAtProvider maxAgeHours issuer clientId hasClientSecret
  kind allowIdpInitiated entityId signInUrl certificates { fingerprint validTo }
  joinGroupIds otherSessions domains { name state verification } failures { code email reason }`

export interface Shown {
  id: string
  revision: number
  name: string
  isOn: boolean
  isRequired: boolean
  secondFactorAtProvider: boolean
  maxAgeHours: number | null
  issuer: string | null
  clientId: string | null
  kind: string
  allowIdpInitiated: boolean
  entityId: string | null
  signInUrl: string | null
  certificates: { fingerprint: string; validTo: string }[]
  hasClientSecret: boolean
  joinGroupIds: string[]
  otherSessions: number
  domains: { name: string; state: string; verification: string }[]
  failures: { code: string; email: string | null; reason: string }[]
}

interface Saved {
  connection: Shown | null
  errors: { field: string | null; message: string }[]
}

/** A server, an organisation with its admin, and staff; connections are made as admins make them. */
export async function setUpSso(database: TestDatabase, env: Record<string, string> = {}) {
  const server = await startTestServer(database, { SSO_PRIVATE_NETWORKS: 'on', ...env })
  const make = factories(database)
  const slug = `sso-${process.pid}-${Math.random().toString(36).slice(2)}`
  const organisationId = await make.organisation({ name: slug, slug })
  const signedIn = async (email: string): Promise<Client> => {
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return client
  }
  const member = async (email: string, role: readonly Permission[] = ['ORG_ADMIN']) => {
    const id = await make.person({ email, password: PASSWORD })
    await make.member(await make.group({ organisationId, role, organisationWide: true }), id)
    return id
  }
  const adminEmail = `admin@${slug}.test.example`
  const adminId = await member(adminEmail)
  const admin = await signedIn(adminEmail)
  const staffEmail = `staff@${slug}.test.example`
  const staffId = await make.person({ email: staffEmail, password: PASSWORD, isSuperUser: true })
  const staff = await signedIn(staffEmail)

  const saved = (answer: Awaited<ReturnType<Client['graphql']>>, field: string): Saved => {
    if (answer.errors.length > 0) throw new Error(JSON.stringify(answer.errors))
    return answer.data?.[field] as Saved
  }
  const create = async (input: object, client = admin): Promise<Saved> =>
    saved(
      await client.graphql(
        `mutation($input: SsoConnectionInput!) { createSsoConnection(input: $input) {
          connection { ${FIELDS} } errors { field message } } }`,
        { input },
      ),
      'createSsoConnection',
    )
  const update = async ({ id, revision }: Pick<Shown, 'id' | 'revision'>, input: object, client = admin) =>
    saved(
      await client.graphql(
        `mutation($id: ID!, $revision: Int!, $input: SsoConnectionInput!) {
          updateSsoConnection(id: $id, revision: $revision, input: $input) {
            connection { ${FIELDS} } errors { field message } } }`,
        { id, revision, input },
      ),
      'updateSsoConnection',
    )
  const read = async (id: string, client = admin): Promise<Shown> => {
    const { data, errors } = await client.graphql(
      `query($id: ID!) { ssoConnection(id: $id) { ${FIELDS} } }`,
      { id },
    )
    if (!data?.ssoConnection) throw new Error(JSON.stringify(errors))
    return data.ssoConnection as Shown
  }
  const approve = async (id: string, domain: string, client = staff) =>
    saved(
      await client.graphql(
        `mutation($id: ID!, $domain: String!) { approveSsoDomain(id: $id, domain: $domain) {
          connection { ${FIELDS} } errors { field message } } }`,
        { id, domain },
      ),
      'approveSsoDomain',
    )
  /** One that is on, and whose domain has been approved. */
  const connect = async (issuer: string, domain: string, more: object = {}): Promise<Shown> => {
    const { connection, errors } = await create({
      orgSlug: slug,
      name: 'Firm directory',
      domains: [domain],
      isOn: true,
      issuer,
      ...CLIENT,
      ...more,
    })
    if (!connection) throw new Error(JSON.stringify(errors))
    await approve(connection.id, domain)
    return read(connection.id)
  }
  /** The same over SAML, where a forger signs people in unless told otherwise. */
  const connectSaml = async (input: object, domain: string): Promise<Shown> => {
    const { connection, errors } = await create({
      kind: 'SAML',
      orgSlug: slug,
      name: 'Firm directory',
      domains: [domain],
      isOn: true,
      ...('metadataXml' in input || 'metadataUrl' in input
        ? {}
        : { signInUrl: 'https://forger.example/sso' }),
      ...input,
    })
    if (!connection) throw new Error(JSON.stringify(errors))
    await approve(connection.id, domain)
    return read(connection.id)
  }
  /** What a browser brings back from a provider of SAML, which is another site. @returns where it is led */
  const postBack = async (client: Client, connectionId: string, form: URLSearchParams): Promise<string> => {
    const cookies = client.cookie('saml')
    const answer = await client.request(`/sso/${connectionId}/acs`, {
      method: 'POST',
      body: form,
      headers: { cookie: cookies === undefined ? '' : `saml=${cookies}` },
    })
    if (answer.status !== 303) throw new Error(`${answer.status}: ${await answer.text()}`)
    return answer.headers.get('location') ?? ''
  }
  /** The id of the request in the address that the product leads to. */
  const requestIdIn = (there: string): string => {
    const request = inflateRawSync(
      Buffer.from(new URL(there).searchParams.get('SAMLRequest') ?? '', 'base64'),
    )
    return / ID="([^"]*)"/.exec(request.toString())?.[1] ?? ''
  }
  /** Where the product leads a browser. */
  const led = async (client: Client, address: string): Promise<string> => {
    const answer = await client.request(address, { headers: { accept: 'text/html' } })
    const to = answer.headers.get('location')
    if (to === null) throw new Error(`${address} answers ${answer.status}: ${await answer.text()}`)
    return to
  }
  /** What the next page says of a sign-in that came to nothing. */
  const noticeOf = (client: Client): { text: string; code: string | null } | null => {
    const value = client.cookie('signinnotice')
    return value === undefined ? null : JSON.parse(decodeURIComponent(value))
  }
  const viewerOf = async (client: Client): Promise<string | null> => {
    const { data } = await client.graphql('{ viewer { id } }')
    return (data?.viewer as { id: string } | undefined)?.id ?? null
  }
  const browser = () => new Client(server.address)
  const recorded = async (id: string): Promise<string[]> => {
    const { rows } = await database.pool.query<{ kind: string }>(
      `select kind from activity where subject_kind = 'sso' and subject_id = $1 order by id`,
      [id],
    )
    return rows.map(({ kind }) => kind)
  }
  return {
    server,
    make,
    slug,
    organisationId,
    member,
    signedIn,
    admin,
    adminId,
    adminEmail,
    staff,
    staffId,
    create,
    update,
    read,
    approve,
    connect,
    connectSaml,
    postBack,
    requestIdIn,
    led,
    noticeOf,
    viewerOf,
    browser,
    recorded,
  }
}
