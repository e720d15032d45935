import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { by, refused, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'

const ADMIN = viewerOf([organisation('Meridian', ['ORG_ADMIN'])])

beforeEach(() => setWindowWidth(1440))

/** Sends as the scripted fetch does, once half of it was sent and `goOn` was called. */
class HalfSent extends EventTarget {
  static goOn = () => {}
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #headers = new Headers()
  open() {}
  abort() {}
  getResponseHeader = () => 'application/json'
  setRequestHeader = (name: string, value: string) => this.#headers.set(name, value)
  async send(body: FormData) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }))
    await new Promise<void>((resolve) => {
      HalfSent.goOn = resolve
    })
    const answer = await fetch('/graphql', { method: 'POST', headers: this.#headers, body })
    this.status = answer.status
    this.responseText = await answer.text()
    this.dispatchEvent(new Event('load'))
  }
}

const user = { __typename: 'User', id: 'person-1', fullName: 'Ann Lee' }
/** The states of a status as the server says it in words. */
const workOf = (status: string) => {
  const [word = '', ...rest] = status.split(': ')
  return {
    status,
    state: word.toUpperCase(),
    failure: word === 'Failed' ? rest.join(': ') : null,
  }
}
const importOf = (status: string, note: string | null = null, more: object = {}) => ({
  __typename: 'DataImport',
  id: 'import-1',
  ...workOf(status),
  vendor: 'HubSpot',
  importedBy: user,
  fileUrl: '/files/import-1?expires=9999999999&signature=a',
  fileName: 'contacts.xlsx',
  rowCount: 12,
  sentCount: 0,
  sentTo: null,
  note,
  faultyRowCount: 0,
  faultyRowsUrl: null,
  goodRowCount: 0,
  hasUnsentRows: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  ...more,
})
const reportOf = (status: string, fileName: string | null) => ({
  __typename: 'DuplicateReport',
  id: 'report-1',
  ...workOf(status),
  fileUrl: fileName && '/files/report-1?signature=a',
  fileName,
  createdBy: user,
  createdAt: '2026-01-02T03:04:05.000Z',
})
const open = (
  {
    imports = [],
    reports = [],
    connected = false,
    ...more
  }: {
    imports?: object[]
    reports?: object[]
    connected?: boolean
    [operation: string]: unknown
  } = {},
  address = '/applications/salesforce',
  viewer: object = ADMIN,
) =>
  renderAt(address, {
    Viewer: viewer,
    ApplicationsPage: {
      data: { viewer: { __typename: 'User', id: 'person-1', hasSalesforceToken: connected } },
    },
    DataImports: { data: { dataImports: imports } },
    DuplicateReports: { data: { duplicateReports: reports } },
    ...more,
  } as Parameters<typeof renderAt>[1])

test('CRM-02 CRM-07 CRM-08 PROF-17 without imports and reports the lists say so, also by the other address', async () => {
  const { router } = open({}, '/profile/applications/salesforce')
  await screen.findByText('No uploaded files.')
  await screen.findByText('No duplicate reports.')
  expect(router.state.location.pathname).toBe('/applications/salesforce')
  for (const name of ['Import Data', 'Submit', 'Run report']) screen.getByRole('button', { name })
  expect(screen.queryByRole('button', { name: 'Disconnect from Salesforce' })).toBeNull()
})

test('CRM-01 whoever is no admin finds no such page', async () => {
  open({}, '/applications/salesforce', viewerOf([organisation('Segue', ['USERS_ADMIN'])]))
  await screen.findByText(/We can’t seem to find the page you’re looking for/)
})

test('CRM-07 CRM-08 CRM-13 the lists name file, vendor, user, time and status; an unfinished report has no link', async () => {
  open({ imports: [importOf('Done')], reports: [reportOf('Submitted', null)], connected: true })
  const history = within(await screen.findByRole('region', { name: 'Import History' }))
  const file = await history.findByRole('link', { name: 'contacts.xlsx' })
  expect(file.getAttribute('href')).toBe('/files/import-1?expires=9999999999&signature=a')
  for (const header of ['File', 'Vendor', 'User', 'Uploaded', 'Status'])
    history.getByRole('columnheader', { name: header })
  for (const text of ['HubSpot', 'Ann Lee', 'Done', '12 rows']) history.getByText(text)
  const reports = within(screen.getByRole('region', { name: 'Duplicate Reports' }))
  for (const header of ['File', 'User', 'Last Modified', 'Status'])
    reports.getByRole('columnheader', { name: header })
  expect(reports.queryByRole('link')).toBeNull()
  await screen.findByRole('button', { name: 'Disconnect from Salesforce' })
})

test('BO-36 super users come to the imports of all from here, and nobody else does', async () => {
  open({})
  await screen.findByRole('link', { name: 'Connect' })
  expect(screen.queryByRole('link', { name: 'All imports' })).toBeNull()
  cleanup()
  open({}, undefined, viewerOf([organisation('Segue', ['ORG_ADMIN'])], { isSuperUser: true }))
  const link = await screen.findByRole('link', { name: 'All imports' })
  expect(link.getAttribute('href')).toBe('/tagauks/crm/dataimport')
})

test('CRM-07 CRM-19 an import that went to Salesforce says to which', async () => {
  const sent = { sentTo: 'northwind.my.salesforce.com' }
  open({
    imports: [
      importOf('Done', null, sent),
      importOf('Done', null, { ...sent, id: 'import-2', rowCount: 1, hasUnsentRows: true }),
      importOf('Done', '2 rows skipped: row 9: no address', { ...sent, id: 'import-3' }),
    ],
    connected: true,
  })
  const history = within(await screen.findByRole('region', { name: 'Import History' }))
  await history.findByText('12 rows, sent to northwind.my.salesforce.com')
  history.getByText('1 row')
  history.getByText('Sent to northwind.my.salesforce.com, 2 rows skipped: row 9: no address')
})

test('CRM-07 CRM-11 CRM-19 a phone names rows, progress and where an import went, and the button stands below', async () => {
  setWindowWidth(390)
  open({
    imports: [
      importOf('Done', null, { sentTo: 'northwind.my.salesforce.com' }),
      importOf('Processing: 200 of 450 rows sent', null, { id: 'import-2', sentCount: 200, rowCount: 450 }),
      importOf('Failed: Salesforce has ended the connection.', null, {
        id: 'import-3',
        hasUnsentRows: true,
      }),
    ],
    connected: true,
  })
  await screen.findByText('12 rows, sent to northwind.my.salesforce.com')
  screen.getByText('Processing')
  screen.getByText('200 of 450 rows sent')
  const button = screen.getByRole('button', { name: 'Send contacts.xlsx to Salesforce' })
  // At the end of the row there is room for an icon alone.
  const cell = button.closest('td')
  expect(cell?.textContent).toMatch(/^contacts\.xlsx.*Salesforce has ended the connection\./)
})

test('PROF-14 beside the page of Salesforce the list says that it is one of the applications, on a phone too', async () => {
  open({})
  const link = await screen.findByRole('link', { name: 'Applications' })
  expect(link.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'My Profile' }).getAttribute('aria-current')).toBeNull()
  cleanup()
  setWindowWidth(390)
  open({})
  await screen.findByRole('button', { name: 'Applications' })
})

test('CRM-03 CRM-04 CRM-05 CRM-06 CRM-10 Submit waits for an .xlsx and shows progress; after an error the file is reset', async () => {
  vi.stubGlobal('XMLHttpRequest', HalfSent)
  open({ UploadDataImport: refused('CONFLICT', '5 of your imports are still running.') })
  await screen.findByText('No uploaded files.')
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
  const input = screen.getByLabelText<HTMLInputElement>('Spreadsheet of people and companies')
  expect([submit().disabled, input.accept]).toEqual([true, '.xlsx'])
  fireEvent.change(input, { target: { files: [new File(['a'], 'contacts.csv')] } })
  await screen.findByText('Error: Please choose an .xlsx file of at most 25 MB.')
  expect(submit().disabled).toBe(true)
  fireEvent.change(input, { target: { files: [new File(['a'], 'contacts.xlsx')] } })
  await waitFor(() => expect(submit().disabled).toBe(false))
  screen.getByText('contacts.xlsx')
  fireEvent.click(submit())
  await waitFor(() =>
    expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe('50'),
  )
  expect(submit().disabled).toBe(true)
  HalfSent.goOn()
  await screen.findByText('Error: 5 of your imports are still running.')
  expect(submit().disabled).toBe(true)
  screen.getByText('No file chosen')
})

test('CRM-09 CRM-10 Run report starts one, which stands in the list as Submitted; a refusal says why', async () => {
  const reports: object[] = []
  const answers = [
    () => {
      reports.push(reportOf('Submitted', null))
      return {
        data: {
          createDuplicateReport: {
            __typename: 'CreateDuplicateReportPayload',
            duplicateReport: { __typename: 'DuplicateReport', id: 'report-1' },
          },
        },
      }
    },
    () => refused('CONFLICT', '2 of your reports are still being made.'),
  ]
  open({
    DuplicateReports: by(() => ({ data: { duplicateReports: [...reports] } })),
    CreateDuplicateReport: by(
      () => answers.shift()?.() ?? refused('INTERNAL', 'A server error has occurred'),
    ),
  })
  await screen.findByText('No duplicate reports.')
  const run = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Run report' })
  fireEvent.click(run())
  const list = within(screen.getByRole('region', { name: 'Duplicate Reports' }))
  await list.findByText('Submitted')
  await waitFor(() => expect(run().disabled).toBe(false))
  fireEvent.click(run())
  await screen.findByText('Error: 2 of your reports are still being made.')
  list.getByText('Submitted')
})

test('CRM-17 Disconnect from Salesforce removes the connection, and the page says so', async () => {
  let connected = true
  const viewer = () => ({ __typename: 'User', id: 'person-1', hasSalesforceToken: connected })
  open({
    ApplicationsPage: by(() => ({ data: { viewer: viewer() } })),
    DisconnectSalesforce: by(() => {
      connected = false
      return { data: { disconnectSalesforce: { __typename: 'DisconnectSalesforcePayload', user: viewer() } } }
    }),
  })
  await screen.findByText('Your account is connected.')
  fireEvent.click(screen.getByRole('button', { name: 'Disconnect from Salesforce' }))
  await screen.findByText('Your account is not connected.')
  expect(screen.getByRole('link', { name: 'Connect' }).getAttribute('href')).toBe(
    '/salesforce/oauth/?applications=true',
  )
  expect(screen.queryByRole('button', { name: 'Disconnect from Salesforce' })).toBeNull()
})

test('CRM-11 both lists are read again every five seconds while something runs, and not at all once nothing does', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    let status = 'Submitted'
    const asked = { imports: 0, reports: 0 }
    open({
      DataImports: by(() => {
        asked.imports += 1
        return { data: { dataImports: [importOf(status)] } }
      }),
      DuplicateReports: by(() => {
        asked.reports += 1
        return { data: { duplicateReports: [] } }
      }),
    })
    await screen.findByText('Submitted')
    for (const next of ['Processing: 200 of 450 rows sent', 'Done']) {
      const before = { ...asked }
      status = next
      await act(() => vi.advanceTimersByTimeAsync(5100))
      await screen.findByText(next)
      expect(asked.imports).toBeGreaterThan(before.imports)
      expect(asked.reports).toBeGreaterThan(before.reports)
    }
    const ended = { ...asked }
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(asked).toEqual(ended)
  } finally {
    vi.useRealTimers()
  }
})

test('CRM-19 the rows of an own import that wait are sent once Salesforce is connected; of others nothing is on offer', async () => {
  const sent: unknown[] = []
  const others = { importedBy: { ...user, id: 'person-2' }, id: 'import-2', fileName: 'theirs.xlsx' }
  const imports = [
    importOf('Failed: Salesforce has ended the connection.', null, { hasUnsentRows: true }),
    importOf('Done', null, { ...others, hasUnsentRows: true }),
    importOf('Done', null, { id: 'import-3', fileName: 'all.xlsx' }),
  ]
  open({
    imports,
    connected: true,
    SendDataImport: by((variables) => {
      sent.push(variables)
      return refused('CONFLICT', 'This import is running, or has no rows left to send.')
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Send contacts.xlsx to Salesforce' }))
  await screen.findByText('Error: This import is running, or has no rows left to send.')
  expect(sent).toEqual([{ id: 'import-1' }])
  expect(screen.getAllByRole('button', { name: /^Send .* to Salesforce$/ })).toHaveLength(1)
})

test('of an own import with faulty rows these come as a file and the others are imported once both were counted; of others the file alone', async () => {
  const taken: unknown[] = []
  const faulty = { faultyRowCount: 761, faultyRowsUrl: '/salesforce/imports/import-1/faulty-rows' }
  const others = { importedBy: { ...user, id: 'person-2' }, id: 'import-2', fileName: 'theirs.xlsx' }
  open({
    imports: [
      importOf('Failed: Nothing was imported, since row 3 has no name.', null, {
        ...faulty,
        goodRowCount: 1239,
      }),
      importOf('Failed: Nothing was imported, since row 3 has no name.', null, {
        ...faulty,
        ...others,
        goodRowCount: 1239,
      }),
      importOf('Done', null, { ...faulty, id: 'import-3', fileName: 'rest.xlsx' }),
    ],
    ImportGoodRows: by((variables) => {
      taken.push(variables)
      return refused('CONFLICT', 'This import is running, or has no rows left to import.')
    }),
  })
  const link = await screen.findByRole('link', { name: 'Download 761 faulty rows of contacts.xlsx' })
  expect(link.getAttribute('href')).toBe('/salesforce/imports/import-1/faulty-rows')
  screen.getByRole('link', { name: 'Download 761 faulty rows of theirs.xlsx' })
  screen.getByText('12 rows; 761 faulty rows left out')
  fireEvent.click(screen.getByRole('button', { name: 'Import 1,239 good rows of contacts.xlsx' }))
  await screen.findByText('Error: This import is running, or has no rows left to import.')
  expect(taken).toEqual([{ id: 'import-1' }])
  expect(screen.getAllByRole('button', { name: /^Import .* good rows?/ })).toHaveLength(1)
})

test('CRM-19 without a connection nothing can be sent', async () => {
  open({ imports: [importOf('Done', null, { hasUnsentRows: true })] })
  await screen.findByText('contacts.xlsx')
  await screen.findByText('Your account is not connected.')
  expect(screen.queryByRole('button', { name: /to Salesforce$/ })).toBeNull()
})

test('CRM-11 CRM-13 a file whose address has ended while the list stood is downloaded under a newer one', async () => {
  let expires = Math.floor(Date.now() / 1000) + 300
  open({
    DataImports: by(() => {
      const fileUrl = `/files/import-1?expires=${expires}&signature=a`
      return { data: { dataImports: [importOf('Done', null, { fileUrl })] } }
    }),
  })
  const followed: string[] = []
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (link && !event.defaultPrevented) followed.push(link.search)
    event.preventDefault()
  }
  window.addEventListener('click', onClick)
  const now = vi.spyOn(Date, 'now')
  try {
    const link = await screen.findByRole('link', { name: 'contacts.xlsx' })
    fireEvent.click(link)
    expect(followed).toEqual([`?expires=${expires}&signature=a`])
    now.mockReturnValue((expires + 1) * 1000)
    expires += 300
    fireEvent.click(link)
    await waitFor(() => expect(followed).toHaveLength(2))
    expect(followed[1]).toBe(`?expires=${expires}&signature=a`)
  } finally {
    now.mockRestore()
    window.removeEventListener('click', onClick)
  }
})

test('CRM-10 on a phone why an import failed stands there whole, below its facts', async () => {
  setWindowWidth(390)
  open({ imports: [importOf('Failed: Row 3 has no name.', '1 row skipped')] })
  await screen.findByText('Row 3 has no name.')
  screen.getByText('Failed')
})
