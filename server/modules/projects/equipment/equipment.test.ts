import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import { UploadedFile } from '../../../contracts/uploadedFile.ts'
import { createSheetReader } from '../../../platform/spreadsheets/read/index.ts'
import { createOrganisations } from '../../organisations/index.ts'
import { createEquipmentImports } from './importing.ts'
import { readList } from './rows.ts'

const database = testDatabase()
const make = factories(database)
const reader = createSheetReader()
let folder: string
let staff: Actor

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'equipment-'))
  staff = await make.actor(await make.person({ isSuperUser: true }))
})
afterAll(async () => {
  await reader.close()
  await rm(folder, { recursive: true })
})

const MODULES = [
  'Name,Manufacturer,Technology,STC',
  'Units,,,',
  '[0],lib_manufacturer,cec_material,',
  'Boviet BVM6610M-270,Boviet,Mono-c-Si,270.1',
  '"Sun, Moon & Co. SM-1",Sun & Co.,Multi-c-Si,300',
  'boviet bvm6610m-270,BOVIET,Mono-c-Si,270.1',
  ',Boviet,Mono-c-Si,1',
  'No maker 5,,Mono-c-Si,5',
  'Too,Many,Values,1,2,3',
  '',
  `${'x'.repeat(300)},Long,Mono-c-Si,1`,
  'Boviet BVM6610M-275,Boviet,Mono-c-Si,275.3',
].join('\n')
const INVERTERS = [
  'Name,Vac,Pso,Paco',
  'Units,V,W,W',
  '[0],a,b,c',
  'ABB: MICRO-0.25 [208V],208,2,250',
  'No colon [208V],208,2,250',
].join('\r\n')

async function take(text: string, organisationId: string, name = 'list.csv', actor = staff) {
  const file = path.join(folder, name)
  await writeFile(file, text)
  const imports = createEquipmentImports(database.db, createOrganisations(database.db), reader)
  const size = Buffer.byteLength(text)
  const sent = new UploadedFile({ filename: name, contentType: 'text/csv', size, path: file })
  return imports.take(actor, organisationId, sent)
}
const modelsOf = async (organisationId: string) =>
  (
    await database.pool.query(
      `select e.kind, m.name as maker, e.model_number as model from equipment_model e
       join manufacturer m on m.id = e.manufacturer_id where e.organisation_id = $1 order by maker, model`,
      [organisationId],
    )
  ).rows

test('BO-27 PFORM-40 the good rows of a CEC list are taken once, into one organisation, and broken ones named', async () => {
  const [organisationId, other] = [await make.organisation(), await make.organisation()]
  expect(await take(MODULES, organisationId)).toEqual({
    kind: 'PANEL',
    added: 3,
    known: 1,
    brokenCount: 4,
    broken: [
      { row: 7, message: 'The name is missing.' },
      { row: 8, message: 'The manufacturer is missing.' },
      { row: 9, message: 'It has 6 values for 4 columns.' },
      { row: 11, message: 'A name has more than 255 characters.' },
    ],
  })
  expect(await take(MODULES, organisationId)).toMatchObject({ added: 0, known: 4 })
  expect(await take(INVERTERS, organisationId)).toMatchObject({ kind: 'INVERTER', added: 1, brokenCount: 1 })
  expect(await modelsOf(organisationId)).toEqual([
    { kind: 'INVERTER', maker: 'ABB', model: 'MICRO-0.25 [208V]' },
    { kind: 'PANEL', maker: 'Boviet', model: 'BVM6610M-270' },
    { kind: 'PANEL', maker: 'Boviet', model: 'BVM6610M-275' },
    { kind: 'PANEL', maker: 'Sun & Co.', model: 'Sun, Moon & Co. SM-1' },
  ])
  expect(await modelsOf(other)).toEqual([])
  const audit = await database.pool.query(
    `select detail from activity where kind = 'OFFICE_IMPORT' order by id limit 1`,
  )
  expect(audit.rows[0]?.detail).toEqual({ record: 'list.csv', added: 3, broken: 4 })
})

test('BO-27 a quote left open breaks the row it stands in alone, in whatever column', async () => {
  const organisationId = await make.organisation()
  const rows = Array.from({ length: 900 }, (_, index) => `ABB: MODEL-${index} [208V],208,2,250`)
  rows[100] = `"${rows[100]}`
  rows[200] = 'ABB: MODEL-200 [208V],208,2,"250'
  rows[700] = 'ABB: MODEL-700 [208V],208,2,"250'
  expect(await take(['Name,Vac,Pso,Paco', ...rows].join('\n'), organisationId)).toMatchObject({
    added: 899,
    brokenCount: 1,
    broken: [{ row: 102, message: 'It has 1 value for 4 columns.' }],
  })
})

test('BO-27 a formula that failed where the list was made breaks its row, and is no name', async () => {
  const organisationId = await make.organisation()
  const rows = ['Name,Manufacturer,Technology', '#REF!,Boviet,Mono-c-Si', 'Boviet B-1,#N/A,Mono-c-Si']
  const answer = await take([...rows, 'Boviet B-2,Boviet,#N/A'].join('\n'), organisationId)
  const message = (error: string) =>
    `The formula of this cell has the error “${error}”. Correct it, or empty the cell.`
  expect(answer.broken).toEqual([
    { row: 2, message: message('#REF!') },
    { row: 3, message: message('#N/A') },
  ])
  expect(answer.added).toBe(1)
})

test('BO-27 what is no list of equipment is refused in a sentence, and nobody but staff imports one', async () => {
  const organisationId = await make.organisation()
  await expect(take('a,b\n1,2', organisationId)).rejects.toThrow('This is no list of the CEC')
  await expect(take(MODULES, organisationId, 'list.xlsx')).rejects.toThrow('Please choose a .csv file.')
  await expect(take('', organisationId)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  await expect(take(MODULES, '018f0000-0000-7000-8000-000000000000')).rejects.toThrow(
    'Organisation not found.',
  )
  const admin = await make.actor(await make.person())
  await expect(take(MODULES, organisationId, 'list.csv', admin)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(readList({ rows: [], formulaErrors: [] })).toBeNull()
})
