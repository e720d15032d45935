// A directory that provisions a connection; created for each file that imports it.
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { createSamlForger } from '../../../testing/saml/forger.ts'
import { setUpScim } from './scim.fixture.ts'

export const database = testDatabase()
export let world: Awaited<ReturnType<typeof setUpScim>>

beforeAll(async () => {
  world = await setUpScim(database)
})
afterAll(() => world.server.close())

export async function created(name: string, more: object = {}) {
  const { status, body } = await world.ask('POST', '/Users', world.userBody(name, more))
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
export const sessionsOf = async (personId: string) =>
  (await database.pool.query('select from session where person_id = $1', [personId])).rowCount

/** Signs in over SAML, by which the connection is provisioned. @returns whose session it is */
export async function arrive(email: string): Promise<string | null> {
  const forger = createSamlForger()
  const { rows } = await database.pool.query<{ revision: number }>(
    'select revision from sso_connection where id = $1',
    [world.connectionId],
  )
  const { errors } = await world.mutate(
    'updateSsoConnection',
    `id: "${world.connectionId}", revision: ${rows[0]?.revision}, input: { isOn: true, entityId: "${forger.entityId}",
      signInUrl: "https://forger.example/sso", certificates: ${JSON.stringify([forger.signing.cert])} }`,
    'errors { message }',
  )
  expect(errors).toEqual([])
  const browser = new Client(world.server.address)
  const start = await browser.request(`/sso/${world.connectionId}/start`)
  const request = new URL(start.headers.get('location') ?? '').searchParams.get('SAMLRequest') ?? ''
  const requestId = / ID="([^"]*)"/.exec(inflateRawSync(Buffer.from(request, 'base64')).toString())?.[1] ?? ''
  const of = { origin: world.server.address, connectionId: world.connectionId, requestId }
  const xml = forger.respond(of, { subject: `of-${email}`, attributes: { email } })
  await browser.request(`/sso/${world.connectionId}/acs`, { method: 'POST', body: forger.form(xml) })
  const { data } = await browser.graphql('{ viewer { id } }')
  return (data?.viewer as { id: string } | undefined)?.id ?? null
}
