import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../testing/client.ts'
import { testDatabase } from '../../testing/database/index.ts'
import { factories, PASSWORD } from '../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { VIEWER_TEXT } from '../knownTexts.generated.ts'
import { ask } from './server.fixture.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer

// The page's own source goes out then, so that nothing has to be built for it.
beforeAll(async () => {
  server = await startTestServer(database, { NODE_ENV: 'development', ENVIRONMENT_NAME: 'staging' })
})
afterAll(() => server.close())

const blockOf = (html: string): string =>
  /<script type="application\/json" id="helioroom-page">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''

/** As a browser opens it. */
const pageOf = async (client: Client, path: string): Promise<string> => {
  const cookie = `sessionid=${client.cookie('sessionid') ?? ''}`
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', cookie }
  return (await ask({ port: Number(new URL(server.address).port) }, { path, headers })).text
}

test('SHELL-38 SHELL-39 the page holds what the Viewer call gives of its person, public settings, and nothing that breaks out', async () => {
  const evil = `</script><script>alert("1")</script><!--`
  const personId = await make.person({ email: 'page@test.example', password: PASSWORD, isSuperUser: true })
  await database.pool.query('update person set first_name = $1, phone_number = $2 where id = $3', [
    evil,
    '+15550100',
    personId,
  ])
  const client = new Client(server.address)
  await client.signIn('page@test.example', PASSWORD)
  const block = blockOf(await pageOf(client, '/'))
  expect(block).not.toContain('<')
  const page = JSON.parse(block)
  const { data } = await client.graphql(
    '{ viewer { id firstName lastName fullName email agreements { acceptedEula } } }',
  )
  expect(page.user).toEqual(data?.viewer)
  expect(page.user.firstName).toBe(evil)
  expect(page.viewer).toEqual((await client.graphql(VIEWER_TEXT)).data)
  expect(page).toEqual({
    user: page.user,
    viewer: { viewer: expect.objectContaining({ id: personId, isSuperUser: true }) },
    config: {
      environmentName: 'staging',
      checklists: true,
      supportEmail: null,
      privacyUrl: expect.any(String),
      termsUrl: expect.any(String),
      maxUploadBytes: expect.any(Number),
      analyticsUrl: null,
      errorReportsUrl: null,
      passkeysNeedPublicUrl: true,
      sendsTexts: false,
      directUploads: false,
      map: null,
    },
  })
})

test('EULA-01 the page says that the licence agreement waits, to whoever has not accepted it', async () => {
  await make.person({ email: 'fresh@test.example', password: PASSWORD, acceptsLicence: false })
  const client = new Client(server.address)
  await client.signIn('fresh@test.example', PASSWORD)
  const { user, viewer } = JSON.parse(blockOf(await pageOf(client, '/')))
  expect(viewer).toBeUndefined()
  expect(user).toMatchObject({ email: 'fresh@test.example', agreements: { acceptedEula: false } })
})

test('SHELL-39 without a session the page names nobody', async () => {
  const page = JSON.parse(blockOf(await pageOf(new Client(server.address), '/login')))
  expect([Object.keys(page), page.user]).toEqual([['user', 'config'], null])
})
