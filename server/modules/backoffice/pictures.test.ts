import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { picture, widePng } from '../../../testing/hostileFiles.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

// Pictures are opened in a process of their own, which has to start.
vi.setConfig({ testTimeout: 60_000 })

const database = testDatabase()
const make = factories(database)
let server: TestServer
let staff: Client
let member: Client
let stranger: Client
let organisationId: string
let portfolio: { id: string; slug: string }
let company: { id: string; slug: string }

beforeAll(async () => {
  server = await startTestServer(database)
  organisationId = await make.organisation({ name: 'Segue Infrastructure' })
  const dealManagerId = await make.person({ email: 'manager@pictures.example' })
  portfolio = await make.portfolio({ organisationId, name: 'Prairie Sun', status: 'DILIGENCE' })
  company = await make.holdingCompany({ organisationId, name: 'Great Plains' })
  await database.pool.query(
    `update portfolio set deal_manager_id = $1, build_status = 'MID_STAGE', system_size = 500`,
    [dealManagerId],
  )
  staff = await signedIn(
    await make.person({ email: 'staff@pictures.example', password: PASSWORD, isSuperUser: true }),
  )
  const person = await make.person({ email: 'member@pictures.example', password: PASSWORD })
  const groupId = await make.group({
    organisationId,
    role: 'Viewer',
    portfolioIds: [portfolio.id],
    holdingCompanyIds: [company.id],
  })
  await make.member(groupId, person)
  member = await signedIn(person)
  const other = await make.person({ email: 'stranger@pictures.example', password: PASSWORD })
  await make.member(await make.group({ organisationId: await make.organisation(), role: 'Viewer' }), other)
  stranger = await signedIn(other)
})
afterAll(() => server.close())

async function signedIn(id: string): Promise<Client> {
  const { rows } = await database.pool.query<{ email: string }>('select email from person where id = $1', [
    id,
  ])
  const client = new Client(server.address)
  await client.signIn(rows[0]?.email ?? '', PASSWORD)
  return client
}

const file = (bytes: Buffer, name = 'picture.png') => new File([new Uint8Array(bytes)], name)

interface Saved {
  record: { id: string; values: { field: string; text: string | null }[] } | null
  errors: { field: string | null; message: string }[]
}

/** What setting a picture comes to; null removes it. */
async function set(kind: string, id: string, field: string, sent: File | null): Promise<Saved> {
  const { data, errors } = await staff.graphql(
    `mutation($kind: String!, $id: ID!, $field: String!, $file: Upload) {
      backOfficeSetPicture(kind: $kind, id: $id, field: $field, file: $file) {
        record { id values { field text } } errors { field message }
      }
    }`,
    { kind, id, field, file: sent },
  )
  expect(errors).toEqual([])
  return data?.backOfficeSetPicture as Saved
}
const shownIn = ({ record }: Saved, field: string) =>
  record?.values.find((value) => value.field === field)?.text ?? null

/** Size and kind of the picture under an address, or the status of the answer. */
async function seen(client: Client, address: string | null) {
  const answer = await client.request(address ?? '/files/own/none/none')
  if (answer.status !== 200) return answer.status
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return { width, height, format }
}
const ENTITY = `id name slug status coverImage systemSize dealManager { id fullName } org { name slug }`
const opened = async (client: Client) =>
  (
    await client.graphql(
      `query($portfolio: String!, $company: String!) {
        portfolioBySlug(slug: $portfolio) { ${ENTITY} buildStatus }
        holdingCompanyBySlug(slug: $company) { ${ENTITY} }
      }`,
      { portfolio: portfolio.slug, company: company.slug },
    )
  ).data as Record<'portfolioBySlug' | 'holdingCompanyBySlug', { coverImage: string | null }> | null

test('ORG-07 BO-16 BO-20 an entity shows its cover to whoever may open it, at that moment', async () => {
  expect(await opened(member)).toMatchObject({
    portfolioBySlug: {
      id: portfolio.id,
      name: 'Prairie Sun',
      slug: portfolio.slug,
      status: 'DILIGENCE',
      coverImage: null,
      systemSize: 500,
      dealManager: { fullName: expect.any(String) },
      org: { name: 'Segue Infrastructure' },
      buildStatus: 'MID_STAGE',
    },
    holdingCompanyBySlug: { coverImage: null },
  })
  const wide = await picture('jpeg', { width: 3000, height: 2000 })
  const saved = await set('portfolio', portfolio.id, 'cover', file(wide, 'site.JPG'))
  expect(await seen(staff, shownIn(saved, 'cover'))).toEqual({ width: 1280, height: 853, format: 'webp' })
  await set('holdingcompany', company.id, 'cover', file(widePng(90, 60)))
  const shown = await opened(member)
  const covers = [shown?.portfolioBySlug.coverImage ?? '', shown?.holdingCompanyBySlug.coverImage ?? '']
  expect(await seen(member, covers[0] ?? '')).toEqual({ width: 1280, height: 853, format: 'webp' })
  expect(await seen(member, covers[1] ?? '')).toEqual({ width: 90, height: 60, format: 'webp' })
  // The address is that of one person.
  for (const cover of covers)
    expect([await seen(stranger, cover), await seen(staff, cover)]).toEqual([404, 404])
  await database.pool.query(`update portfolio set status = 'DELETED' where id = $1`, [portfolio.id])
  expect(await seen(member, covers[0] ?? '')).toBe(404)
  await database.pool.query(`update portfolio set status = 'DILIGENCE' where id = $1`, [portfolio.id])
  await set('portfolio', portfolio.id, 'cover', null)
  expect((await opened(member))?.portfolioBySlug.coverImage).toBeNull()
  expect(await seen(member, covers[0] ?? '')).toBe(404)
})

test('ORG-05 BO-09 a company has a logo, which people who work there see whole', async () => {
  const { data } = await staff.graphql(
    `mutation { backOfficeCreate(kind: "company", values: [{ field: "name", text: "Kestrel" }]) { record { id } } }`,
  )
  const id = (data?.backOfficeCreate as Saved | undefined)?.record?.id ?? ''
  await database.pool.query(`update person set company_id = $1 where email = 'member@pictures.example'`, [id])
  const viewer = async () => (await member.graphql('{ viewer { company { name logoUrl } } }')).data?.viewer
  expect(await viewer()).toEqual({ company: { name: 'Kestrel', logoUrl: null } })
  const clear = await sharp({
    create: { width: 1600, height: 320, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  await set('company', id, 'logo', file(clear))
  const { logoUrl } = ((await viewer()) as { company: { logoUrl: string } }).company
  expect(await seen(member, logoUrl)).toEqual({ width: 640, height: 128, format: 'webp' })
  const drawn = Buffer.from(await (await member.request(logoUrl)).arrayBuffer())
  expect((await sharp(drawn).metadata()).hasAlpha).toBe(true)
  const { rows } = await database.pool.query(
    `select kind, detail from activity where subject_id = $1 order by at, id`,
    [id],
  )
  expect(rows.at(-1)).toMatchObject({
    kind: 'OFFICE_CHANGE',
    detail: { record: 'Kestrel', fields: [{ field: 'logo', from: null, to: 'A picture' }] },
  })
})

test('BO-04 what is no picture is refused in a sentence, what shows none is not found, and nothing changes', async () => {
  const refusal = 'Please choose an image file of at most 5 MB.'
  const unreadable = 'This image could not be read. Please choose another one.'
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const whole = await picture('png')
  for (const [sent, message] of [
    [file(svg, 'logo.svg'), refusal],
    [file(svg, 'logo.png'), refusal],
    [file(Buffer.alloc(0), 'logo.png'), refusal],
    [file(Buffer.concat([whole, Buffer.alloc(5_242_880)]), 'large.png'), refusal],
    [file(whole.subarray(0, whole.length >> 1)), unreadable],
    [file(widePng(30_000, 30_000)), unreadable],
  ] as const) {
    const { record, errors } = await set('portfolio', portfolio.id, 'cover', sent)
    expect([record, errors]).toEqual([null, [{ field: 'file', message }]])
  }
  for (const [kind, id, field] of [
    ['portfolio', portfolio.id, 'name'],
    ['portfolio', organisationId, 'cover'],
    ['role', portfolio.id, 'cover'],
  ] as const) {
    const { errors } = await staff.graphql(
      'mutation($kind: String!, $id: ID!, $field: String!) { backOfficeSetPicture(kind: $kind, id: $id, field: $field) { record { id } } }',
      { kind, id, field },
    )
    expect(errors[0]?.extensions.code).toBe('NOT_FOUND')
  }
  expect((await opened(member))?.portfolioBySlug.coverImage).toBeNull()
})

test('BO-07 an organisation is kept with its logo, which staff see, replace and remove', async () => {
  const logo = shownIn(await set('organisation', organisationId, 'logo', file(await picture('png'))), 'logo')
  expect(await seen(staff, logo)).toMatchObject({ format: 'webp' })
  expect(await seen(member, logo)).toBe(404)
  expect(shownIn(await set('organisation', organisationId, 'logo', null), 'logo')).toBeNull()
  expect(await seen(staff, logo)).toBe(404)
})
