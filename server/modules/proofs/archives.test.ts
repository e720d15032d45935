import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import { storageOf } from '../../../testing/stored.ts'
import { unpacked } from '../../../testing/unpacked.ts'
import { decryptFirst } from '../../../testing/winZip.ts'
import { PART_BYTES } from '../archives/index.ts'
import { archivesOver, beginArchive, partsIn, RIVALS, rowsOf, together } from './archives.fixture.ts'
import { json, problemsOf, rootOf, sha256 } from './archiveVerification.fixture.ts'
import {
  archive,
  begin,
  database,
  FIELDS,
  files,
  lease,
  type Proof,
  recordedOf,
  room,
  server,
  taken,
} from './requestedArchives.fixture.ts'
import { change } from './room.fixture.ts'

test('ARCH-01 an archive is of everything, with deleted documents, activity and permissions, for whoever administers room and organisation, or of what one group could see', async () => {
  expect((await begin(room.team.client, null)).errors[0]?.extensions.code).toBe('FORBIDDEN')
  expect((await begin(room.northwind.client, room.northwind.groupId)).errors[0]?.extensions.code).toBe(
    'FORBIDDEN',
  )
  const { entries } = await archive(room.owner.client, null, { versions: true })
  expect([...entries.keys()].filter((name) => /^(files|versions|deleted)\//.test(name)).toSorted()).toEqual([
    'deleted/Documents/1 03 Offtake/Gone.txt',
    'files/Documents/1 03 Offtake/1.1 PPA.pdf',
    'files/Documents/1 03 Offtake/1.2 Price.pdf',
    'files/Documents/2 Marzipan/2.1 Tourmaline.pdf',
    'versions/Documents/1 03 Offtake/1.1 PPA (version 1).pdf',
  ])
  expect(entries.get('versions/Documents/1 03 Offtake/1.1 PPA (version 1).pdf')?.equals(lease)).toBe(true)
  expect(rowsOf(entries, 'history').map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['UPLOAD', 'DELETE', 'CREATE_FOLDER']),
  )
  expect(rowsOf(entries, 'groups').map(({ name, role }) => [name, role])).toEqual(
    expect.arrayContaining([['Zyxomma Capital', 'Bidder']]),
  )
  const documents = rowsOf<{ name: string; access: number; deletedAt?: string }>(entries, 'documents')
  expect(documents.find(({ name }) => name === 'Gone.txt')?.deletedAt).toMatch(/^\d{4}-/)
  const price = documents.find(({ name }) => name === 'Price.pdf')
  const access = rowsOf<{ number: number; given: { group: string; level: string }[] }>(entries, 'access')
  expect(access.find(({ number }) => number === price?.access)?.given).toContainEqual({
    group: 'Northwind Partners',
    level: 'PDF',
  })
  expect(rowsOf(entries, 'logs')).toMatchObject([
    {
      name: 'Questions',
      eachParty: true,
      restricted: false,
      groups: [],
      topics: expect.arrayContaining(['Risk']),
    },
  ])
  const [tree] = rowsOf<{ access: number }>(entries, 'trees')
  expect(access.find(({ number }) => number === tree?.access)).toMatchObject({ open: true, given: [] })
  expect(rowsOf(entries, 'questions').map(({ text, askedBy }) => [text, askedBy])).toEqual([
    ['Quillfeather asks', 'Quentin Quillfeather'],
    ['Which voltage', 'Nora Wind'],
  ])
  const group = await archive(room.team.client, room.northwind.groupId, { versions: true })
  expect(
    [...group.entries.keys()].filter((name) => /^(files|versions|deleted)\//.test(name)).toSorted(),
  ).toEqual(['files/Documents/1 03 Offtake/1.1 PPA.pdf', 'files/Documents/1 03 Offtake/1.2 Price.pdf'])
  for (const kind of ['access', 'trees', 'groups', 'entries']) expect(rowsOf(group.entries, kind)).toEqual([])
})

test('ARCH-02 it has folders and files under number and name, versions, questions, checklist, pages, certificates and the record, all in a signed manifest', async () => {
  await change(
    room.team.client,
    'mutation($id: ID!) { createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "About the fund") { __typename } }',
    { id: room.place.portfolioId },
  )
  await change(
    room.team.client,
    `mutation($id: ID!, $from: DateTime!, $to: DateTime!) {
      makeCertificate(portfolioId: $id, from: $from, to: $to) { id }
    }`,
    { id: room.place.portfolioId, from: new Date(Date.now() - 1000), to: new Date() },
  )
  await server.app.runJobs()
  expect(PART_BYTES).toBeLessThan(50_000_000_000)
  const storage = await storageOf(server, database)
  const { archives, run } = archivesOver({ database, server }, storage, 3000)
  const made = async (groupId: string | null) => {
    const id = await beginArchive(database, room, { groupId, versions: true })
    await run(id)
    const parts = await partsIn(storage, archives, id)
    expect(parts.length).toBeGreaterThan(2)
    expect(problemsOf(together(parts))).toEqual([])
    return together(parts)
  }
  const ofGroup = await made(room.northwind.groupId)
  const given = rowsOf<{ path: string; kind: string }>(ofGroup, 'files').filter(({ path }) =>
    path.startsWith('files/'),
  )
  expect(given.map(({ path, kind }) => [path.replace(/^.* /, ''), kind])).toEqual([
    ['PPA.pdf', 'ORIGINAL'],
    ['Price.pdf', 'MARKED'],
  ])
  const entries = await made(null)
  // Each can be read and verified without the product (ARCH-03, ARCH-04).
  for (const all of [ofGroup, entries]) {
    for (const [name, file] of [
      ['index.html', 'index.generated.html'],
      ['verify.mjs', 'verify.mjs'],
    ] as const) {
      const program = readFileSync(path.join(import.meta.dirname, '../archives/offline', file))
      expect([name, all.get(name)?.equals(program)]).toEqual([name, true])
    }
  }
  const leaves = entries.get('record/leaves.bin') ?? Buffer.alloc(0)
  const hashes = Array.from({ length: leaves.length / 32 }, (_, at) => leaves.subarray(at * 32, at * 32 + 32))
  const checkpoints = rowsOf<{ root: string; treeSize: number }>(entries, 'checkpoints')
  expect(checkpoints.at(-1)?.treeSize).toBe(hashes.length)
  for (const { root, treeSize } of checkpoints) {
    expect(rootOf(hashes.slice(0, treeSize)).toString('hex')).toBe(root)
  }
  const told = rowsOf<{ position: number; entry: string }>(entries, 'entries')
  for (const { position, entry } of told) {
    expect(
      createHash('sha256')
        .update(Buffer.from([0]))
        .update(entry)
        .digest()
        .equals(hashes[position] ?? leaves),
    ).toBe(true)
  }
  // Each version in it is an entry with the same hash.
  const versions = told.flatMap(({ entry }) => {
    const content = JSON.parse(entry) as { entry: string; id: string; sha256: string }
    return content.entry === 'version' ? [[content.id, content.sha256] as const] : []
  })
  const recorded = new Map(versions)
  for (const { version, sha256: hash } of rowsOf<{ version?: string; sha256: string }>(entries, 'files')) {
    if (version) expect(recorded.get(version)).toBe(hash)
  }
  const sheet = (name: string) => JSON.stringify(readSpreadsheet(entries.get(name) ?? Buffer.alloc(0)))
  expect(sheet('questions/Questions.xlsx')).toContain('Which voltage')
  expect(sheet('checklist/Checklist.xlsx')).toContain('Site control')
  expect(rowsOf(entries, 'checklist').map(({ number, category }) => [number, category])).toEqual([
    ['1.0', 'Site control'],
    ['1.1', 'Lease'],
  ])
  expect(unpacked(entries.get('pages/About the fund.pdf') ?? Buffer.alloc(0))).toContain('About')
  const [certificate] = rowsOf<{ files: string[] }>(entries, 'certificates')
  expect(certificate?.files.map((name) => [name.replace(/^.*\./, ''), entries.has(name)])).toEqual([
    ['pdf', true],
    ['xlsx', true],
  ])
  expect([...entries.keys()].filter((name) => /^(files|versions)\//.test(name)).toSorted()).toEqual([
    'files/Documents/1 03 Offtake/1.1 PPA.pdf',
    'files/Documents/1 03 Offtake/1.2 Price.pdf',
    'files/Documents/2 Marzipan/2.1 Tourmaline.pdf',
    'versions/Documents/1 03 Offtake/1.1 PPA (version 1).pdf',
  ])
})

test('the archive of a group that may only view a file has its name, and neither its bytes nor its words', async () => {
  const { permit, northwind, team } = room
  // Its members are given words for assistive technology, which is no download.
  await change(
    team.client,
    'mutation($treeId: ID!, $ids: [ID!]) { updateTreeViewing(treeId: $treeId, textPrincipalIds: $ids) { errors { message } } }',
    { treeId: room.treeId, ids: [northwind.groupId] },
  )
  for (const level of ['VIEW', 'PRINT']) {
    await permit(files.marked, northwind.groupId, level)
    const { entries } = await archive(team.client, northwind.groupId, { versions: true })
    expect(problemsOf(entries)).toEqual([])
    const names = [...entries.keys()].filter((name) => /^(files|versions)\//.test(name))
    expect([level, names]).toEqual([level, ['files/Documents/1 03 Offtake/1.1 PPA.pdf']])
    const documents = rowsOf<{ name: string; versions: object[] }>(entries, 'documents')
    const price = documents.find(({ name }) => name === 'Price.pdf')
    expect(price?.versions).toEqual([
      expect.objectContaining({ leftOut: 'It can only be viewed and is not in the archive.' }),
    ])
    expect(price?.versions[0]).not.toHaveProperty('sha256')
    expect(price?.versions[0]).not.toHaveProperty('size')
    const all = [...entries].flatMap(([name, bytes]) => [
      bytes.toString('latin1'),
      name.endsWith('.pdf') ? unpacked(bytes) : '',
    ])
    expect(all.join('\n')).not.toMatch(/A price|And terms/)
  }
  await permit(files.marked, northwind.groupId, 'PDF')
})

test('ARCH-09 making, verifying and taking it are recorded, and that of a group has no name, id or count of another', async () => {
  const { entries, zip, proof } = await archive(room.team.client, room.northwind.groupId, { versions: true })
  expect(await recordedOf(proof.id)).toEqual([
    ['MAKE_ARCHIVE', room.team.personId],
    ['VERIFY_ARCHIVE', room.team.personId],
    ['DOWNLOAD_ARCHIVE', room.team.personId],
  ])
  expect(problemsOf(entries)).toEqual([])
  expect(
    [...entries.keys()].filter((name) => /^(files|versions|deleted|record)\//.test(name)).toSorted(),
  ).toEqual(['files/Documents/1 03 Offtake/1.1 PPA.pdf', 'files/Documents/1 03 Offtake/1.2 Price.pdf'])
  const price = entries.get('files/Documents/1 03 Offtake/1.2 Price.pdf') ?? Buffer.alloc(0)
  const { rows } = await database.pool.query<{ sha256: string }>(
    `select encode(sha256, 'hex') as sha256 from document_version where document_id = $1`,
    [files.marked],
  )
  expect(sha256(price)).not.toBe(rows[0]?.sha256)
  expect(
    rowsOf<{ path: string; kind: string }>(entries, 'files').find(({ path }) => path.endsWith('Price.pdf'))
      ?.kind,
  ).toBe('MARKED')
  expect(rowsOf(entries, 'questions').map(({ text, askedBy, answer }) => [text, askedBy, answer])).toEqual([
    ['Which voltage', 'Nora Wind', 'It is 34.5 kV'],
  ])
  expect(rowsOf(entries, 'checkpoints')).toHaveLength(1)
  const { rows: facts } = await database.pool.query<{ size: string; entries: string }>(
    `select (select count(*) from record_leaf)::text as size, (select count(*) from activity)::text as entries`,
  )
  const all = [
    zip.toString('latin1'),
    ...[...entries].flatMap(([name, bytes]) => {
      if (name.endsWith('.xlsx')) return [JSON.stringify(readSpreadsheet(bytes))]
      return [bytes.toString(), name.endsWith('.pdf') ? unpacked(bytes) : '']
    }),
  ].join('\n')
  const strange = [
    ...RIVALS,
    'Ada Keeper',
    'Olga',
    'Deal team',
    'Owners',
    room.rival.groupId,
    room.rival.personId,
    room.team.personId,
    room.secrets.id,
    files.secret,
    files.gone,
    rows[0]?.sha256 ?? '',
    `"treeSize":`,
    `:${facts[0]?.size},`,
    `:${facts[0]?.entries},`,
  ]
  for (const name of strange) expect([name, all.includes(name)]).toEqual([name, false])
  expect(all).toContain('Northwind Partners')
})

test('ARCH-07 two archives of the same state are equal but for the date of making and signatures', async () => {
  for (const [client, groupId] of [
    [room.owner.client, null],
    [room.team.client, room.northwind.groupId],
  ] as const) {
    const [one, other] = [
      await archive(client, groupId, { versions: true }),
      await archive(client, groupId, { versions: true }),
    ]
    const own = ['signature.json', 'data/signature-0001.js', 'timestamps.json']
    expect([...one.entries.keys()]).toEqual([...other.entries.keys()])
    expect([...one.entries.keys()].slice(-3).toSorted()).toEqual(own.toSorted())
    // All bytes up to the first of these are the same, and as many follow.
    const from = one.zip.indexOf('signature.json') - 30
    expect(one.zip.length).toBe(other.zip.length)
    expect(one.zip.subarray(0, from).equals(other.zip.subarray(0, from))).toBe(true)
    expect(json(one.entries, 'signature.json').madeAt).not.toBe(json(other.entries, 'signature.json').madeAt)
  }
})

test('ARCH-06 it opens with a passphrase that is kept nowhere, and is taken by its makers and by links for a named person signed in as themselves, by ranges, for 30 days', async () => {
  const passphrase = 'correct horse 4 batteries'
  expect(
    (await begin(room.team.client, room.northwind.groupId, { passphrase: 'short' })).errors[0]?.extensions,
  ).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { passphrase: 'Please enter 12 to 100 characters: letters without accents, figures and signs.' },
  })
  const { zip, proof } = await archive(room.team.client, room.northwind.groupId, { passphrase })
  expect(zip.includes('helioroom archive 1')).toBe(false)
  expect(decryptFirst(zip, 'wrong horse 4 batteries')).toBeNull()
  const first = decryptFirst(zip, passphrase)
  expect(first?.name).toBe('files/Documents/1 03 Offtake/1.1 PPA.pdf')
  const { rows } = await database.pool.query<{ sha256: string; row: string }>(
    `select encode(v.sha256, 'hex') as sha256, (select row_to_json(p)::text from room_proof p where p.id = $2) as row
     from document_version v where v.document_id = $1 order by v.number desc limit 1`,
    [files.ppa, proof.id],
  )
  expect(sha256(first?.content ?? '')).toBe(rows[0]?.sha256)
  expect(JSON.parse(rows[0]?.row ?? '{}')).toMatchObject({ is_encrypted: true, sealed_passphrase: null })
  const [url = ''] = proof.urls
  expect(new Date(proof.expiresAt ?? 0).getTime() - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
  expect(proof.verifiedAt).not.toBeNull()
  const part = await taken(room.team.client, url, { range: 'bytes=10-19' })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, zip.subarray(10, 20)])
  expect((await taken(room.northwind.client, url)).status).toBe(404)
  const { data, errors } = await room.team.client.graphql(
    `mutation($id: ID!, $personId: ID!) { linkArchive(id: $id, personId: $personId) { ${FIELDS} } }`,
    { id: proof.id, personId: room.northwind.personId },
  )
  expect(errors).toEqual([])
  const [link] = (data as { linkArchive: Proof }).linkArchive.links
  expect(link).toMatchObject({ name: 'Nora Wind', urls: [url] })
  const address =
    (await room.northwind.client.request(url, { redirect: 'manual' })).headers.get('location') ?? ''
  expect((await room.northwind.client.request(address)).status).toBe(200)
  expect((await taken(room.rival.client, url)).status).toBe(404)
  // The address is hers alone, too.
  expect((await room.rival.client.request(address)).status).toBe(403)
  expect(await recordedOf(proof.id)).toEqual([
    ['MAKE_ARCHIVE', room.team.personId],
    ['VERIFY_ARCHIVE', room.team.personId],
    ['DOWNLOAD_ARCHIVE', room.team.personId],
    ['DOWNLOAD_ARCHIVE', room.team.personId],
    ['LINK_ARCHIVE', room.team.personId],
    ['DOWNLOAD_ARCHIVE', room.northwind.personId],
  ])
  const linkEnds = (inDays: number) =>
    database.pool.query(
      'update room_archive_link set expires_at = now() + make_interval(days => $2) where proof_id = $1',
      [proof.id, inDays],
    )
  await linkEnds(-1)
  expect((await taken(room.northwind.client, url)).status).toBe(404)
  expect((await room.northwind.client.request(address)).status).toBe(404)
  await linkEnds(1)
  expect((await room.northwind.client.request(address)).status).toBe(200)
  await change(room.team.client, 'mutation($linkId: ID!) { unlinkArchive(linkId: $linkId) { id } }', {
    linkId: link?.id,
  })
  expect((await room.northwind.client.request(address)).status).toBe(404)
  await database.pool.query(`update room_proof set expires_at = now() - interval '1 second' where id = $1`, [
    proof.id,
  ])
  expect((await taken(room.team.client, url)).status).toBe(410)
  expect((await taken(room.northwind.client, url)).status).toBe(404)
  await server.app.services.proofs.failLost()
  const { rows: left } = await database.pool.query('select from room_archive_part where proof_id = $1', [
    proof.id,
  ])
  expect(left).toHaveLength(0)
})
