import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../testing/fixtures.ts'
import { by, renderAt, setWindowWidth } from '../../testing/renderAt.tsx'
import { COMPANY, field, KINDS, open, record, recordList, value } from './backoffice.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

const NO_BACKUP = {
  __typename: 'BackOfficeBackup',
  isSetUp: false,
  lastAt: null,
  lastBytes: null,
  lastFiles: null,
  verifiedAt: null,
  nextAt: null,
  failure: null,
}

function process(id: string, name: string, role: string, silentMs: number) {
  const at = { startedAt: '2026-11-01T08:00:00.000Z', seenAt: new Date(Date.now() - silentMs).toISOString() }
  return { __typename: 'RunningProcess', id, name, role, version: id, ...at }
}

const STATUS = {
  __typename: 'BackOfficeStatus',
  version: '1',
  nodeVersion: '24',
  databaseVersion: '18',
  databaseBytes: 1,
  migration: '0161_back_office_records',
  databaseMs: 1,
  storageFreeBytes: null,
  storageBytes: null,
  storageWritable: false,
  startedAt: '2026-11-01T08:00:00.000Z',
  // The first stays fresh however long these tests take.
  processes: [process('1', 'web-3001', 'web', -3_600_000), process('2', 'worker-3002', 'worker', 20_000)],
  jobsWaiting: 0,
  jobsRunning: 0,
  jobsFailed: 2,
  oldestDueJob: null,
  mailsWaiting: 0,
  mailsFailed: 0,
  mailServer: true,
  smsWaiting: 0,
  smsFailed: 0,
  smsGateway: true,
  backup: NO_BACKUP,
  officeConverter: 'LibreOffice 7.4, without a network',
  pagesWaiting: 3,
  pageCacheBytes: 1_073_741_824,
  pageCacheLimitBytes: 5_368_709_120,
  textsWaiting: 1204,
  oldestTextSince: '2026-11-01T08:00:00.000Z',
  textsPaused: true,
  recordLagSeconds: 61,
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

const COUNTED = ['organisation', 'portfolio', 'documenttree', 'usergroup']

test('the start page says what needs attention, each with its list', async () => {
  const kinds = COUNTED.map((name) => ({ ...COMPANY, name, path: `all/${name}`, count: 3 }))
  open('/tagauks', {
    BackOfficeKinds: { data: { backOfficeKinds: kinds } },
    BackOfficeRecords: recordList([], 4),
    BackOfficeStatus: { data: { backOfficeStatus: STATUS } },
  })
  const items = within(
    (await screen.findByRole('heading', { name: 'Needs attention' })).parentElement ?? document.body,
  )
  await items.findByText('4')
  expect(items.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Open tickets4',
    'Failed jobs2',
    'Failed e-mailsNone',
  ])
  expect(items.getByRole('link', { name: 'Failed jobs' }).getAttribute('href')).toBe(
    '/tagauks/system/job?state=FAILED',
  )
})

test('the start page of a new installation says what comes first, and what is done', async () => {
  const kinds = COUNTED.map((name, at) => ({
    ...COMPANY,
    name,
    path: `all/${name}`,
    count: at === 0 ? 1 : 0,
  }))
  open('/tagauks', { BackOfficeKinds: { data: { backOfficeKinds: kinds } } })
  const steps = within(await screen.findByRole('list', { name: 'Getting started' }))
  expect(steps.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Add the organisationDone',
    'Add its first portfolio',
    'Give the portfolio its documents',
    'Add the groups that share the room',
    'Invite people on the organisation’s page Admin',
  ])
  expect(steps.getByRole('link', { name: 'Add its first portfolio' }).getAttribute('href')).toBe(
    '/tagauks/all/portfolio/add',
  )
  expect(screen.queryByRole('heading', { name: 'Needs attention' })).toBeNull()
})

test('a record leads to the records that it names, and to those that belong to it', async () => {
  const of = (name: string, more: object = {}) =>
    field(name, name, { type: 'REFERENCE', of: 'company', readOnly: true, filter: true, ...more })
  const kinds = [
    { ...COMPANY, fields: [...COMPANY.fields, of('parent')] },
    { ...COMPANY, name: 'user', path: 'users/user', many: 'Users', fields: [of('companyId')] },
  ]
  const known = record('c1', 'Calder')
  open('/tagauks/users/company/c1/change', {
    BackOfficeKinds: { data: { backOfficeKinds: kinds } },
    BackOfficeRecord: {
      data: {
        backOfficeRecord: {
          ...known,
          values: [...known.values, value('parent', { text: 'c9', labels: ['Kestrel'] })],
        },
      },
    },
  })
  const parent = await screen.findByRole('link', { name: 'Kestrel' })
  expect(parent.getAttribute('href')).toBe('/tagauks/users/company/c9/change')
  const belonging = within(screen.getByRole('navigation', { name: 'What belongs to it' }))
  expect(belonging.getByRole('link', { name: 'Users' }).getAttribute('href')).toBe(
    '/tagauks/users/user?companyId=c1',
  )
})

test('columns beyond the third give way to the first ones where there is little room', async () => {
  const kind = {
    ...COMPANY,
    fields: ['name', 'town', 'region', 'country'].map((name) => field(name, `The ${name}`)),
  }
  const answers = { BackOfficeKinds: { data: { backOfficeKinds: [kind] } } }
  open('/tagauks/users/company', answers)
  await screen.findByRole('columnheader', { name: 'The country' })
  cleanup()
  setWindowWidth(900)
  open('/tagauks/users/company', answers)
  await screen.findByRole('columnheader', { name: 'The region' })
  expect(screen.queryByRole('columnheader', { name: 'The country' })).toBeNull()
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
  screen.getByText('1 to 2 of 1,234')
})

test.each([1440, 390])(
  'what is deleted says so in the list of those that can be restored, %i px wide',
  async (width) => {
    setWindowWidth(width)
    const kinds = [{ ...COMPANY, closing: 'It is closed for everyone immediately.' }]
    const records = [
      { ...record('c1', 'Calder'), label: 'Calder (deleted)', canDelete: false },
      record('c2', 'Kestrel'),
    ]
    open('/tagauks/users/company', {
      BackOfficeKinds: { data: { backOfficeKinds: kinds } },
      BackOfficeRecords: recordList(records),
    })
    await screen.findByText('Calder (deleted)')
    screen.getByText('Kestrel')
  },
)

test('BO-03 on a phone the menu of kinds names the one that is open, also where addresses begin alike', async () => {
  setWindowWidth(390)
  const kinds = [
    { ...COMPANY, name: 'user', path: 'users/user', many: 'Users' },
    { ...COMPANY, name: 'usergroup', path: 'users/usergroup', many: 'User groups' },
  ]
  for (const [address, name] of [
    ['/tagauks/users/usergroup', 'User groups'],
    ['/tagauks/users/user/c1/change', 'Users'],
  ] as const) {
    open(address, { BackOfficeKinds: { data: { backOfficeKinds: kinds } } })
    const menu = within(await screen.findByRole('navigation', { name: 'Back office' }))
    expect((await menu.findByRole('button')).textContent).toBe(name)
    cleanup()
  }
})

test('BO-03 a phone’s row tells what there is, the flags that are set, and what the list is sorted by', async () => {
  setWindowWidth(390)
  const kind = {
    ...COMPANY,
    one: 'O&M partner',
    many: 'O&M partners',
    sort: '-at',
    fields: [
      ...COMPANY.fields,
      field('place', 'Place'),
      field('isOld', 'Old', { type: 'FLAG' }),
      field('town', 'Town'),
      field('region', 'Region'),
      field('at', 'When', { type: 'MOMENT', sortable: true }),
    ],
  }
  const known = record('c1', 'Calder')
  open('/tagauks/users/company', {
    BackOfficeKinds: { data: { backOfficeKinds: [kind] } },
    BackOfficeRecords: recordList([
      {
        ...known,
        values: [
          ...known.values,
          value('isOld', { flag: false }),
          value('town', { text: 'Boise' }),
          value('region', { text: 'Idaho' }),
          value('at', { text: new Date(Date.now() - 3 * 86_400_000).toISOString() }),
        ],
      },
    ]),
  })
  const row = (await screen.findByText('Calder')).closest('[role="row"], tr')
  expect(row?.textContent).toBe('CalderActive·Boise·3 days ago')
  screen.getByRole('searchbox', { name: 'Search O&M partners' })
})

test('BO-32 a colour stands beside what it looks like', async () => {
  const kind = { ...COMPANY, fields: [...COMPANY.fields, field('colour', 'Colour', { type: 'COLOUR' })] }
  const coloured = record('c1', 'Calder')
  open('/tagauks/users/company', {
    BackOfficeKinds: { data: { backOfficeKinds: [kind] } },
    BackOfficeRecords: recordList([
      { ...coloured, values: [...coloured.values, value('colour', { text: '#c0392b' })] },
    ]),
  })
  const cell = (await screen.findByText('#c0392b')).closest('td')
  expect(cell?.querySelector<HTMLElement>('[style]')?.style.getPropertyValue('--dot')).toBe('#c0392b')
})

test('PROJ-18 BO-38 a new project begins with the choice of its organisation for staff', async () => {
  const { user, router } = open('/tagauks/projects/newproject/', {
    BackOfficeRecords: recordList([
      {
        ...record('o1', 'Aurora Fund'),
        values: [value('slug', { text: 'aurora' })],
      },
    ]),
  })
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByText('This field is required')
  await user.click(screen.getByRole('combobox', { name: /^Organisation/ }))
  await user.click(await screen.findByRole('option', { name: /^Aurora Fund/ }))
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

test.each([
  [60, 'Up to date'],
  [61, '1 min late'],
])('CHAIN-07 a record that is %s seconds late is: %s', async (recordLagSeconds, said) => {
  open('/tagauks/status', {
    BackOfficeStatus: { data: { backOfficeStatus: { ...STATUS, recordLagSeconds } } },
  })
  expect((await screen.findByText('Appended')).nextSibling?.textContent).toBe(said)
})

test('the system status names what has failed and leads to it', async () => {
  open('/tagauks/status', {
    BackOfficeStatus: { data: { backOfficeStatus: STATUS } },
  })
  const failed = await screen.findByRole('link', { name: '2' })
  expect(failed.getAttribute('href')).toBe('/tagauks/system/job?state=FAILED')
  screen.getByText('Not writable')
  screen.getByText('0161_back_office_records')
  expect(screen.getByText('Documents waiting').nextSibling?.textContent).toBe('1,204')
  screen.getByText('Paused: no process does jobs')
})

test('the status lists the processes, one of another version and one that has been silent among them', async () => {
  open('/tagauks/status', { BackOfficeStatus: { data: { backOfficeStatus: STATUS } } })
  const part = (await screen.findByRole('heading', { name: 'Processes' })).parentElement
  const facts = [...(part?.querySelectorAll('dt') ?? [])].map((term) => {
    const fact = term.nextElementSibling
    return [
      term.textContent,
      fact?.textContent?.replace(/started .*/, ''),
      fact?.innerHTML.includes('danger'),
    ]
  })
  expect(facts).toEqual([
    ['web-3001', 'Web, ', false],
    ['worker-3002', 'Jobs, version 2, ', true],
  ])
})

test('BACK-25 the status says that no backup is set up, how old the last is, and why it failed', async () => {
  const shown = async (backup: Partial<Record<keyof typeof NO_BACKUP, unknown>>) => {
    const { unmount } = open('/tagauks/status', {
      BackOfficeStatus: { data: { backOfficeStatus: { ...STATUS, backup: { ...NO_BACKUP, ...backup } } } },
    })
    const part = (await screen.findByRole('heading', { name: 'Backup' })).parentElement
    const facts = [...(part?.querySelectorAll('dt') ?? [])].map((term) => {
      const fact = term.nextElementSibling
      return [term.textContent, fact?.textContent, fact?.innerHTML.includes('danger')]
    })
    unmount()
    return facts
  }
  expect(await shown({})).toEqual([['State', 'No backup is set up.', false]])
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const whole = { isSetUp: true, lastBytes: 2_000_000, lastFiles: 1234, nextAt: ago(-5) }
  const fresh = await shown({ ...whole, lastAt: ago(25), verifiedAt: ago(50) })
  expect(fresh.map(([name, , isProblem]) => [name, isProblem])).toEqual([
    ['Last backup', false],
    ['Size', false],
    ['Documents and other files', false],
    ['Last verified', false],
    ['Next', false],
  ])
  expect(fresh[1]?.[1]).toBe('2.0 MB')
  const old = await shown({ ...whole, lastAt: ago(27), failure: 'The place cannot be written.' })
  expect(old[0]?.[2]).toBe(true)
  expect(old[3]).toEqual(['Last verified', 'Never', true])
  expect(old.at(-1)?.[1]).toBe('The place cannot be written.')
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
    BackOfficeKinds: by(() => ({
      data: { backOfficeKinds: [{ ...PANELS, count: sent.length === 0 ? 8 : 16_838 }] },
    })),
    BackOfficeChoices: {
      data: {
        backOfficeRecords: {
          __typename: 'BackOfficeRecordList',
          records: [{ __typename: 'BackOfficeRecord', id: 'o1', label: 'Aurora Fund', detail: 'aurora' }],
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
  await user.click(await screen.findByRole('option', { name: /^Aurora Fund/ }))
  await user.upload(
    dialog.getByLabelText('List of models'),
    new File(['Name'], 'modules.csv', { type: 'text/csv' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await dialog.findByText('16,830 models added, 1 was there already.')
  dialog.getByText('Row 7: The name is missing.')
  expect(sent).toHaveLength(1)
  // The number beside the list's name counts them immediately.
  await screen.findByText('16,838')
})

test('FMT-31 in lists figures have their thousands parted, years have not, and days are dates', async () => {
  const given = [
    ['NUMBER', '351700000.5'],
    ['YEAR', '2026'],
    ['DAY', '2026-01-02'],
  ] as const
  const company = record('c1', 'Calder')
  open('/tagauks/users/company', {
    BackOfficeKinds: {
      data: {
        backOfficeKinds: [
          { ...COMPANY, fields: [...COMPANY.fields, ...given.map(([type]) => field(type, type, { type }))] },
        ],
      },
    },
    BackOfficeRecords: recordList([
      {
        ...company,
        values: [...company.values, ...given.map(([type, text]) => value(type, { text }))],
      },
    ]),
  })
  for (const text of ['351,700,000.5', '2026', '01/02/2026']) await screen.findByText(text)
})
