import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { by, refused, SERVER_ERROR, savedFirst, setWindowWidth } from '../../../testing/renderAt.tsx'
import { openForm, ROOM, savedForm } from './form.fixture.ts'

/** How often sections were rendered; they are the real ones. */
const renders = vi.hoisted(() => {
  // Other files of this worker may have loaded the form as it is, and others will.
  vi.resetModules()
  return { sections: 0 }
})
vi.mock('./sections.tsx', async (original) => {
  const { ValuesSection } = await original<typeof import('./sections.tsx')>()
  return {
    ValuesSection: (props: Parameters<typeof ValuesSection>[0]) => {
      renders.sections += 1
      return <ValuesSection {...props} />
    },
  }
})
afterAll(() => {
  vi.doUnmock('./sections.tsx')
  vi.resetModules()
})

const NEW = '/meridian/projects/new'
const EDIT = '/meridian/projects/project-1/edit'
const tab = (name: RegExp) => screen.findByRole('tab', { name })
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => setWindowWidth(1440))

test('PFORM-01 PFORM-04 PFORM-10 PROJ-16 a new project has ten sections and begins with the defaults', async () => {
  const { sent, user, router } = openForm(NEW)
  await screen.findByRole('heading', { level: 1, name: 'New Project' })
  await screen.findByText('* Required')
  expect(screen.getAllByRole('tab').map((each) => each.textContent?.replace(/\d+$/, ''))).toEqual([
    'Info',
    'Location',
    'Contact',
    'System',
    'Utility',
    'Panels',
    'Inverters',
    'PPA Contracts',
    'Offtakers',
    'Deal Rooms',
  ])
  await user.type(field('Name'), 'Alma')
  await press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    orgSlug: 'meridian',
    input: {
      name: 'Alma',
      status: 'OPERATING',
      projectType: 'SOLAR',
      developmentStage: 'COMPLETE',
      isOwned: false,
      noticeToProceed: null,
      commercialOperatingDate: null,
      permissionToOperateDate: null,
      acquisitionDate: null,
      capacity: null,
      capacityAc: null,
      location: {
        address: null,
        city: null,
        state: null,
        zipCode: null,
        elevation: null,
        latitude: null,
        longitude: null,
      },
      contact: { phoneNumber: null, balancingAuthorityAreaName: null },
      // PFORM-32
      system: { installation: 'GROUND', mounting: 'FIXED_TILT' },
      utility: {},
      ppaContracts: [],
      panels: [],
      inverters: [],
      offtakers: [],
      portfolios: [],
    },
  })
  // PFORM-06
  await waitFor(() => expect(router.state.location.pathname).toBe('/meridian/projects/project-1'))
})

test('PFORM-02 PFORM-11 PFORM-15 PFORM-17 PFORM-18 PFORM-20 PFORM-21 PFORM-22 PFORM-23 PFORM-34 wrong fields are marked at their tabs, and nothing is sent', async () => {
  const { sent, user } = openForm(NEW)
  await tab(/^Info/)
  await user.type(field('Capacity DC'), '1,5')
  await user.type(field('Capacity AC'), 'much')
  await user.type(field('Notice to proceed'), '02/30/2024')
  await user.click(await tab(/^Location/))
  await user.type(field('Zip code'), ' 1234 ')
  await user.type(field('Latitude'), '91')
  await user.type(field('Longitude'), '-180')
  await user.click(await tab(/^System/))
  await user.type(field('Contractor warranty'), '2 + 3')
  await press('Save')
  await tab(/^Info, 4 errors/)
  await tab(/^Location, 2 errors/)
  await tab(/^System, 1 error/)
  screen.getByText('This field is required')
  screen.getByText('Please write decimals with a point, as in 1.5.')
  screen.getByText('Please enter a valid date.')
  screen.getByText('Must be exactly 5 characters')
  screen.getByText('Must be within -90 and +90')
  expect(screen.queryByText('Must be within -180 and +180')).toBeNull()
  expect(screen.getAllByText('Please enter a number.')).toHaveLength(2)
  screen.getByText('7 errors in 3 sections')
  expect(sent).toEqual([])
})

test('PFORM-23 the figures of storage and warranties are numbers or empty', async () => {
  const { sent, user } = openForm(NEW)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Alma')
  await user.click(await tab(/^System/))
  const names = ['BESS power', 'BESS energy', 'Panel warranty', 'Inverter warranty', 'Contractor warranty']
  for (const name of names) await user.type(field(name), 'ten')
  await press('Save')
  await tab(/^System, 5 errors/)
  expect(screen.getAllByText('Please enter a number.')).toHaveLength(5)
  expect(sent).toEqual([])
  for (const [at, name] of names.slice(0, 4).entries()) {
    await user.clear(field(name))
    await user.type(field(name), String(at + 0.5))
  }
  await user.clear(field('Contractor warranty'))
  await press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    input: {
      system: {
        installation: 'GROUND',
        mounting: 'FIXED_TILT',
        bessKw: 0.5,
        bessKwh: 1.5,
        panelWarranty: 2.5,
        inverterWarranty: 3.5,
      },
    },
  })
})

test('a key typed in a row renders no section of values again', async () => {
  const { user } = openForm(EDIT)
  await user.click(await tab(/^Panels/))
  const count = screen.getByRole<HTMLInputElement>('textbox', { name: 'Count' })
  await user.click(count)
  // With the first key the form has unsaved changes.
  await user.keyboard('3')
  const before = renders.sections
  expect(before).toBeGreaterThan(0)
  await user.keyboard('45')
  expect(count.value).toMatch(/345/)
  expect(renders.sections).toBe(before)
  // A row more is another number at its tab.
  await press('Add panel')
  await screen.findByText('2 panels')
})

test('PFORM-25 PFORM-26 PFORM-27 PFORM-28 PFORM-29 PFORM-30 PFORM-31 rows have their rules, too', async () => {
  const { user } = openForm(NEW)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Alma')
  await user.click(await tab(/^Panels/))
  await press('Add panel')
  await user.type(screen.getByRole('textbox', { name: 'Count' }), '-1')
  await user.click(await tab(/^Inverters/))
  await press('Add inverter')
  await user.type(screen.getByRole('textbox', { name: 'Count' }), '0')
  await user.click(await tab(/^PPA Contracts/))
  await press('Add contract')
  await user.type(field('Start date'), '13/01/2024')
  await user.type(field('Term'), 'x')
  await user.type(field('Rate'), '0.04')
  await user.type(field('Escalator'), '-1.25')
  await user.click(await tab(/^Offtakers/))
  await press('Add offtaker')
  await user.click(await tab(/^Deal Rooms/))
  await press('Add deal room')
  await press('Save')
  await tab(/^Panels, 2 errors/)
  await tab(/^Inverters, 2 errors/)
  await tab(/^PPA Contracts, 3 errors/)
  expect(screen.getAllByText('Please select a model.')).toHaveLength(2)
  expect(screen.getAllByText('Must be one or more')).toHaveLength(2)
  screen.getByText('Please enter a valid date.')
  screen.getByText('Please enter a number.')
  screen.getByText('Please enter a valid decimal.')
  screen.getByText('Please select an offtaker.')
  screen.getByText('Please select a portfolio.')
})

test('PFORM-36 PFORM-40 a model is found by its number or its manufacturer on the server', async () => {
  const { user, sent } = openForm(NEW)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Alma')
  await user.click(await tab(/^Panels/))
  await press('Add panel')
  await user.click(screen.getByRole('combobox', { name: 'Model' }))
  await user.click(await screen.findByRole('option', { name: /AP-610/ }))
  await user.type(field('Count'), '142,500')
  await press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.input).toMatchObject({ panels: [{ modelId: 'panel-1', count: 142_500 }] })
})

test('PFORM-07 PFORM-08 from a deal room the portfolio is linked already, and the list is locked', async () => {
  const { user, sent, router } = openForm(`${NEW}?portfolioId=room-1&portfolioSlug=valley`, {
    NewProjectForm: by((variables) => {
      expect(variables).toMatchObject({ portfolioId: 'room-1' })
      return {
        data: {
          newProjectForm: {
            __typename: 'NewProjectForm',
            portfolio: ROOM,
            canEditPortfolios: false,
            portfolioChoices: [],
          },
        },
      }
    }),
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Alma')
  await user.click(await tab(/^Deal Rooms/))
  const portfolio = screen.getByRole<HTMLInputElement>('combobox', { name: 'Portfolio' })
  expect(portfolio.value).toBe('Valley')
  expect(portfolio.readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: /Add deal room|Remove/ })).toBeNull()
  await press('Save')
  await waitFor(() => expect(sent[0]?.input).toMatchObject({ portfolios: [{ id: 'room-1' }] }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/portfolios/valley/projects/project-1'))
})

test('PFORM-39 PFORM-16 PFORM-06 saved values fill the form; days and figures go back as they came', async () => {
  const { user, sent, router } = openForm(`${EDIT}?portfolioSlug=valley`)
  await screen.findByRole('heading', { level: 1, name: 'Harlan County Solar' })
  expect(field('Notice to proceed').value).toBe('01/11/2022')
  expect(field('Capacity DC').value).toBe('62,375')
  // Of the project, and of its solar part.
  expect(screen.getAllByText('DC to AC ratio 1.25')).toHaveLength(2)
  await user.click(await tab(/^System/))
  screen.getByText('4.0 hours at full power')
  await user.click(await tab(/^PPA Contracts/))
  screen.getByText('06/30/2044')
  expect(field('Rate').value).toBe('0.0385')
  await user.click(await tab(/^Utility/))
  await user.clear(field('Zone'))
  await press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    projectId: 'project-1',
    revision: 3,
    input: {
      noticeToProceed: '2022-01-11',
      capacity: 62_375,
      ppaContracts: [{ startDate: '2024-07-01', term: 20, rate: 0.0385, escalator: 1.5 }],
    },
  })
  expect(sent[0]).toHaveProperty('input.utility', { name: 'NPPD', iso: 'SPP' })
  // Portfolios that may not be changed are not sent.
  expect(sent[0]?.input).not.toHaveProperty('portfolios')
  await waitFor(() => expect(router.state.location.pathname).toBe('/portfolios/valley/projects/project-1'))
})

test('PFORM-05 without the right the form is no page', async () => {
  const missing = refused('NOT_FOUND', 'Project not found.')
  const { unmount } = openForm(EDIT, { ProjectForm: missing })
  await screen.findByText('Error 404 to be precise.')
  unmount()
  openForm(NEW, { NewProjectForm: missing })
  await screen.findByText('Error 404 to be precise.')
})

test('ERR-04 PFORM-33 a submit that fails is logged only, and the form is enabled again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user } = openForm(EDIT, { UpdateProject: SERVER_ERROR })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' II')
  await press('Save')
  await waitFor(() => expect(logged).toHaveBeenCalled())
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false),
  )
  screen.getByText('Unsaved changes')
  expect(field('Name').value).toBe('Harlan County Solar II')
})

test('PFORM-38 what the server refuses is said at its field and its tab', async () => {
  const { user } = openForm(EDIT, {
    UpdateProject: {
      data: {
        updateProject: {
          __typename: 'UpdateProjectPayload',
          id: null,
          errors: [
            { __typename: 'FieldError', field: 'panels.0.modelId', message: 'Please select a model.' },
          ],
        },
      },
    },
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' II')
  await press('Save')
  await tab(/^Panels, 1 error/)
  screen.getByText('Please select a model.')
})

test('a save that meets a newer one loses nothing: what both changed is chosen, the rest is taken over', async () => {
  let saved = savedForm()
  const sent: Record<string, unknown>[] = []
  const { user } = openForm(EDIT, {
    ProjectForm: by(() => ({ data: { projectForm: saved } })),
    UpdateProject: by((variables) => {
      sent.push(variables)
      return variables.revision === 3
        ? savedFirst({ of: 'project', revision: 4, newer: null })
        : { data: { updateProject: { __typename: 'UpdateProjectPayload', id: 'project-1', errors: [] } } }
    }),
  })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.type(name, ' II')
  await user.clear(field('Capacity DC'))
  await user.type(field('Capacity DC'), '62,400')
  saved = savedForm({
    revision: 4,
    capacity: 62_410,
    utility: { __typename: 'ProjectUtility', name: 'NPPD', zone: 'SPP-NE', iso: 'SPP' },
    ppaContracts: [
      { __typename: 'PpaContract', startDate: '2024-07-01', term: 20, rate: 0.0392, escalator: 1.5 },
    ],
  })
  await press('Save')
  const panel = await screen.findByRole('region', { name: 'Someone else saved meanwhile' })
  within(panel).getByText(/Nadia Kerr saved this at/)
  within(panel).getByText('62,400 kW dc')
  within(panel).getByText('62,410 kW dc')
  expect(within(panel).getAllByRole('listitem')).toHaveLength(2)
  within(panel).getByText('$0.0385 /kWh → $0.0392 /kWh')
  screen.getByText('Nadia Kerr saved 62,410 kW dc')
  expect(field('Name').value).toBe('Harlan County Solar II')
  await press('Save')
  await screen.findByText('Choose what to keep where you both changed something, then save.')
  expect(sent).toHaveLength(1)
  await user.click(within(panel).getByRole('button', { name: 'Take theirs' }))
  expect(field('Capacity DC').value).toBe('62,410')
  await press('Save')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({
    revision: 4,
    input: {
      name: 'Harlan County Solar II',
      capacity: 62_410,
      utility: { zone: 'SPP-NE' },
      ppaContracts: [{ rate: 0.0392 }],
    },
  })
})

test('PFORM-04 Cancel leads to the list, and asks first where something is unsaved', async () => {
  const { user, router } = openForm(EDIT)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' II')
  await press('Cancel')
  const dialog = await screen.findByRole('dialog')
  expect(router.state.location.pathname).toBe(EDIT)
  await user.click(within(dialog).getByRole('button', { name: /leave/i }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/meridian/projects'))
})
