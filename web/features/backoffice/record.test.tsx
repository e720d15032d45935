import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answer, by, savedFirst, setWindowWidth } from '../../testing/renderAt.tsx'
import { COMPANY, field, open, record, value } from './backoffice.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

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

test('a choice is of what the form says already, and two of one name say what they belong to', async () => {
  const asked: unknown[] = []
  const of = (kind: string, more: object = {}) => ({ type: 'REFERENCE', of: kind, ...more })
  const choice = (id: string, label: string, detail: string | null) => ({
    __typename: 'BackOfficeRecord',
    id,
    label,
    detail,
  })
  const { user } = open('/tagauks/users/company/add', {
    BackOfficeKinds: {
      data: {
        backOfficeKinds: [
          {
            ...COMPANY,
            fields: [
              field('organisationId', 'Organisation', of('organisation', { fixed: true })),
              field('roleId', 'Role', of('role', { within: 'organisationId' })),
            ],
          },
        ],
      },
    },
    BackOfficeChoices: by((variables) => {
      asked.push([variables.kind, variables.filters])
      const records =
        variables.kind === 'organisation'
          ? [choice('o1', 'Meridian', 'meridian')]
          : [choice('r1', 'Bidder', 'Meridian'), choice('r2', 'Bidder', 'Calder')]
      return { data: { backOfficeRecords: { __typename: 'BackOfficeRecordList', records } } }
    }),
  })
  await user.click(await screen.findByRole('combobox', { name: /^Role/ }))
  const offered = await screen.findAllByRole('option', { name: /Bidder/ })
  expect(offered.map(({ textContent }) => textContent)).toEqual(['BidderMeridian', 'BidderCalder'])
  await user.click(screen.getByRole('combobox', { name: /^Organisation/ }))
  await user.click(await screen.findByRole('option', { name: /Meridian/ }))
  await user.click(screen.getByRole('combobox', { name: /^Role/ }))
  await waitFor(() =>
    expect(asked).toEqual([
      ['role', []],
      ['organisation', []],
      ['role', [{ field: 'organisationId', value: 'o1' }]],
    ]),
  )
})

test('each address in the text of a mail is copied whole', async () => {
  const invitation = 'https://room.example/invitations/abc-DEF_123'
  const text = `You are invited: ${invitation}. See http://help.example/start?a=1, too.`
  const { user } = open('/tagauks/users/company/c1/change', {
    BackOfficeKinds: {
      data: {
        backOfficeKinds: [
          {
            ...COMPANY,
            canChange: false,
            fields: [field('bodyText', 'Text', { type: 'LONG_TEXT', readOnly: true })],
          },
        ],
      },
    },
    BackOfficeRecord: {
      data: { backOfficeRecord: { ...record('c1', 'Mail'), values: [value('bodyText', { text })] } },
    },
  })
  const buttons = await screen.findAllByRole('button', { name: 'Copy link' })
  expect(buttons).toHaveLength(2)
  expect(document.querySelector('dd')?.textContent?.replaceAll(' Copy link', '')).toBe(text)
  expect(document.querySelectorAll('dd a')).toHaveLength(0)
  await user.click(buttons[0] as HTMLElement)
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(invitation))
})

test('an address is made from the name until another is typed', async () => {
  const { user } = open('/tagauks/users/company/add', {
    BackOfficeKinds: {
      data: {
        backOfficeKinds: [
          {
            ...COMPANY,
            fields: [
              field('name', 'Name', { required: true }),
              field('slug', 'Address', { required: true, madeFrom: 'name' }),
            ],
          },
        ],
      },
    },
  })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: /^Address/ })
  await user.type(name, 'Énergie & Söhne')
  await waitFor(() => expect(address.value).toBe('energie-sohne'))
  await user.clear(address)
  await user.type(address, 'energie')
  await user.type(name, ' II')
  expect([name.value, address.value]).toEqual(['Énergie & Söhne II', 'energie'])
})

test('the record of a room leads to its page', async () => {
  open('/tagauks/portfolios/portfolio/c1/change', {
    BackOfficeKinds: {
      data: {
        backOfficeKinds: [
          {
            ...COMPANY,
            name: 'portfolio',
            path: 'portfolios/portfolio',
            fields: [...COMPANY.fields, field('slug', 'Address')],
          },
        ],
      },
    },
    BackOfficeRecord: {
      data: {
        backOfficeRecord: {
          ...record('c1', 'Hudson'),
          values: [...record('c1', 'Hudson').values, value('slug', { text: 'hudson' })],
        },
      },
    },
  })
  const link = await screen.findByRole('link', { name: 'Open page' })
  expect(link.getAttribute('href')).toBe('/portfolios/hudson')
})

test('of two who change one record the second is told, and saves over it only by saving once more', async () => {
  const sent: unknown[] = []
  const BackOfficeChange = by((variables): Answer => {
    const [first, second] = variables.values as { text?: string; flag?: boolean }[]
    sent.push([variables.revision, first?.text, second?.flag])
    if (variables.revision === 'r1') {
      return savedFirst({ of: 'record', revision: 'r2', newer: null })
    }
    return {
      data: {
        backOfficeChange: { __typename: 'BackOfficePayload', record: record('c1', 'Mine', 'r3'), errors: [] },
      },
    }
  })
  const theirs = {
    ...record('c1', 'Theirs', 'r2'),
    values: [value('name', { text: 'Theirs' }), value('isActive', { flag: false })],
  }
  const BackOfficeRecord = by(() => ({
    data: { backOfficeRecord: sent.length === 0 ? record('c1', 'Calder') : theirs },
  }))
  const { user } = open('/tagauks/users/company/c1/change', { BackOfficeChange, BackOfficeRecord })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ })
  await user.clear(name)
  await user.type(name, 'Mine')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  // What the other person alone has changed is in the form, and what both changed is to be chosen.
  const panel = within(await screen.findByRole('region', { name: 'Someone else saved meanwhile' }))
  panel.getByText('Yes → No')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Active' }).checked).toBe(false)
  panel.getByText('Theirs')
  expect(name.value).toBe('Mine')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Choose what to keep where you both changed something, then save.')
  expect(sent).toHaveLength(1)
  await user.click(panel.getByRole('button', { name: 'Keep mine' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Company saved')
  expect(sent).toEqual([
    ['r1', 'Mine', true],
    ['r2', 'Mine', false],
  ])
})

test.each([
  ['BO-05 what others use can’t be deleted, and the page says by which', 'blocked'],
  ['BO-03 a deletion says what it takes with it before it is confirmed', 'taken'],
] as const)('%s', async (_title, sort) => {
  const deleted: unknown[] = []
  const dependents = [
    { __typename: 'BackOfficeDependents', words: 'Users', count: 7, bytes: null, names: ['Ann Lee'] },
  ]
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

test('BO-03 an organisation is deleted by saying what goes with it and by its name, which another name is refused at', async () => {
  const sent: unknown[] = []
  const closing = 'It is closed for everyone immediately.'
  const refusal = 'Please enter the name of the organisation exactly as it is.'
  const taken = [
    { __typename: 'BackOfficeDependents', words: 'Files', count: 1204, bytes: 3_400_000_000, names: [] },
  ]
  const { user } = open('/tagauks/users/company/c1/change', {
    BackOfficeKinds: { data: { backOfficeKinds: [{ ...COMPANY, one: 'organisation', closing }] } },
    BackOfficeRemoval: {
      data: { backOfficeRemoval: { __typename: 'BackOfficeRemoval', blocked: [], taken } },
    },
    BackOfficeDelete: by((variables): Answer => {
      sent.push(variables)
      if (variables.name === 'Calder') {
        return { data: { backOfficeDelete: { __typename: 'BackOfficeDeletePayload', id: 'c1' } } }
      }
      const extensions = { code: 'BAD_USER_INPUT', fields: { name: refusal } }
      return { data: null, errors: [{ message: refusal, extensions }] }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Files: 1,204 (3.4 GB)')
  dialog.getByText(/It is closed for everyone immediately\./)
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(sent).toEqual([])
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Name of the organisation/ })
  await user.click(dialog.getByRole('button', { name: 'Delete organisation' }))
  await dialog.findByText('This field is required')
  await user.type(name, 'calder')
  await user.click(dialog.getByRole('button', { name: 'Delete organisation' }))
  await dialog.findByText(refusal)
  expect(name.value).toBe('calder')
  await user.clear(name)
  await user.type(name, 'Calder')
  await user.click(dialog.getByRole('button', { name: 'Delete organisation' }))
  await screen.findByText('Calder deleted')
  expect(sent).toEqual([
    { kind: 'company', id: 'c1', name: 'calder' },
    { kind: 'company', id: 'c1', name: 'Calder' },
  ])
})

test('what is deleted already offers no second deletion', async () => {
  const deleted = { ...record('c1', 'Calder (deleted)'), canDelete: false }
  open('/tagauks/users/company/c1/change', { BackOfficeRecord: { data: { backOfficeRecord: deleted } } })
  await screen.findByRole('button', { name: 'Close company' })
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
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

test('a room is chosen and seen as a user sees it; other kinds offer no view', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const sent: unknown[] = []
  const { user, unmount } = open('/tagauks/users/user/c1/change', {
    BackOfficeKinds: {
      data: {
        backOfficeKinds: [{ ...COMPANY, name: 'user', path: 'users/user', one: 'user', many: 'Users' }],
      },
    },
    BackOfficeChoices: {
      data: {
        backOfficeRecords: {
          __typename: 'BackOfficeRecordList',
          records: [{ __typename: 'BackOfficeRecord', id: 't1', label: 'Documents of Hudson', detail: null }],
        },
      },
    },
    StartView: by((variables) => {
      sent.push(variables)
      const view = { __typename: 'RoomView', id: 'view-1' }
      return { data: { startView: { __typename: 'StartViewPayload', view } } }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'View as' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'View as' }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'View' }).disabled).toBe(true)
  await user.click(dialog.getByRole('combobox', { name: 'Room' }))
  await user.click(await screen.findByRole('option', { name: 'Documents of Hudson' }))
  await user.click(dialog.getByRole('button', { name: 'View' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(sent).toEqual([{ treeId: 't1', userId: 'c1' }])
  unmount()
  open('/tagauks/users/company/c1/change')
  await screen.findByRole('button', { name: 'Close company' })
  expect(screen.queryByRole('button', { name: 'View as' })).toBeNull()
})

test('of the rooms of a group’s own organisation one is chosen to be seen as the group', async () => {
  const asked: unknown[] = []
  const group = record('c1', 'Lenders')
  const { user } = open('/tagauks/users/usergroup/c1/change', {
    BackOfficeKinds: {
      data: {
        backOfficeKinds: [
          {
            ...COMPANY,
            name: 'usergroup',
            path: 'users/usergroup',
            fields: [...COMPANY.fields, field('organisationId', 'Organisation', { type: 'REFERENCE' })],
          },
        ],
      },
    },
    BackOfficeRecord: {
      data: {
        backOfficeRecord: {
          ...group,
          values: [...group.values, value('organisationId', { text: 'o1', labels: ['Aurora Fund'] })],
        },
      },
    },
    BackOfficeChoices: by((variables) => {
      asked.push(variables)
      return { data: { backOfficeRecords: { __typename: 'BackOfficeRecordList', records: [] } } }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'View as' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Room' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({
    kind: 'documenttree',
    filters: [{ field: 'organisationId', value: 'o1' }],
  })
})
