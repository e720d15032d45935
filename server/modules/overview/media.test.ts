import { afterAll, beforeAll, expect, test } from 'vitest'
import { MEDIA_BYTES, MEDIA_REFUSAL } from '../../../shared/overviewRules.ts'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { picture } from '../../../testing/hostileFiles.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let admin: Client
let image: Buffer
let organisationId: string
/** Of both kinds of entities, with a page each. */
const subjects: { subjectType: 'PORTFOLIO' | 'HOLDING_COMPANY'; subjectId: string; subpageId: string }[] = []

beforeAll(async () => {
  server = await startTestServer(database)
  image = await picture('png', { width: 40, height: 20 })
  organisationId = await make.organisation({ name: 'Plains Fund' })
  const portfolioId = (await make.portfolio({ organisationId })).id
  const companyId = (await make.holdingCompany({ organisationId })).id
  const personId = await make.person({ email: 'admin@plains.example', password: PASSWORD })
  const groupId = await make.group({
    organisationId,
    role: 'Deal Room Admin',
    portfolioIds: [portfolioId],
    holdingCompanyIds: [companyId],
  })
  await make.member(groupId, personId)
  admin = new Client(server.address)
  await admin.signIn('admin@plains.example', PASSWORD)
  for (const [subjectType, subjectId] of [
    ['PORTFOLIO', portfolioId],
    ['HOLDING_COMPANY', companyId],
  ] as const) {
    const { data } = await admin.graphql(
      `mutation($id: ID!, $type: FundEntityType!) {
        createSubpage(subjectId: $id, subjectType: $type, title: "Site") { subpage { id } }
      }`,
      { id: subjectId, type: subjectType },
    )
    const { subpage } = (data?.createSubpage ?? {}) as { subpage: { id: string } }
    subjects.push({ subjectType, subjectId, subpageId: subpage.id })
  }
})
afterAll(() => server.close())

const upload = (file: File, subject = subjects[0]) =>
  admin.graphql(
    `mutation($subpageId: ID!, $subjectId: ID!, $subjectType: FundEntityType!, $file: Upload!) {
      createSubpageMedia(subpageId: $subpageId, subjectId: $subjectId, subjectType: $subjectType, file: $file) {
        subpageMedia { id url name }
      }
    }`,
    { ...subject, file },
  )
const fileOf = (bytes: Buffer, name: string): File => new File([new Uint8Array(bytes)], name)
const urlOf = async (at: number): Promise<string> => {
  const { data, errors } = await upload(fileOf(image, 'Lone Elm.png'), subjects[at])
  expect(errors).toEqual([])
  const { subpageMedia } = (data?.createSubpageMedia ?? {}) as { subpageMedia: { url: string } }
  return subpageMedia.url
}

test.each([
  [0, 'portfolio', '/subpage-media/'],
  [1, 'holding company', '/holding-company-subpage-media/'],
] as const)(
  'SUBP-10 API-097 API-124 API-154 an image of the page of entity %i, a %s, is served inline under %s',
  async (at, _kind, base) => {
    const url = await urlOf(at)
    expect(url.startsWith(base)).toBe(true)
    const answer = await admin.request(url)
    expect(Buffer.from(await answer.arrayBuffer()).equals(image)).toBe(true)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="Lone Elm.png"/)
    const etag = answer.headers.get('etag') ?? ''
    expect((await admin.request(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const part = await admin.request(url, { headers: { range: 'bytes=0-3' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4])
    const behind = await admin.request(url, { headers: { range: `bytes=${image.length}-` } })
    expect(behind.status).toBe(416)
    const bare = await admin.request(`${url.slice(0, -1)}?v=1`)
    expect([bare.status, bare.headers.get('location')]).toEqual([301, `${url}?v=1`])
    expect((await admin.request(url, { method: 'POST' })).status).toBe(405)
    const { subpageId: id, subjectType: type } = subjects[at] ?? {}
    const { data } = await admin.graphql(
      'query($id: ID!, $type: FundEntityType!) { subpageMedia(subpageId: $id, subjectType: $type) { url name } }',
      { id, type },
    )
    expect(data?.subpageMedia).toEqual([{ url, name: 'Lone Elm.png' }])
  },
)

test('SUBP-31 a page says what it is and who may see it, and its images where they are', async () => {
  const url = await urlOf(0)
  const [{ subjectId = '', subpageId = '' } = {}] = subjects
  const group = await make.group({
    organisationId,
    name: 'Lenders',
    role: 'Viewer',
    portfolioIds: [subjectId],
  })
  const asked = await admin.graphql(
    `mutation($id: ID!, $groups: [ID!]!, $title: String!, $text: String!) {
      updateSubpage(id: $id, subjectType: PORTFOLIO, restricted: true, title: $title, description: $text, groups: $groups) {
        subpage { id slug title description restricted roles { id name } groups { id name } }
      }
    }`,
    { id: subpageId, groups: [group], title: 'Lenders’ site', text: '**Lone Elm**' },
  )
  expect(asked).toMatchObject({ errors: [] })
  expect(asked.data?.updateSubpage).toEqual({
    subpage: {
      id: subpageId,
      slug: 'site',
      title: 'Lenders’ site',
      description: '**Lone Elm**',
      restricted: true,
      roles: [],
      groups: [{ id: group, name: 'Lenders' }],
    },
  })
  const { data } = await admin.graphql(
    'query($id: ID!) { subpageMedia(subpageId: $id, subjectType: PORTFOLIO) { id url } }',
    { id: subpageId },
  )
  const media = (data?.subpageMedia ?? []) as { id: string; url: string }[]
  expect(media.find((each) => each.url === url)?.id).toBe(url.split('/').filter(Boolean).at(-1))
})

test('an image is deleted by who edits the page alone, and its bytes go with the next sweep', async () => {
  const subject = subjects[1]
  const url = await urlOf(1)
  const mediaId = url.split('/').filter(Boolean).at(-1)
  await make.member(
    await make.group({ organisationId, role: 'Viewer', holdingCompanyIds: [subject?.subjectId ?? ''] }),
    await make.person({ email: 'viewer@plains.example', password: PASSWORD }),
  )
  await make.member(
    await make.group({ organisationId: await make.organisation({ name: 'Hills Fund' }), role: 'Viewer' }),
    await make.person({ email: 'stranger@hills.example', password: PASSWORD }),
  )
  const remove = async (client: Client, subjectType = 'HOLDING_COMPANY') => {
    const { data, errors } = await client.graphql(
      `mutation($mediaId: ID!, $subjectType: FundEntityType!) {
        deleteSubpageMedia(mediaId: $mediaId, subjectType: $subjectType) { success }
      }`,
      { mediaId, subjectType },
    )
    return errors[0]?.extensions.code ?? data?.deleteSubpageMedia
  }
  const as = async (email: string) => {
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return client
  }
  expect(await remove(await as('viewer@plains.example'))).toBe('FORBIDDEN')
  expect(await remove(await as('stranger@hills.example'))).toBe('NOT_FOUND')
  expect(await remove(admin, 'PORTFOLIO')).toBe('NOT_FOUND')
  expect((await admin.request(url)).status).toBe(200)
  const stored = async () => {
    const { rows } = await database.pool.query('select id from stored_file where owner_id = $1', [
      subject?.subpageId,
    ])
    return rows.length
  }
  const before = await stored()
  expect(await remove(admin)).toEqual({ success: true })
  expect((await admin.request(url)).status).toBe(404)
  expect(await remove(admin)).toBe('NOT_FOUND')
  const { rows } = await database.pool.query(
    `select detail from activity where kind = 'DELETE_SUBPAGE_MEDIA' and subject_id = $1`,
    [subject?.subjectId],
  )
  expect(rows).toEqual([{ detail: { title: 'Site' } }])
  await server.app.services.files.sweep(database.db, new Date(Date.now() + 1000))
  expect(await stored()).toBe(before - 1)
})

test('SUBP-36 what is no png, jpg or gif of at most 10 MB is refused with a sentence', async () => {
  const tooLarge = Buffer.concat([image, Buffer.alloc(MEDIA_BYTES)])
  for (const file of [
    fileOf(image, 'site.svg'),
    fileOf(Buffer.from('<script>alert(1)</script>'), 'site.png'),
    fileOf(await picture('webp'), 'site.png'),
    fileOf(Buffer.alloc(0), 'site.png'),
    fileOf(tooLarge, 'site.png'),
  ]) {
    const { errors } = await upload(file)
    expect(errors.map(({ message, extensions }) => [message, extensions.code])).toEqual([
      [MEDIA_REFUSAL, 'BAD_USER_INPUT'],
    ])
  }
})

test('SUBP-33 an image goes with its page, and its bytes with the next sweep after the days of the bin', async () => {
  const url = await urlOf(0)
  await admin.graphql(
    'mutation($id: ID!) { deleteSubpage(subpageId: $id, subjectType: PORTFOLIO) { success } }',
    { id: subjects[0]?.subpageId },
  )
  expect((await admin.request(url)).status).toBe(404)
  expect((await admin.request('/subpage-media/41/')).status).toBe(404)
  const { rows } = await database.pool.query(
    `select count(*)::int as count from stored_file where name = 'Lone Elm.png'`,
  )
  expect(rows[0].count).toBeGreaterThan(1)
  const sweep = () => server.app.services.files.sweep(database.db, new Date(Date.now() + 1000))
  await sweep()
  const kept = await database.pool.query(
    `select count(*)::int as count from stored_file where name = 'Lone Elm.png'`,
  )
  // The page can be restored with its images (BIN-10).
  expect(kept.rows[0].count).toBe(rows[0].count)
  await database.pool.query('delete from removed_record')
  await sweep()
  const left = await database.pool.query(`select id from stored_file where name = 'Lone Elm.png'`)
  // That of the holding company.
  expect(left.rows).toHaveLength(1)
})
