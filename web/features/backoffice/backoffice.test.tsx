import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../testing/fixtures.ts'
import { type Answer, type Answers, by, renderAt, setWindowWidth } from '../../testing/renderAt.tsx'

const STAFF = viewerOf([organisation('Meridian', ['DOCUMENTS_VIEW'])], { isSuperUser: true })

beforeEach(() => setWindowWidth(1440))

const field = (name: string, label: string, more: object = {}) => ({
  __typename: 'BackOfficeField',
  name,
  label,
  type: 'TEXT',
  required: false,
  help: null,
  initial: null,
  options: [],
  of: null,
  max: null,
  fixed: false,
  readOnly: false,
  listed: true,
  sortable: false,
  filter: false,
  ...more,
})

const COMPANY = {
  __typename: 'BackOfficeKind',
  name: 'company',
  path: 'users/company',
  section: 'People',
  one: 'company',
  many: 'Companies',
  about: null,
  sort: 'name',
  count: 1234,
  canCreate: true,
  canChange: true,
  canDelete: true,
  fields: [
    field('name', 'Name', { required: true, sortable: true }),
    field('isActive', 'Active', { type: 'FLAG', filter: true }),
  ],
  actions: [
    {
      __typename: 'BackOfficeAction',
      name: 'close',
      label: 'Close company',
      question: 'Nobody can join it then.',
      done: 'Company closed',
    },
  ],
}
const KINDS: Answer = { data: { backOfficeKinds: [COMPANY] } }

const value = (name: string, more: object) => ({
  __typename: 'BackOfficeValue',
  field: name,
  text: null,
  flag: null,
  several: null,
  labels: [],
  ...more,
})
const record = (id: string, name: string, revision = 'r1') => ({
  __typename: 'BackOfficeRecord',
  id,
  label: name,
  revision,
  actions: ['close'],
  values: [value('name', { text: name }), value('isActive', { flag: true })],
})
const RECORD: Answer = { data: { backOfficeRecord: record('c1', 'Calder') } }

function open(address: string, answers: Answers = {}) {
  const asked: Record<string, unknown>[] = []
  const BackOfficeRecords = by((variables) => {
    asked.push(variables)
    return {
      data: {
        backOfficeRecords: {
          __typename: 'BackOfficeRecordList',
          count: 1234,
          records: [record('c1', 'Calder'), record('c2', 'Kestrel')],
        },
      },
    }
  })
  const all = {
    Viewer: STAFF,
    BackOfficeKinds: KINDS,
    BackOfficeRecords,
    BackOfficeRecord: RECORD,
    ...answers,
  }
  return { ...renderAt(address, all), asked, user: userEvent.setup({ applyAccept: false }) }
}

test.each(['/tagauks', '/tagauks/users/company', '/tagauks/users/company/add'])(
  'SHELL-14 BO-01 %s is no page for anybody but super users, and asks nothing',
  async (address) => {
    const asked: string[] = []
    const refuse = by(() => {
      asked.push(address)
      return KINDS
    })
    renderAt(address, {
      Viewer: viewerOf([organisation('Meridian', ['ORG_ADMIN', 'PROJECTS_ADMIN'])]),
      BackOfficeKinds: refuse,
      BackOfficeRecords: refuse,
    })
    await screen.findByText('Error 404 to be precise.')
    expect(asked).toEqual([])
  },
)

test('BO-09 BO-20 a picture is set by itself, and one that may not be sent is refused before it is', async () => {
  const logo = (text: string | null) => ({
    ...record('c1', 'Calder'),
    values: [...record('c1', 'Calder').values, value('logo', { text })],
  })
  const sent: Record<string, unknown>[] = []
  const { user } = open('/tagauks/users/company/c1/change', {
    BackOfficeKinds: {
      data: {
        backOfficeKinds: [
          {
            ...COMPANY,
            fields: [
              ...COMPANY.fields,
              field('logo', 'Logo', { type: 'PICTURE', readOnly: true, listed: false }),
            ],
          },
        ],
      },
    },
    BackOfficeRecord: { data: { backOfficeRecord: logo(null) } },
    BackOfficeSetPicture: by((variables) => {
      sent.push(variables)
      return {
        data: {
          backOfficeSetPicture: {
            __typename: 'BackOfficePayload',
            record: logo(variables.file ? '/files/own/1/s' : null),
            errors: [],
          },
        },
      }
    }),
  })
  await screen.findByRole('button', { name: 'Upload logo' })
  const input = screen.getByLabelText<HTMLInputElement>('Logo')
  const choose = (name: string) => user.upload(input, new File(['x'], name))
  await choose('logo.svg')
  await screen.findByText('Please choose an image file of at most 5 MB.')
  expect(sent).toEqual([])
  await choose('logo.png')
  const shown = await screen.findByRole('img', { name: 'Logo of Calder' })
  expect(shown.getAttribute('src')).toBe('/files/own/1/s')
  expect(screen.queryByText('Please choose an image file of at most 5 MB.')).toBeNull()
  expect(sent[0]).toMatchObject({ kind: 'company', id: 'c1', field: 'logo' })
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Logo of Calder' })).toBeNull())
  expect(sent[1]).toMatchObject({ file: null })
})

test('BO-02 the start page lists the kinds of record with their counts', async () => {
  open('/tagauks')
  const main = within(await screen.findByRole('main'))
  const link = await main.findAllByRole('link', { name: /^Companies/ })
  expect(link.map((each) => each.getAttribute('href'))).toContain('/tagauks/users/company')
  expect(main.getAllByText('1,234').length).toBeGreaterThan(0)
  expect(main.getByRole('link', { name: 'Add company' }).getAttribute('href')).toBe(
    '/tagauks/users/company/add',
  )
})

test('BO-03 a list is searched, filtered, sorted and paged by its address', async () => {
  const { user, asked } = open('/tagauks/users/company?page=2')
  await screen.findByRole('link', { name: 'Calder' })
  expect(asked.at(-1)).toMatchObject({
    kind: 'company',
    offset: 50,
    limit: 50,
    ordering: 'name',
    filters: [],
  })
  await user.click(screen.getByRole('button', { name: 'Active' }))
  await user.click(await screen.findByRole('menuitem', { name: 'No' }))
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ filters: [{ field: 'isActive', value: 'false' }], offset: 0 }),
  )
  await user.click(screen.getByRole('button', { name: /^Name/ }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ ordering: '-name' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search companies' }), 'cald')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'cald' }))
  screen.getByText('1 to 2 of 1234')
})

test('BO-04 a form marks what is missing, keeps what was typed, and shows what the server says at its field', async () => {
  const sent: unknown[] = []
  const taken = 'A company with this name already exists.'
  const BackOfficeCreate = by((variables) => {
    sent.push(variables)
    return {
      data: {
        backOfficeCreate: {
          __typename: 'BackOfficePayload',
          record: null,
          errors: [{ __typename: 'FieldError', field: 'name', message: taken }],
        },
      },
    }
  })
  const { user } = open('/tagauks/users/company/add', { BackOfficeCreate })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('This field is required')
  expect(sent).toEqual([])
  await user.type(name, 'Calder')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(taken)
  expect(name.value).toBe('Calder')
  expect(sent).toEqual([
    {
      kind: 'company',
      values: [
        { field: 'name', text: 'Calder' },
        { field: 'isActive', flag: false },
      ],
    },
  ])
})

test('of two who change one record the second is told, and saves over it only by saving once more', async () => {
  const sent: unknown[] = []
  const message = 'Someone else has just changed this company. Please check it and save again.'
  const BackOfficeChange = by((variables): Answer => {
    sent.push(variables.revision)
    if (variables.revision === 'r1') {
      return {
        data: null,
        errors: [{ message, extensions: { code: 'CONFLICT', newer: { id: 'c1', revision: 'r2' } } }],
      }
    }
    return {
      data: {
        backOfficeChange: { __typename: 'BackOfficePayload', record: record('c1', 'Mine', 'r3'), errors: [] },
      },
    }
  })
  const { user } = open('/tagauks/users/company/c1/change', { BackOfficeChange })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })
  await user.clear(name)
  await user.type(name, 'Mine')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(message)
  expect(name.value).toBe('Mine')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Company saved')
  expect(sent).toEqual(['r1', 'r2'])
})

test.each([
  ['BO-05 what others use can’t be deleted, and the page says by which', 'blocked'],
  ['BO-03 a deletion says what it takes with it before it is confirmed', 'taken'],
] as const)('%s', async (_title, sort) => {
  const deleted: unknown[] = []
  const dependents = [{ __typename: 'BackOfficeDependents', words: 'Users', count: 7, names: ['Ann Lee'] }]
  const { user } = open('/tagauks/users/company/c1/change', {
    BackOfficeRemoval: {
      data: {
        backOfficeRemoval: { __typename: 'BackOfficeRemoval', blocked: [], taken: [], [sort]: dependents },
      },
    },
    BackOfficeDelete: by((variables) => {
      deleted.push(variables)
      return { data: { backOfficeDelete: { __typename: 'BackOfficeDeletePayload', id: 'c1' } } }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Users: 7 (Ann Lee and others)')
  const confirm = dialog.queryByRole('button', { name: 'Delete company' })
  if (sort === 'blocked') {
    expect(confirm).toBeNull()
    return
  }
  if (confirm) await user.click(confirm)
  await screen.findByText('Calder deleted')
  expect(deleted).toEqual([{ kind: 'company', id: 'c1' }])
})

test('an action says what it does before it is done', async () => {
  const { user } = open('/tagauks/users/company/c1/change', {
    BackOfficeAct: { data: { backOfficeAct: record('c1', 'Calder', 'r2') } },
  })
  await user.click(await screen.findByRole('button', { name: 'Close company' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Nobody can join it then.')
  await user.click(dialog.getByRole('button', { name: 'Close company' }))
  await screen.findByText('Company closed')
})

test('PROJ-18 BO-38 a new project begins with the choice of its organisation for staff', async () => {
  const { user, router } = open('/tagauks/projects/newproject/', {
    BackOfficeRecords: {
      data: {
        backOfficeRecords: {
          __typename: 'BackOfficeRecordList',
          count: 1,
          records: [
            {
              ...record('o1', 'Aurora Fund'),
              values: [value('slug', { text: 'aurora' })],
            },
          ],
        },
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByText('This field is required')
  await user.click(screen.getByRole('combobox', { name: /^Organisation/ }))
  await user.click(await screen.findByRole('option', { name: 'Aurora Fund' }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/aurora/projects/new'))
})

test('PROJ-18 another project admin is led on to the form of their first organisation by name', async () => {
  const { router } = renderAt('/tagauks/projects/newproject/', {
    Viewer: viewerOf([
      organisation('Zenith', ['PROJECTS_ADMIN']),
      organisation('Aurora', ['PROJECTS_VIEW']),
      organisation('Meridian', ['PROJECTS_ADMIN']),
    ]),
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/meridian/projects/new'))
})

test('the system status names what has failed and leads to it', async () => {
  open('/tagauks/status', {
    BackOfficeStatus: {
      data: {
        backOfficeStatus: {
          __typename: 'BackOfficeStatus',
          version: '0.1.0',
          nodeVersion: '24.1.0',
          databaseVersion: '18.1',
          databaseBytes: 5_000_000,
          migration: '0161_back_office_records',
          databaseMs: 0.4,
          storageFreeBytes: 1_000_000_000,
          storageBytes: 2_000_000_000,
          storageWritable: false,
          startedAt: '2026-11-22T10:00:00.000Z',
          jobsWaiting: 1,
          jobsRunning: 0,
          jobsFailed: 3,
          oldestDueJob: null,
          mailsWaiting: 2,
          mailsFailed: 0,
          mailServer: false,
        },
      },
    },
  })
  const failed = await screen.findByRole('link', { name: '3' })
  expect(failed.getAttribute('href')).toBe('/tagauks/system/job?state=FAILED')
  screen.getByText('Can’t be written')
  screen.getByText('0161_back_office_records')
})

test('BO-27 a list of equipment is imported, and the rows that were not taken are named', async () => {
  const PANELS = {
    ...COMPANY,
    name: 'panelmodel',
    path: 'projects/panelmodel',
    one: 'panel model',
    many: 'Panel models',
  }
  const sent: Record<string, unknown>[] = []
  const { user } = open('/tagauks/projects/panelmodel', {
    BackOfficeKinds: { data: { backOfficeKinds: [PANELS] } },
    BackOfficeChoices: {
      data: {
        backOfficeRecords: {
          __typename: 'BackOfficeRecordList',
          records: [{ __typename: 'BackOfficeRecord', id: 'o1', label: 'Aurora Fund' }],
        },
      },
    },
    BackOfficeImportEquipment: by((variables) => {
      sent.push(variables)
      return {
        data: {
          backOfficeImportEquipment: {
            __typename: 'BackOfficeEquipmentImport',
            kind: 'PANEL',
            added: 16_830,
            known: 1,
            brokenCount: 1,
            broken: [{ __typename: 'BackOfficeBrokenRow', row: 7, message: 'The name is missing.' }],
          },
        },
      }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true)
  await user.click(dialog.getByRole('combobox', { name: 'Organisation' }))
  await user.click(await screen.findByRole('option', { name: 'Aurora Fund' }))
  await user.upload(
    dialog.getByLabelText(/Choose file/),
    new File(['Name'], 'modules.csv', { type: 'text/csv' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await dialog.findByText('16,830 models added, 1 were there already.')
  dialog.getByText('Row 7: The name is missing.')
  expect(sent).toHaveLength(1)
})
