import { coerceInputValue, isInputType } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import { DomainError } from '../../../access/errors.ts'
import { createHooks } from '../../../platform/hooks.ts'
import { buildSchemaFromModules } from '../../../schema.ts'
import { createFunds } from '../../funds/index.ts'
import { createOrganisations } from '../../organisations/index.ts'
import { modelOf, offtakerOf } from '../index.ts'
import { createProjectForms, type ProjectForms } from './index.ts'
import type { ProjectInput } from './input.ts'

const database = testDatabase()
const make = factories(database)
const SLUG = 'form-fund'

let forms: ProjectForms
let organisationId: string
let admin: Actor
let projectsAdmin: Actor
let dealAdmin: Actor
let outsider: Actor
const rooms = { open: '', other: '', elsewhere: '' }
const choices = { panel: '', inverter: '', offtaker: '', foreignPanel: '' }

const INPUT: ProjectInput = { name: 'Harlan', status: 'OPERATING', projectType: 'SOLAR' }

beforeAll(async () => {
  const { db } = database
  const organisations = createOrganisations(db)
  forms = createProjectForms(
    db,
    createFunds(
      db,
      organisations,
      createHooks(() => []),
    ),
    organisations,
  )
  organisationId = await make.organisation({ name: 'Form Fund', slug: SLUG })
  const elsewhere = await make.organisation({ name: 'Elsewhere' })
  rooms.open = (await make.portfolio({ organisationId, name: 'Open' })).id
  rooms.other = (await make.portfolio({ organisationId, name: 'Other' })).id
  rooms.elsewhere = (await make.portfolio({ organisationId: elsewhere, name: 'Elsewhere' })).id
  const wide = async (...role: ('PROJECTS_ADMIN' | 'PROJECTS_VIEW' | 'ORG_ADMIN' | 'DEALROOM_ADMIN')[]) => {
    const person = await make.person()
    await make.member(await make.group({ organisationId, role, organisationWide: true }), person)
    return person
  }
  admin = await make.actor(await wide('ORG_ADMIN'))
  projectsAdmin = await make.actor(await wide('PROJECTS_ADMIN', 'PROJECTS_VIEW'))
  const both = await wide('PROJECTS_ADMIN', 'PROJECTS_VIEW')
  await make.member(
    await make.group({ organisationId, role: ['DEALROOM_ADMIN'], portfolioIds: [rooms.open] }),
    both,
  )
  dealAdmin = await make.actor(both)
  outsider = await make.actorWith({ organisationId, portfolioId: rooms.open }, [
    'PROJECTS_ADMIN',
    'PROJECTS_VIEW',
  ])
  await db.transaction().execute(async (tx) => {
    choices.panel = await modelOf(tx, organisationId, {
      kind: 'PANEL',
      manufacturer: 'Altiplane',
      modelNumber: 'AP-610',
    })
    choices.inverter = await modelOf(tx, organisationId, {
      kind: 'INVERTER',
      manufacturer: 'Voltari',
      modelNumber: 'VC-42',
    })
    choices.foreignPanel = await modelOf(tx, elsewhere, {
      kind: 'PANEL',
      manufacturer: 'X',
      modelNumber: 'Y',
    })
    choices.offtaker = await offtakerOf(tx, organisationId, { name: 'Co-op', quality: 8, note: null })
  })
})

/** What is said of an input, by its fields. */
const errorsOf = async (input: Partial<ProjectInput>, actor = admin): Promise<unknown> => {
  try {
    await forms.create(actor, SLUG, { ...INPUT, ...input })
    return {}
  } catch (error) {
    return error instanceof DomainError ? (error.extensions.fields ?? error.code) : error
  }
}

const save = (
  actor: Actor,
  projectId: string,
  input: Partial<ProjectInput>,
  revision: number | null = null,
) => forms.update(actor, { orgSlug: SLUG, projectId, input: { ...INPUT, ...input }, revision })

test('PFORM-38 PFORM-11 PFORM-15 PFORM-19 PFORM-20 PFORM-21 PFORM-22 API-077 the server refuses what breaks a rule, with the sentence at its field', async () => {
  expect(await errorsOf({ name: '  ' })).toEqual({ name: 'This field is required' })
  expect(await errorsOf({ name: '\u200b' })).toEqual({ name: 'This field is required' })
  expect(
    await errorsOf({
      noticeToProceed: '0001-01-01',
      commercialOperatingDate: '2023-02-29',
      acquisitionDate: '02/28/2023',
      capacity: -1,
      location: { zipCode: '1234', latitude: 91, longitude: -180.01 },
    }),
  ).toEqual({
    noticeToProceed: 'Please enter a valid date.',
    commercialOperatingDate: 'Please enter a valid date.',
    acquisitionDate: 'Please enter a valid date.',
    capacity: 'Must be within 0 and 1,000,000,000,000',
    'location.zipCode': 'Must be exactly 5 characters',
    'location.latitude': 'Must be within -90 and +90',
    'location.longitude': 'Must be within -180 and +180',
  })
  expect(
    await errorsOf({
      commercialOperatingDate: '9999-12-31',
      location: { zipCode: ' 68920 ', latitude: -90, longitude: 180 },
    }),
  ).toEqual({})
  expect(await errorsOf({ name: 'x'.repeat(201), system: { system: 'x'.repeat(1001) } })).toEqual({
    name: 'Please use at most 200 characters.',
    'system.system': 'Please use at most 1,000 characters.',
  })
})

test('PFORM-25 PFORM-26 PFORM-27 PFORM-28 PFORM-29 PFORM-30 PFORM-31 rows are refused by their places', async () => {
  const contract = { startDate: '2024-01-01', term: 20, rate: 0.04, escalator: 0 }
  expect(
    await errorsOf({
      panels: [
        { modelId: choices.panel, count: 0 },
        { modelId: choices.inverter, count: -1 },
        { modelId: choices.foreignPanel, count: 1 },
      ],
      inverters: [
        { modelId: choices.inverter, count: 0 },
        { modelId: 'removed', count: 1 },
      ],
      ppaContracts: [contract, { startDate: '2024-13-01', term: 0, rate: -1, escalator: -1.25 }],
      offtakers: [{ id: choices.offtaker }, { id: choices.panel }],
      portfolios: [{ id: rooms.open }, { id: rooms.elsewhere }],
    }),
  ).toEqual({
    'panels.1.modelId': 'Please select a model.',
    'panels.1.count': 'Must be one or more',
    'panels.2.modelId': 'Please select a model.',
    'inverters.0.count': 'Must be one or more',
    'inverters.1.modelId': 'Please select a model.',
    'ppaContracts.1.startDate': 'Please enter a valid date.',
    'ppaContracts.1.term': 'Must be more than 0 and at most 1,000',
    'ppaContracts.1.rate': 'Must be within 0 and 1,000',
    'ppaContracts.1.escalator': 'Please enter a valid decimal.',
    'offtakers.1.id': 'Please select an offtaker.',
    'portfolios.1.id': 'Please select a portfolio.',
  })
  expect(await errorsOf({ ppaContracts: Array.from({ length: 101 }, () => contract) })).toEqual({
    ppaContracts: 'Maximum 100.',
  })
})

test('PFORM-05 API-054 API-078 only who holds PROJECTS_ADMIN on the organisation has the form', async () => {
  expect(await errorsOf({}, outsider)).toBe('FORBIDDEN')
  const id = await forms.create(projectsAdmin, SLUG, INPUT)
  await expect(forms.saved(outsider, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(forms.blank(outsider, SLUG, null)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(save(outsider, id, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(forms.saved(projectsAdmin, 'nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await forms.saved(projectsAdmin, id)).name).toBe('Harlan')
})

test('BO-29 PFORM-35 PFORM-39 PFORM-32 PFORM-36 what is saved fills the form; what is left out stays, save in system and utility', async () => {
  const id = await forms.create(admin, SLUG, {
    ...INPUT,
    name: ' Alma Solar ',
    developmentStage: 'COMPLETE',
    isOwned: true,
    capacity: 62_375,
    location: { city: 'Alma', state: 'NE', zipCode: '68920', latitude: 40.1, longitude: -99.4 },
    contact: { phoneNumber: '1', balancingAuthorityAreaName: 'SPP' },
    system: { system: '3 blocks', bessKw: 20, installation: 'GROUND', mounting: 'SINGLE' },
    utility: { name: 'NPPD', zone: 'A', iso: 'SPP' },
    ppaContracts: [{ startDate: '2024-07-01', term: 20, rate: 0.0385, escalator: 1.5 }],
    panels: [{ modelId: choices.panel, count: 10 }],
    inverters: [{ modelId: choices.inverter, count: 2 }],
    offtakers: [{ id: choices.offtaker }],
    portfolios: [{ id: rooms.open }],
  })
  const first = await forms.saved(admin, id)
  expect(first).toMatchObject({
    name: 'Alma Solar',
    zipCode: '68920',
    capacity: 62_375,
    ppaContracts: [{ startDate: '2024-07-01', rate: 0.0385 }],
    panels: [{ modelId: choices.panel, count: 10 }],
    inverters: [{ modelId: choices.inverter, count: 2 }],
    offtakers: [{ id: choices.offtaker }],
    portfolios: [{ id: rooms.open }],
    canEditPortfolios: true,
    savedBy: admin.personId,
    revision: 1,
  })
  await save(projectsAdmin, id, {
    name: 'Alma Solar',
    capacity: null,
    location: { city: null },
    system: { system: '4 blocks' },
    panels: [
      { modelId: choices.panel, count: 1 },
      { modelId: choices.panel, count: 5 },
    ],
  })
  expect(await forms.saved(admin, id)).toMatchObject({
    capacity: null,
    isOwned: true,
    city: null,
    state: 'NE',
    phoneNumber: '1',
    system: '4 blocks',
    bessKw: null,
    installation: null,
    utilityName: 'NPPD',
    ppaContracts: [{ term: 20 }],
    panels: [{ count: 1 }, { count: 5 }],
    inverters: [{ count: 2 }],
    offtakers: [{ id: choices.offtaker }],
    portfolios: [{ id: rooms.open }],
    savedBy: projectsAdmin.personId,
    revision: 2,
  })
})

test('PFORM-07 PFORM-08 PFORM-09 portfolios are chosen by whoever administers them; others stay', async () => {
  const canEdit = async (actor: Actor, portfolioId: string | null = null) => {
    const { canEditPortfolios, portfolioChoices, portfolio } = await forms.blank(actor, SLUG, portfolioId)
    return [canEditPortfolios, portfolioChoices.map(({ name }) => name), portfolio?.name ?? null]
  }
  expect(await canEdit(admin)).toEqual([true, ['Open', 'Other'], null])
  expect(await canEdit(dealAdmin)).toEqual([true, ['Open'], null])
  expect(await canEdit(projectsAdmin)).toEqual([false, [], null])
  expect(await canEdit(projectsAdmin, rooms.open)).toEqual([false, [], 'Open'])
  await expect(canEdit(admin, rooms.elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const id = await forms.create(projectsAdmin, SLUG, { ...INPUT, portfolios: [{ id: rooms.open }] })
  const both = [{ id: rooms.open }, { id: rooms.other }]
  expect(await errorsOf({ portfolios: both }, projectsAdmin)).toEqual({
    'portfolios.0.id': 'Only its deal room admins add projects to this portfolio.',
    'portfolios.1.id': 'Only its deal room admins add projects to this portfolio.',
  })
  await expect(save(projectsAdmin, id, { portfolios: [] })).rejects.toMatchObject({
    extensions: { fields: { portfolios: 'Only its deal room admins remove projects from Open.' } },
  })
  await save(admin, id, { portfolios: both })
  expect((await forms.saved(dealAdmin, id)).canEditPortfolios).toBe(false)
  await save(dealAdmin, id, { portfolios: [{ id: rooms.other }] })
  expect((await forms.saved(dealAdmin, id)).portfolios.map(({ name }) => name)).toEqual(['Other'])
})

test('PFORM-40 PFORM-37 API-055 API-056 API-057 models and offtakers are those of the organisation, found by manufacturer and number', async () => {
  const asked = { orgSlug: SLUG, search: null, limit: 200 }
  expect(await forms.models(projectsAdmin, 'PANEL', asked)).toEqual([
    { id: choices.panel, kind: 'PANEL', modelNumber: 'AP-610', manufacturer: { name: 'Altiplane' } },
  ])
  expect(await forms.models(projectsAdmin, 'INVERTER', { ...asked, search: 'voltari vc' })).toHaveLength(1)
  expect(await forms.models(projectsAdmin, 'INVERTER', { ...asked, search: 'altiplane' })).toEqual([])
  expect(await forms.offtakers(projectsAdmin, { ...asked, search: 'co-op' })).toMatchObject([{ quality: 8 }])
  await expect(forms.models(outsider, 'PANEL', asked)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(forms.offtakers(outsider, asked)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('of two who save one project the second is told, and overwrites nothing', async () => {
  const id = await forms.create(admin, SLUG, INPUT)
  const { revision } = await forms.saved(admin, id)
  await save(admin, id, { capacity: 1 }, revision)
  await expect(save(projectsAdmin, id, { capacity: 2 }, revision)).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: { of: 'project', revision: revision + 1 },
  })
  expect((await forms.saved(admin, id)).capacity).toBe(1)
})

test('PFORM-12 PFORM-13 PFORM-14 PFORM-24 PFORM-38 the choices are those of the form, and no others are taken', () => {
  const type = buildSchemaFromModules().getType('ProjectInput')
  if (!isInputType(type)) throw new Error('There is no ProjectInput.')
  const isTaken = (given: object) => {
    let taken = true
    coerceInputValue({ ...INPUT, ...given }, type, () => {
      taken = false
    })
    return taken
  }
  const choices = {
    status: ['NEW_BUILD', 'OPERATING'],
    projectType: ['SOLAR', 'STORAGE', 'SOLAR_PLUS_STORAGE'],
    developmentStage: ['EARLY_STAGE', 'MID_STAGE', 'LATE_STAGE', 'COMPLETE'],
    'system.installation': ['ROOF', 'GROUND', 'CARPORT', 'MIXED', 'FLOATING'],
    'system.mounting': ['FIXED_TILT', 'SINGLE', 'DUAL_AXIS', 'MIXED'],
  }
  const named = Object.values(choices).flat()
  for (const [field, allowed] of Object.entries(choices)) {
    const [group = '', name] = field.split('.')
    const given = (value: string | null) => (name ? { [group]: { [name]: value } } : { [group]: value })
    for (const value of [...named, 'WIND']) {
      expect([field, value, isTaken(given(value))]).toEqual([field, value, allowed.includes(value)])
    }
    // Required are the first two.
    expect([field, isTaken(given(null))]).toEqual([field, !['status', 'projectType'].includes(field)])
  }
})

test('whoever has lost the right since the request began creates and changes no project', async () => {
  const person = await make.person()
  const group = await make.group({ organisationId, role: ['PROJECTS_ADMIN'], organisationWide: true })
  await make.member(group, person)
  const before = await make.actor(person)
  const id = await forms.create(before, SLUG, { ...INPUT, name: 'In Time' })
  await database.pool.query('delete from membership where person_id = $1', [person])
  const tooLate = { ...INPUT, name: 'Too Late' }
  await expect(forms.create(before, SLUG, tooLate)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const change = { orgSlug: SLUG, projectId: id, input: tooLate, revision: 1 }
  await expect(forms.update(before, change)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { rows } = await database.pool.query(`select from project where name = 'Too Late'`)
  expect(rows).toEqual([])
})
