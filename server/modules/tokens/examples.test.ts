import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_EXAMPLES, type ApiExample } from '../../../shared/apiExamples.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { Room } from '../../../testing/room.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import { tokensOver } from './tokens.fixture.ts'

const run = promisify(execFile)
const database = testDatabase()
let server: TestServer
let folder = ''
const { make, owner, script } = tokensOver(database, () => server)

beforeAll(async () => {
  server = await startTestServer(database)
  folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-examples-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** How a text is run, word for word, as somebody who has copied it. */
const RUN: Readonly<Record<'curl' | 'typescript' | 'python', (file: string) => [string, string[]]>> = {
  curl: (file) => ['bash', ['-euo', 'pipefail', file]],
  typescript: (file) => [process.execPath, ['--disable-warning=ExperimentalWarning', file]],
  python: (file) => ['python3', [file]],
}
const EXTENSION = { curl: 'sh', typescript: 'mts', python: 'py' } as const

const isThere = async (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )

test.each(['curl', 'typescript', 'python'] as const)(
  'TOKEN-10 the examples in %s work as they stand',
  async (language) => {
    if (language !== 'typescript' && !(await isThere(language === 'curl' ? 'curl' : 'python3'))) return
    const organisationId = await make.organisation()
    const portfolio = await make.portfolio({ organisationId, name: 'Alder' })
    const treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
    const who = await owner()
    const groupId = await make.group({ organisationId, role: ['ORG_ADMIN'], portfolioIds: [portfolio.id] })
    await make.member(groupId, who.id)
    const { data } = await who.client.graphql(
      `mutation($id: ID!) {
        createQuestionLog(subjectType: PORTFOLIO, subjectId: $id, name: "Buyers", restricted: false, groupIds: []) {
          questionLog { id } } }`,
      { id: portfolio.id },
    )
    const created = data?.createQuestionLog as { questionLog: { id: string } } | undefined
    const log = { id: created?.questionLog.id ?? '' }
    const { text } = await script(who.client)
    const example = async (key: ApiExample['key']): Promise<string> => {
      const found = API_EXAMPLES.find((each) => each.key === key)
      const file = path.join(folder, `${key}.${EXTENSION[language]}`)
      writeFileSync(file, found?.[language] ?? '')
      const [program, args] = RUN[language](file)
      const { stdout } = await run(program, args, {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          HELIOROOM: server.address,
          HELIOROOM_TOKEN: text,
          TREE_ID: treeId,
          LOG_ID: log.id,
        },
      })
      return stdout
    }
    const listed = await example('list')
    for (const part of ['Alder', treeId, log.id]) expect(listed).toContain(part)
    const uploaded = await example('upload')
    expect(uploaded).toContain('hello.txt')
    expect(await new Room(who.client, treeId).list()).toMatchObject([{ name: 'hello.txt', size: 5 }])
    expect((await example('download')).trim()).toBe('Hello')
    await example('ask')
    const asked = await who.client.graphql(
      'query($id: ID!) { questionPage(logId: $id) { questions { body } } }',
      {
        id: log.id,
      },
    )
    expect(JSON.stringify(asked)).toContain('When does construction begin?')
    await example('export')
    expect(JSON.stringify(readSpreadsheet(readFileSync(path.join(folder, 'file-index.xlsx'))))).toContain(
      'hello.txt',
    )
  },
  120_000,
)

test('TOKEN-10 what the schema has is for people who are signed in, with its permissions, errors and tokens', async () => {
  const { client } = await owner()
  expect((await fetch(new URL('/api/schema', server.address))).status).toBe(401)
  const answer = await client.request('/api/schema')
  const { members } = (await answer.json()) as { members: { name: string; kind: string }[] }
  const named = (name: string) => members.find((member) => member.name === name)
  expect(named('downloadFile')).toMatchObject({ kind: 'mutation', byToken: 'read' })
  expect(named('createPortfolio')).toMatchObject({ kind: 'mutation', byToken: 'write' })
  expect(named('revokeApiToken')).toMatchObject({
    signature: 'revokeApiToken(id: ID!): DeletePayload!',
    permissions: expect.stringContaining('Requires sign-in only;'),
    errors: ['NOT_FOUND'],
    byToken: 'never',
  })
  expect(named('ApiToken')).toMatchObject({
    kind: 'type',
    fields: expect.arrayContaining([{ signature: 'id: ID!', description: '' }]),
  })
  expect(named('TokenScope')).toMatchObject({ kind: 'enum' })
})
