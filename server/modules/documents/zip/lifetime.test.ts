import { once } from 'node:events'
import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { KeptFiles } from '../../../../testing/stored.ts'
import { zipRoom } from '../../../../testing/zipRoom.ts'
import { cancelZip, fetchZip, SUBMIT, submitZip, zipState } from '../../../../testing/zips.ts'
import { claimZip } from './store.ts'

const database = testDatabase()
let server: TestServer
let room: Awaited<ReturnType<typeof zipRoom>>
let permits = ''
let county = ''
let zoning = ''
let hidden = ''

beforeAll(async () => {
  server = await startTestServer(database)
  room = await zipRoom(database, server)
  permits = await room.folder('01 Permits')
  county = await room.folder('County', permits)
  zoning = await room.file('Zoning.txt', 'zoning', county)
  hidden = await room.file('Hidden terms.txt', 'terms', county)
  await room.permit(hidden, 'bidder', false)
})
afterAll(() => server.close())

const kept = new KeptFiles(() => server, database)
const isStored = async (id: string) => (await kept.keys()).some((key) => key.endsWith(id))

test('a person has three zips in the making at most, also when they ask for many at the same time', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => room.viewer.ask(SUBMIT, { documentIds: [permits] })),
  )
  const made = answers.flatMap(({ data }) =>
    data ? [data.submitZipDownload as { zipExport: { id: string } }] : [],
  )
  expect(made).toHaveLength(3)
  for (const { errors } of answers.filter((answer) => !answer.data)) {
    expect(errors[0]).toMatchObject({
      message: '3 of your zips are still being made. Please wait until one of them is ready.',
      extensions: { code: 'CONFLICT' },
    })
  }
  await cancelZip(room.viewer, made[0]?.zipExport.id ?? '')
  expect((await room.viewer.ask(SUBMIT, { documentIds: [permits] })).errors).toEqual([])
  await room.runJobs()
})

test('of several zips that wait the one is begun that is to be', async () => {
  const waiting = [await submitZip(room.bidder, [permits]), await submitZip(room.bidder, [county])]
  const ids = waiting.map(({ zipExport }) => zipExport?.id ?? '')
  expect((await claimZip(database.db, ids[1] ?? ''))?.zip.id).toBe(ids[1])
  expect(await Promise.all(ids.map(async (id) => (await zipState(room.bidder, id)).state))).toEqual([
    'QUEUED',
    'RUNNING',
  ])
  await room.runJobs()
})

test('DOP-28 the link opens for the person who asked alone, while they see the tree, and expires after seven days', async () => {
  const { zipExport } = await submitZip(room.bidder, [permits])
  const zip = zipExport?.id ?? ''
  const status = async (person: 'admin' | 'bidder' | 'viewer' | 'outsider') =>
    (await room[person].client.request(`/zip-exports/${zip}`)).status
  expect(await status('bidder')).toBe(409)
  await room.runJobs()
  expect(await zipState(room.bidder, zip)).toMatchObject({ state: 'READY', url: `/zip-exports/${zip}` })
  expect([await status('bidder'), await status('admin'), await status('outsider')]).toEqual([302, 404, 404])
  for (const other of [room.admin, room.outsider]) {
    for (const query of [
      'query($id: ID!) { zipExport(id: $id) { id } }',
      'mutation($id: ID!) { cancelZipExport(id: $id) { id } }',
    ]) {
      expect((await other.ask(query, { id: zip })).errors[0]?.message).toBe('Zip export not found.')
    }
  }
  const head = await room.bidder.client.request(`/zip-exports/${zip}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('cache-control')]).toEqual([302, 'no-store'])
  const location = head.headers.get('location') ?? ''
  expect(location).toMatch(new RegExp(`^/files/${zip}\\?.*disposition=attachment`))
  expect((await room.admin.client.request(location)).status).toBe(403)

  const lost = await database.pool.query('delete from membership where group_id = $1 returning *', [
    room.groups.bidder,
  ])
  expect(await status('bidder')).toBe(404)
  await database.pool.query('insert into membership (group_id, person_id) values ($1, $2)', [
    room.groups.bidder,
    lost.rows[0].person_id,
  ])

  await sql`update zip_export set expires_at = now() where id = ${zip}`.execute(database.db)
  expect(await status('bidder')).toBe(410)
  expect((await room.bidder.client.request(location)).status).toBe(404)
  expect(await zipState(room.bidder, zip)).toMatchObject({ state: 'EXPIRED', url: null })
  expect(await isStored(zip)).toBe(true)
  await server.app.services.documents.zips.sweep()
  expect(await isStored(zip)).toBe(false)
  expect(await status('bidder')).toBe(410)
})

test('DOP-28 AUTH-01 without a session the link leads to sign-in and back', async () => {
  // fetch names another mode than a person's own opening of an address.
  const asked = request(`${server.address}/zip-exports/x`, {
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
  }).end()
  const [answer] = await once(asked, 'response')
  answer.resume()
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login?next=%2Fzip-exports%2Fx'])
})

test('a cancelled zip leaves no bytes, before and after it is made', async () => {
  const waiting = await submitZip(room.viewer, [permits])
  expect(await cancelZip(room.viewer, waiting.zipExport?.id ?? '')).toMatchObject({ state: 'CANCELLED' })
  const made = await submitZip(room.viewer, [permits])
  const zip = made.zipExport?.id ?? ''
  await room.runJobs()
  expect(await isStored(waiting.zipExport?.id ?? '')).toBe(false)
  expect(await isStored(zip)).toBe(true)
  expect(await cancelZip(room.viewer, zip)).toMatchObject({ state: 'CANCELLED', url: null })
  expect(await isStored(zip)).toBe(false)
  expect((await room.viewer.client.request(`/zip-exports/${zip}`)).status).toBe(410)
})

test('DOC-38 DOP-32 fetching writes one download for each file, and only what was fetched counts', async () => {
  const downloads = async () =>
    (
      await database.pool.query<{ path: string }>(
        `select recorded_path as path from activity a join person p on p.id = a.person_id
         where kind = 'DOWNLOAD' and p.email = $1 order by a.id`,
        [room.emails.admin],
      )
    ).rows.map((row) => row.path)
  const before = (await downloads()).length
  const { zipExport } = await submitZip(room.admin, [county])
  await room.runJobs()
  expect(await downloads()).toHaveLength(before)
  await fetchZip(room.admin.client, zipExport?.id ?? '')
  expect((await downloads()).slice(before)).toEqual([
    '01 Permits/County/Hidden terms.txt',
    '01 Permits/County/Zoning.txt',
  ])
  // A download manager asks one address for part after part: that is one download still.
  const link = await room.admin.client.request(`/zip-exports/${zipExport?.id}`)
  for (const range of ['bytes=0-9', 'bytes=10-', 'bytes=0-9']) {
    const part = await room.admin.client.request(link.headers.get('location') ?? '', { headers: { range } })
    await part.arrayBuffer()
    expect(part.status).toBe(206)
  }
  expect(await downloads()).toHaveLength(before + 4)
})

const mails = async (recipient: string) =>
  (
    await database.pool.query<{ subject: string; body_text: string }>(
      'select subject, body_text from mail_outbox where recipient = $1 order by created_at',
      [recipient],
    )
  ).rows

test('DOP-25 NOTIF-20 who did not wait gets a mail with the link and no name of a document', async () => {
  const { zipExport } = await submitZip(room.bidder, [permits])
  await room.runJobs()
  const before = (await mails(room.emails.bidder)).length
  await room.runJobs()
  const mine = (await mails(room.emails.bidder)).slice(before)
  expect(mine).toHaveLength(1)
  expect(mine[0]?.subject).toBe('Your zip of Prairie Sun is ready')
  expect(mine[0]?.body_text).toContain(`\n${server.address}/zip-exports/${zipExport?.id}\n`)
  expect(JSON.stringify(mine)).not.toMatch(/Permits|Zoning|County/)
  await room.runJobs()
  expect(await mails(room.emails.bidder)).toHaveLength(before + 1)

  const fetched = await submitZip(room.bidder, [county])
  await room.runJobs()
  await fetchZip(room.bidder.client, fetched.zipExport?.id ?? '')
  await room.runJobs()
  expect(await mails(room.emails.bidder)).toHaveLength(before + 1)
})

test('NOTIF-22 who switched all mails of the room off is mailed about a zip all the same', async () => {
  const before = (await mails(room.emails.viewer)).length
  await database.pool.query(
    `insert into notification_off (person_id, organisation_id, portfolio_id)
     select person.id, room.organisation_id, toggle.portfolio_id
     from person, portfolio room, unnest(array[null, room.id]) toggle (portfolio_id)
     where person.email = $1 and room.id = $2`,
    [room.emails.viewer, room.portfolio.id],
  )
  await submitZip(room.viewer, [permits])
  await room.runJobs()
  await room.runJobs()
  await database.pool.query('delete from notification_off')
  expect((await mails(room.emails.viewer)).slice(before).map(({ subject }) => subject)).toEqual([
    'Your zip of Prairie Sun is ready',
  ])
})

test('DOP-25 NOTIF-20 the mail of a zip that could not be made leads to the folder above what was chosen, or what is left of it', async () => {
  const { slug } = room.portfolio
  const documents = `${server.address}/portfolios/${slug}/storage/documents`
  const addressFor = async (chosen: string[], meanwhile: () => Promise<unknown> = async () => {}) => {
    const { zipExport } = await submitZip(room.viewer, chosen)
    await room.runJobs()
    await sql`update zip_export set state = 'FAILED', failure = 'A server error has occurred.'
      where id = ${zipExport?.id ?? ''}`.execute(database.db)
    await meanwhile()
    const before = (await mails(room.emails.viewer)).length
    await room.runJobs()
    const [mail, ...more] = (await mails(room.emails.viewer)).slice(before)
    expect([mail?.subject, more]).toEqual(['Your zip of Prairie Sun could not be made', []])
    return mail?.body_text.split('\n').find((line) => line.startsWith(server.address))
  }
  expect(await addressFor([zoning])).toBe(`${documents}/${county}`)
  expect(await addressFor([county])).toBe(`${documents}/${permits}`)
  expect(await addressFor([permits])).toBe(documents)
  const passing = await room.file('Passing.txt', 'passing', county)
  const gone = () => room.permit(passing, 'viewer', false)
  expect(await addressFor([passing], gone)).toBe(documents)
})

test('PERM-10 who loses the room, or is deactivated, before the zip is made gets none', async () => {
  const { zipExport } = await submitZip(room.bidder, [permits])
  const second = await submitZip(room.bidder, [county])
  await sql`update person set is_active = false where email = ${room.emails.bidder}`.execute(database.db)
  await room.runJobs()
  await sql`update person set is_active = true where email = ${room.emails.bidder}`.execute(database.db)
  for (const zip of [zipExport, second.zipExport]) {
    expect(await zipState(room.bidder, zip?.id ?? '')).toMatchObject({
      state: 'FAILED',
      failure: 'You no longer have access to these documents.',
      url: null,
    })
    expect(await isStored(zip?.id ?? '')).toBe(false)
  }
})

describe('what was closed after the zip was made', () => {
  test('PERM-10 DOP-28 a zip that holds it expires for those to whom it was closed, and its bytes are removed', async () => {
    const offer = await room.file('Offer.txt', 'offer', county)
    const made = async (person: 'viewer' | 'bidder') =>
      (await submitZip(room[person], [county])).zipExport?.id ?? ''
    const [theirs, ours] = [await made('bidder'), await made('viewer')]
    await room.runJobs()
    const given = (await room.bidder.client.request(`/zip-exports/${theirs}`)).headers.get('location') ?? ''
    await room.permit(offer, 'bidder', false)
    const refused = await room.bidder.client.request(`/zip-exports/${theirs}`)
    expect(refused.status).toBe(410)
    expect(await refused.json()).toMatchObject({
      error: { message: 'This zip is no longer available. Please request it again from its folder.' },
    })
    // Nor by an address that was given out before.
    expect((await room.bidder.client.request(given)).status).toBe(404)
    expect(await zipState(room.bidder, theirs)).toMatchObject({ state: 'EXPIRED', url: null })
    await server.app.services.documents.zips.sweep()
    expect([await isStored(theirs), await isStored(ours)]).toEqual([false, true])
    expect(Object.keys((await fetchZip(room.viewer.client, ours)).entries)).toContain('County/Offer.txt')
  })

  test('DOC-44 a zip with a version that is withdrawn expires for everybody, with one that is replaced for readers alone', async () => {
    const price = await room.file('Price.txt', 'the first price', county)
    const zipOf = async (person: 'viewer' | 'admin') =>
      (await submitZip(room[person], [county])).zipExport?.id ?? ''
    const status = async (person: 'viewer' | 'admin', zip: string) =>
      (await room[person].client.request(`/zip-exports/${zip}`)).status
    const [readers, admins] = [await zipOf('viewer'), await zipOf('admin')]
    await room.runJobs()
    const { rows } = await database.pool.query(
      'select current_version_id as id from document where id = $1',
      [price],
    )
    await room.file('Price.txt', 'the second price', county)
    expect([await status('viewer', readers), await status('admin', admins)]).toEqual([410, 302])
    await room.admin.call('mutation($id: ID!) { withdrawVersion(versionId: $id) { success } }', {
      id: rows[0].id,
    })
    expect(await status('admin', admins)).toBe(410)
    const next = await zipOf('admin')
    await room.runJobs()
    const { entries } = await fetchZip(room.admin.client, next)
    expect(entries['County/Price.txt']).toBe('the second price')
  })

  test('PERM-10 a closed folder without files ends it as well, since the zip has its name', async () => {
    const top = await room.folder('02 Lenders')
    await room.file('Index.txt', 'index', top)
    const empty = await room.folder('Northwind', top)
    const { zipExport } = await submitZip(room.bidder, [top])
    await room.runJobs()
    await room.permit(empty, 'bidder', false)
    expect((await room.bidder.client.request(`/zip-exports/${zipExport?.id}`)).status).toBe(410)
  })
})

describe('a zip whose window was closed', () => {
  interface Mine {
    id: string
    state: string
    failure: string | null
    chosenCount: number
    firstChosen: { name: string } | null
  }
  const MINE = `query($treeId: ID!, $limit: Int, $offset: Int) {
    zipExports(treeId: $treeId, limit: $limit, offset: $offset) {
      id state failure createdAt chosenCount firstChosen { name }
    }
  }`
  const mine = (person: 'admin' | 'viewer' | 'bidder', page = {}) => room[person].call<Mine[]>(MINE, page)
  const count = (person: 'admin' | 'viewer') =>
    room[person].call<number>('query($treeId: ID!) { zipExportCount(treeId: $treeId) }')

  test('DOP-25 is found again by who asked for it and by what was chosen first: in the making, ready or failed, the newest first', async () => {
    await sql`delete from zip_export`.execute(database.db)
    const ready = (await submitZip(room.viewer, [permits])).zipExport?.id ?? ''
    await room.runJobs()
    const failed = (await submitZip(room.viewer, [county, permits])).zipExport?.id ?? ''
    await sql`update zip_export set state = 'FAILED', failure = 'No room.' where id = ${failed}`.execute(
      database.db,
    )
    const dropped = (await submitZip(room.viewer, [county])).zipExport?.id ?? ''
    await cancelZip(room.viewer, dropped)
    const waiting = (await submitZip(room.viewer, [hidden, zoning])).zipExport?.id ?? ''
    const listed = await mine('viewer')
    expect(listed.map(({ id, state }) => [id, state])).toEqual([
      [waiting, 'QUEUED'],
      [failed, 'FAILED'],
      [ready, 'READY'],
    ])
    expect(listed.map(({ chosenCount, firstChosen }) => [chosenCount, firstChosen?.name])).toEqual([
      [2, 'Hidden terms.txt'],
      [1, '01 Permits'],
      [1, '01 Permits'],
    ])
    expect(listed[1]?.failure).toBe('No room.')
    expect(await count('viewer')).toBe(3)
    expect((await mine('viewer', { limit: 1, offset: 1 })).map(({ id }) => id)).toEqual([failed])
    expect([await mine('admin'), await count('admin')]).toEqual([[], 0])
    await sql`update zip_export set expires_at = now(), created_at = now() - interval '8 days'`.execute(
      database.db,
    )
    expect((await mine('viewer')).map(({ id }) => id)).toEqual([waiting])
  })

  test('PERM-10 its list names nothing that was closed since', async () => {
    const offer = await room.file('Northwind offer.txt', 'offer', permits)
    const { zipExport } = await submitZip(room.bidder, [offer])
    expect((await mine('bidder'))[0]?.firstChosen?.name).toBe('Northwind offer.txt')
    await room.permit(offer, 'bidder', false)
    const [closed] = await mine('bidder')
    expect(closed).toMatchObject({ id: zipExport?.id, firstChosen: null, chosenCount: 1 })
  })
})
