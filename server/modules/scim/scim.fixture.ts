import type { Permission } from '../../../shared/permissions.ts'
import { Client } from '../../../testing/client.ts'
import type { TestDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer } from '../../../testing/server.ts'

export interface ScimAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: as it came over the wire
  body: any
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let count = 0

/** An organisation whose connection a directory provisions, and what asks as that directory does. */
export async function setUpScim(database: TestDatabase) {
  const server = await startTestServer(database)
  const make = factories(database)
  count += 1
  const slug = `scim-${process.pid}-${count}`
  const domain = `${slug}.example`
  const organisationId = await make.organisation({ name: slug, slug })
  const group = (role: readonly Permission[] = ['OVERVIEW_VIEW']) =>
    make.group({ organisationId, role, organisationWide: true })
  const member = async (email: string, groupId: string) => {
    const id = await make.person({ email, password: PASSWORD })
    await make.member(groupId, id)
    return id
  }
  const signedIn = async (email: string) => {
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return client
  }
  const adminsId = await group(['ORG_ADMIN'])
  const adminEmail = `admin@${domain}`
  const adminId = await member(adminEmail, adminsId)
  const admin = await signedIn(adminEmail)
  const mutate = async (field: string, args: string, selection: string, client = admin) => {
    const { data, errors } = await client.graphql(`mutation { ${field}(${args}) { ${selection} } }`)
    if (errors[0]) throw new Error(`${errors[0].extensions.code} ${errors[0].message}`)
    // biome-ignore lint/suspicious/noExplicitAny: as it came over the wire
    return data?.[field] as any
  }
  const connect = async (name = 'Directory', domains = [domain]): Promise<string> => {
    const { connection } = await mutate(
      'createSsoConnection',
      `input: { kind: SAML, orgSlug: "${slug}", name: "${name}", domains: ${JSON.stringify(domains)}, isProvisioned: true }`,
      'connection { id }',
    )
    await database.pool.query('update sso_domain set approved_at = now() where connection_id = $1', [
      connection.id,
    ])
    return connection.id
  }
  const connectionId = await connect()
  const checkPassword = () =>
    mutate('checkUserPassword', `id: "${adminId}", password: "${PASSWORD}"`, 'success')
  const renew = async (id = connectionId, client = admin) =>
    mutate('renewScimToken', `connectionId: "${id}"`, 'token errors { message }', client)
  await checkPassword()
  const { token } = await renew()
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    {
      headers = {},
      as = token,
      to = connectionId,
    }: { headers?: object; as?: string | null; to?: string } = {},
  ): Promise<ScimAnswer> => {
    // A directory of a test asks faster than a real one.
    await database.pool.query('update scim_use set used = 0')
    const answer = await fetch(`${server.address}/scim/v2/${to}${path}`, {
      method,
      headers: {
        ...(as === null ? {} : { authorization: `Bearer ${as}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }
  const patch = (path: string, Operations: readonly object[], more?: Parameters<typeof ask>[3]) =>
    ask('PATCH', path, { schemas: [PATCH], Operations }, more)
  const userBody = (name: string, more: object = {}) => ({
    schemas: [USER],
    userName: `${name}@${domain}`,
    externalId: `ext-${name}`,
    name: { givenName: 'Ada', familyName: 'Byron' },
    emails: [{ value: `${name}@${domain}`, type: 'work', primary: true }],
    title: 'Engineer',
    active: true,
    ...more,
  })
  const shown = async () => {
    const { data } = await admin.graphql(
      `query($id: ID!) { ssoConnection(id: $id) { scimUrl isProvisioned scimTokenMadeAt
        scimGroups { id displayName memberCount groupIds groupNames } scimRequests { method path status reason } } }`,
      { id: connectionId },
    )
    // biome-ignore lint/suspicious/noExplicitAny: as it came over the wire
    return data?.ssoConnection as any
  }
  const groupsOf = async (personId: string): Promise<string[]> => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select group_id as id from membership where person_id = $1 order by 1',
      [personId],
    )
    return rows.map(({ id }) => id)
  }
  const map = (scimGroupId: string, groupIds: readonly string[], client = admin) =>
    mutate(
      'mapScimGroup',
      `connectionId: "${connectionId}", scimGroupId: "${scimGroupId}", groupIds: ${JSON.stringify(groupIds)}`,
      'connection { scimGroups { groupIds } } errors { field message }',
      client,
    )
  return {
    server,
    make,
    slug,
    domain,
    organisationId,
    adminsId,
    adminId,
    adminEmail,
    admin,
    connectionId,
    token,
    group,
    member,
    signedIn,
    mutate,
    connect,
    checkPassword,
    renew,
    ask,
    patch,
    userBody,
    shown,
    groupsOf,
    map,
  }
}
