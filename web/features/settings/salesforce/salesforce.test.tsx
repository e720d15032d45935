import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { refused, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'

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
const importOf = (status: string, note: string | null = null) => ({
  __typename: 'DataImport',
  id: 'import-1',
  status,
  vendor: 'HubSpot',
  importedBy: user,
  fileUrl: '/files/import-1?signature=a',
  fileName: 'contacts.xlsx',
  rowCount: 12,
  note,
  createdAt: '2026-01-02T03:04:05.000Z',
})
const reportOf = (status: string, fileName: string | null) => ({
  __typename: 'DuplicateReport',
  id: 'report-1',
  status,
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
  expect(file.getAttribute('href')).toBe('/files/import-1?signature=a')
  for (const header of ['File', 'Vendor', 'User', 'Uploaded', 'Status'])
    history.getByRole('columnheader', { name: header })
  for (const text of ['HubSpot', 'Ann Lee', 'Done', '12 rows']) history.getByText(text)
  const reports = within(screen.getByRole('region', { name: 'Duplicate Reports' }))
  for (const header of ['File', 'User', 'Last Modified', 'Status'])
    reports.getByRole('columnheader', { name: header })
  expect(reports.queryByRole('link')).toBeNull()
  await screen.findByRole('button', { name: 'Disconnect from Salesforce' })
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
