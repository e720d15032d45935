import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { bombOf } from '../../../../testing/spreadsheets.ts'
import { UploadedFile } from '../../../contracts/uploadedFile.ts'
import { spreadsheetBytes } from '../../../platform/spreadsheets/index.ts'
import {
  admin,
  adminGroup,
  database,
  mails,
  ORG,
  people,
  usersAdmin,
  viewer,
  viewers,
} from '../memberships.fixture.ts'

beforeEach(async () => {
  await database.pool.query('delete from invitation where person_id is null')
  await database.pool.query('truncate mail_outbox, notification')
})

const person = (email: string, more: object = {}) => ({
  firstName: 'Ines',
  lastName: 'Salter',
  email,
  ...more,
})
const many = () => people().manyInvitations
const LIST = [
  person('one@list.example'),
  person('two@list.example', { group: ' VIEWERS ', title: 'Partner' }),
  person('ONE@list.example'),
  person('viewers@fund.example'),
  person('three@list', {}),
  person('four@list.example', { lastName: '' }),
  person('five@list.example', { group: 'Nobody' }),
  person('six@list.example', { group: 'Admins' }),
  person('users.admins@fund.example'),
]
const FAULTS = [
  'This email is in row 1 as well.',
  'A user with this email has already been invited.',
  'Not a valid email address',
  'Last Name is a required field',
  'There is no group "Nobody".',
  'You can’t add people to Admins, as its role administers more than yours.',
  'This is your own email.',
].map((message, at) => ({ index: at + 2, message }))

test('of a list each fault is named by its row, the good ones are invited and mailed once, and the others can come later', async () => {
  const list = { groupId: viewers, people: LIST }
  expect(await many().check(usersAdmin, ORG, list)).toEqual({ invited: [], faults: FAULTS })
  expect(await mails()).toEqual([])
  expect(await many().invite(usersAdmin, ORG, list)).toEqual({ invited: [0, 1], faults: FAULTS })
  const sent = await mails()
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual(['one@list.example', 'two@list.example'])
  const { rows } = await database.pool.query(
    `select i.email, i.title, g.name from invitation i join user_group g on g.id = i.group_id order by i.email`,
  )
  expect(rows).toEqual([
    { email: 'one@list.example', title: null, name: 'Viewers' },
    { email: 'two@list.example', title: 'Partner', name: 'Viewers' },
  ])
  const again = await many().invite(usersAdmin, ORG, list)
  expect(again.invited).toEqual([])
  const corrected = [person('five@list.example'), person('six@list.example', { group: 'Admins' })]
  expect((await many().invite(admin, ORG, { groupId: viewers, people: corrected })).invited).toEqual([0, 1])
})

test('a list without a group, of too many, or of somebody without the right invites nobody', async () => {
  expect(await many().invite(usersAdmin, ORG, { people: [person('one@list.example')] })).toEqual({
    invited: [],
    faults: [{ index: 0, message: 'Please select a group.' }],
  })
  const full = Array.from({ length: 501 }, (_, at) => person(`p${at}@list.example`))
  await expect(many().invite(usersAdmin, ORG, { groupId: viewers, people: full })).rejects.toThrow(
    'At most 500 people can be invited together. Please split the list.',
  )
  const list = { groupId: adminGroup, people: [person('one@list.example')] }
  await expect(many().invite(viewer, ORG, list)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(many().check(viewer, ORG, list)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await mails()).toEqual([])
})

test('500 people are invited in one go', async () => {
  const full = Array.from({ length: 500 }, (_, at) => person(`p${at}@list.example`))
  const { invited } = await many().invite(usersAdmin, ORG, { groupId: viewers, people: full })
  expect(invited).toHaveLength(500)
})

async function uploaded<T>(
  filename: string,
  bytes: Buffer,
  use: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-list-'))
  const file = path.join(folder, 'upload')
  writeFileSync(file, bytes)
  try {
    return await use(new UploadedFile({ filename, contentType: '', size: statSync(file).size, path: file }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const read = (filename: string, bytes: Buffer, actor = usersAdmin) =>
  uploaded(filename, bytes, (file) => many().readSheet(actor, ORG, file))

test('people are read from .xlsx and .csv files; what is none, or a bomb, is refused in a sentence', async () => {
  const parts = spreadsheetBytes({
    sheet: 'People',
    columns: ['First Name', 'Last Name', 'Email'].map((header) => ({ header, width: 20 })),
    rows: (async function* () {
      yield [['Ines', 'Salter', 'ines@list.example']]
    })(),
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of parts) chunks.push(chunk)
  const sheet = Buffer.concat(chunks)
  const rows = [
    ['First Name', 'Last Name', 'Email'],
    ['Ines', 'Salter', 'ines@list.example'],
  ]
  expect(await read('people.XLSX', sheet)).toEqual(rows)
  expect(await read('people.csv', Buffer.from(rows.map((row) => row.join(';')).join('\r\n')))).toEqual(rows)
  const unpacked = unzipSync(sheet)
  const entity = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]><worksheet'
  const xml = strFromU8(unpacked['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const followed = strToU8(xml.replace('<worksheet', entity).replace('>Ines<', '>&file;<'))
  const entities = Buffer.from(zipSync({ ...unpacked, 'xl/worksheets/sheet1.xml': followed }))
  expect(JSON.stringify(await read('people.xlsx', entities).catch(String))).not.toContain('root:')
  for (const [name, bytes] of [
    ['people.xlsx', bombOf(sheet)],
    ['people.xlsx', Buffer.from('not a sheet')],
    ['people.csv', sheet],
    ['people.xlsx', Buffer.alloc(0)],
    ['people.pdf', sheet],
    ['people.csv', Buffer.from('a,b\n'.repeat(2001))],
  ] as const) {
    await expect(read(name, bytes)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  }
  await expect(read('people.xlsx', sheet, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a formula that failed is said with its place, and is no empty cell', async () => {
  const listed = (cells: string[]) =>
    Buffer.from(['First Name,Last Name,Email,Title,Remark', cells.join(',')].join('\n'))
  const good = ['Ines', 'Salter', 'ines@list.example', 'Partner']
  const refused = {
    code: 'BAD_USER_INPUT',
    message:
      'Row 2, column 4: The formula of this cell has the error “#REF!”. Correct it, or empty the cell.',
  }
  await expect(read('people.csv', listed([...good.slice(0, 3), '#REF!', 'x']))).rejects.toMatchObject(refused)
  const parts = spreadsheetBytes({
    sheet: 'People',
    columns: ['First Name', 'Last Name', 'Email', 'Title'].map((header) => ({ header, width: 20 })),
    rows: (async function* () {
      yield [good]
    })(),
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of parts) chunks.push(chunk)
  const files = unzipSync(Buffer.concat(chunks))
  const xml = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const failed = xml.replace(/<c r="D2".*?<\/c>/, '<c r="D2" t="e"><f>A9</f><v>#REF!</v></c>')
  expect(failed).not.toBe(xml)
  const broken = zipSync({ ...files, 'xl/worksheets/sheet1.xml': strToU8(failed) })
  await expect(read('people.xlsx', Buffer.from(broken))).rejects.toMatchObject(refused)
  // A column that says nothing of people is passed over.
  expect(await read('people.csv', listed([...good, '#REF!']))).toHaveLength(2)
})
