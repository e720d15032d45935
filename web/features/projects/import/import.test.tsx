import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import {
  type Answer,
  type Answers,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'

const PORTFOLIO = {
  __typename: 'Portfolio',
  id: 'room-1',
  name: 'Valley',
  slug: 'valley',
  permissions: ['DEALROOM_ADMIN'],
  projectCount: 3,
  org: { __typename: 'Organization', id: 'org-Meridian', slug: 'meridian' },
}

const issue = (isError: boolean, row: number, header: string, message: string) => ({
  __typename: 'ProjectImportIssue',
  isError,
  row,
  header,
  address: `B${row}`,
  message,
})

const read = (issues: object[], more: object = {}): Answer => ({
  data: {
    importProjects: {
      __typename: 'ImportProjectsPayload',
      errors: [],
      importResult: {
        __typename: 'ProjectImportResult',
        diffHeaders: ['Capacity DC, kW'],
        figures: [true],
        sheet: 'Projects',
        rowCount: 3,
        columnCount: 5,
        unchanged: [4],
        fingerprint: 'mark',
        rows: [
          {
            __typename: 'ProjectImportRow',
            importType: 'UPDATE',
            row: 2,
            name: 'Cedar',
            now: ['62,410'],
            before: ['62,375'],
          },
          {
            __typename: 'ProjectImportRow',
            importType: 'NEW',
            row: 3,
            name: 'Otter',
            now: ['18,750'],
            before: [null],
          },
        ],
        issues,
        ...more,
      },
    },
  },
})

function openImport(answers: Answers, portfolio: object = PORTFOLIO) {
  return renderAt('/tagauks/portfolios/portfolio/room-1/import', {
    Viewer: viewerOf([organisation('Meridian', ['DEALROOM_VIEW'])]),
    ImportPage: { data: { portfolio } },
    ProjectImports: { data: { projectImports: [] } },
    ...answers,
  })
}
const give = async (name = 'projects.xlsx') =>
  fireEvent.change(await screen.findByLabelText('Spreadsheet of projects'), {
    target: { files: [new File(['x'], name)] },
  })

beforeEach(() => {
  setWindowWidth(1440)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('IMP-13 who may not import finds no such page', async () => {
  openImport({}, { ...PORTFOLIO, permissions: ['PROJECTS_VIEW'] })
  await screen.findByText('Error 404 to be precise.')
})

test('IMP-01 IMP-09 a file of another kind is not sent, and one that can not be read says why', async () => {
  const { asked } = openImport({
    ImportProjects: {
      data: {
        importProjects: {
          __typename: 'ImportProjectsPayload',
          errors: ['The file is damaged. Save it again and upload the new one.'],
          importResult: null,
        },
      },
    },
  })
  await give('projects.csv')
  await screen.findByText('projects.csv is not an .xlsx file.')
  expect(asked).not.toContain('ImportProjects')
  await give()
  await screen.findByText(
    'Invalid value in template: The file is damaged. Save it again and upload the new one. Please update or contact support',
  )
  expect(screen.getByLabelText('Spreadsheet of projects').getAttribute('accept')).toBe('.xlsx')
})

test('IMP-02 IMP-04 errors stand in a red list before warnings, lead to their cells, and Confirm is not offered', async () => {
  openImport({
    ImportProjects: read([
      issue(true, 3, 'Capacity DC, kW', '“18,7S0” is not a number.'),
      issue(false, 2, 'Capacity DC, kW', 'Odd.'),
    ]),
  })
  await give()
  const errors = within(await screen.findByRole('region', { name: 'Errors' }))
  expect(errors.getByRole('button').textContent).toBe('Row 3, Capacity DCB3“18,7S0” is not a number.')
  screen.getByRole('region', { name: 'Warnings' })
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  await userEvent.click(errors.getByRole('button'))
  const grid = screen.getByRole('grid', { name: 'Projects of the file' })
  const place = () => grid.getAttribute('aria-activedescendant')?.match(/(\d+)-(\d+)$/)?.[0]
  expect(place()).toBe('1-0')
  // F8 goes on to the next one.
  fireEvent.keyDown(grid, { key: 'F8' })
  expect(place()).toBe('0-0')
  screen.getByText('1 row without changes: row 4')
})

test('warnings that are alike are one entry, which leads from row to row', async () => {
  const alike = 'A new project without coordinates. It is left off the map.'
  openImport({
    ImportProjects: read([
      issue(false, 2, 'Capacity DC, kW', alike),
      issue(false, 3, 'Capacity DC, kW', alike),
      issue(false, 3, 'City', 'Odd.'),
    ]),
  })
  await give()
  const warnings = within(await screen.findByRole('region', { name: 'Warnings' }))
  warnings.getByRole('heading', { name: '3 warnings' })
  const [first, second] = warnings.getAllByRole('button')
  expect(first?.textContent).toBe(`Rows 2 to 3, Capacity DC2 alike${alike}`)
  expect(second?.textContent).toBe('Row 3, CityB3Odd.')
  if (!first) return
  const place = () =>
    screen
      .getByRole('grid', { name: 'Projects of the file' })
      .getAttribute('aria-activedescendant')
      ?.match(/(\d+)-(\d+)$/)?.[0]
  await userEvent.click(first)
  expect(place()).toBe('0-0')
  await userEvent.click(first)
  expect(place()).toBe('1-0')
  await userEvent.click(first)
  expect(place()).toBe('0-0')
})

test('ERR-04 IMP-03 IMP-10 Back leads to another upload; a confirmation that fails is logged only, one that meets changes says so', async () => {
  const user = userEvent.setup()
  const { asked } = openImport({ ImportProjects: read([]), ConfirmImportProjects: SERVER_ERROR })
  await give()
  await screen.findByText('1 project will be added and 1 changed.')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(asked).toContain('ConfirmImportProjects'))
  await waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false),
  )
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByText('Drop a spreadsheet of projects here')
})

test('a file or projects that have changed since the preview are told', async () => {
  const sentence = 'Someone else has just changed projects of this portfolio. Please check and try again.'
  openImport({ ImportProjects: read([]), ConfirmImportProjects: refused('CONFLICT', sentence) })
  await give()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  await screen.findByText(sentence)
})

test('IMP-10 a template that can not be made is logged only', async () => {
  const { asked } = openImport({ ExportProjectTemplate: SERVER_ERROR })
  const [button] = await screen.findAllByRole('button', { name: 'Download template' })
  if (button) await userEvent.click(button)
  await waitFor(() => expect(asked).toContain('ExportProjectTemplate'))
  await waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('of a file that changes nothing nothing is confirmed', async () => {
  openImport({ ImportProjects: read([], { rows: [], unchanged: [2, 3, 4], diffHeaders: [], figures: [] }) })
  await give()
  await screen.findByText('All 3 rows are unchanged')
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})
