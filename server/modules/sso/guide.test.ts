import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { setUpSso } from './sso.fixture.ts'

/** The addresses that docs/sign-in.md has people type at their providers are those that are served. */

const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../../docs/sign-in.md'), 'utf8')

/** What each answers to whom a provider sends, or to the provider itself, that brings nothing. */
const ANSWERS: Readonly<Record<string, readonly [kind: 'OIDC' | 'SAML', method: string, status: number]>> = {
  '/login': ['OIDC', 'GET', 200],
  '/sso/{connection}/callback': ['OIDC', 'GET', 302],
  '/sso/{connection}/backchannel-logout': ['OIDC', 'POST', 400],
  '/sso/{connection}/acs': ['SAML', 'POST', 303],
  '/sso/{connection}/metadata': ['SAML', 'GET', 200],
  '/scim/v2/{connection}': ['SAML', 'GET', 401],
}

/** As a browser asks that goes there. */
const statusOf = (address: string, method: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const type = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    http
      .request(address, { method, headers: { accept: 'text/html', ...type } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      .on('error', reject)
      .end(method === 'POST' ? 'nothing=1' : undefined)
  })

const database = testDatabase()
let sso: Awaited<ReturnType<typeof setUpSso>>
beforeAll(async () => {
  sso = await setUpSso(database)
})
afterAll(() => sso.server.close())

test('each address of the guide for directories is served, and no other is named', async () => {
  const named = new Set([...GUIDE.matchAll(/\{PUBLIC_URL\}(\/[^`\s]+)/g)].map(([, address]) => address ?? ''))
  expect([...named].sort()).toEqual(Object.keys(ANSWERS).sort())
  const idOf = async (input: object): Promise<string> => {
    const { connection } = await sso.create({
      orgSlug: sso.slug,
      name: 'Of the guide',
      isOn: false,
      ...input,
    })
    return connection?.id ?? ''
  }
  const ids = {
    OIDC: await idOf({ domains: ['oidc.guide.example'], issuer: 'https://id.guide.example', clientId: 'x' }),
    SAML: await idOf({ domains: ['saml.guide.example'], kind: 'SAML' }),
  }
  for (const [address, [kind, method, status]] of Object.entries(ANSWERS)) {
    // A directory asks for what is below its base address.
    const asked = address.replace('{connection}', ids[kind]) + (address.startsWith('/scim') ? '/Users' : '')
    expect([asked, await statusOf(sso.server.address + asked, method)]).toEqual([asked, status])
  }
})
