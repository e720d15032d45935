import userEvent from '@testing-library/user-event'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt } from '../../../testing/renderAt.tsx'

const manufacturer = (name: string) => ({ __typename: 'Manufacturer', name })

/** A saved project as the form asks for it. */
export const savedForm = (given: object = {}) => ({
  __typename: 'ProjectForm',
  id: 'project-1',
  revision: 3,
  savedAt: '2026-03-01T14:41:00Z',
  savedBy: { __typename: 'User', id: 'person-2', fullName: 'Nadia Kerr' },
  org: { __typename: 'Organization', id: 'org-Meridian', name: 'Meridian', slug: 'meridian' },
  name: 'Harlan County Solar',
  status: 'OPERATING',
  projectType: 'SOLAR_PLUS_STORAGE',
  developmentStage: 'COMPLETE',
  isOwned: true,
  noticeToProceed: '2022-01-11',
  commercialOperatingDate: '2024-02-29',
  permissionToOperateDate: null,
  acquisitionDate: null,
  capacity: 62_375,
  capacityAc: 49_900,
  location: {
    __typename: 'ProjectLocation',
    id: 'project-1',
    address: null,
    city: 'Alma',
    state: 'NE',
    zipCode: '68920',
    elevation: null,
    latitude: 40.1,
    longitude: -99.36,
  },
  contact: { __typename: 'ProjectContact', phoneNumber: null, balancingAuthorityAreaName: null },
  system: {
    __typename: 'ProjectSystem',
    system: null,
    solarCapacityDc: 62_375,
    solarCapacityAc: 49_900,
    bessKw: 20_000,
    bessKwh: 80_000,
    installation: 'GROUND',
    mounting: 'SINGLE',
    panelWarranty: 25,
    inverterWarranty: null,
    contractorWarranty: null,
  },
  utility: { __typename: 'ProjectUtility', name: 'NPPD', zone: 'A', iso: 'SPP' },
  ppaContracts: [
    { __typename: 'PpaContract', startDate: '2024-07-01', term: 20, rate: 0.0385, escalator: 1.5 },
  ],
  panels: [
    {
      __typename: 'ProjectPanel',
      modelId: 'panel-1',
      count: 12,
      model: {
        __typename: 'PanelModel',
        id: 'panel-1',
        modelNumber: 'AP-610',
        manufacturer: manufacturer('Altiplane'),
      },
    },
  ],
  inverters: [],
  offtakers: [{ __typename: 'Offtaker', id: 'offtaker-1', name: 'Plains Co-op' }],
  portfolios: [{ __typename: 'Portfolio', id: 'room-1', name: 'Valley' }],
  canEditPortfolios: false,
  portfolioChoices: [],
  ...given,
})

const MERIDIAN = organisation('Meridian', ['PROJECTS_VIEW', 'PROJECTS_ADMIN'])
export const ROOM = { __typename: 'Portfolio', id: 'room-1', name: 'Valley' }

/** The form at an address, with what it sends when it is saved. */
export function openForm(address: string, answers: Answers = {}) {
  const sent: Record<string, unknown>[] = []
  const record = (name: 'createProject' | 'updateProject', type: string) =>
    by((variables) => {
      sent.push(variables)
      return { data: { [name]: { __typename: type, id: 'project-1', errors: [] } } }
    })
  const page = renderAt(address, {
    Viewer: viewerOf([MERIDIAN]),
    NewProjectForm: {
      data: {
        newProjectForm: {
          __typename: 'NewProjectForm',
          portfolio: null,
          canEditPortfolios: true,
          portfolioChoices: [ROOM],
        },
      },
    },
    ProjectForm: { data: { projectForm: savedForm() } },
    PanelModels: {
      data: {
        panelModels: [
          {
            __typename: 'PanelModel',
            id: 'panel-1',
            modelNumber: 'AP-610',
            manufacturer: { __typename: 'Manufacturer', name: 'Altiplane' },
          },
        ],
      },
    },
    CreateProject: record('createProject', 'CreateProjectPayload'),
    UpdateProject: record('updateProject', 'UpdateProjectPayload'),
    ...answers,
  })
  return { ...page, sent, user: userEvent.setup() }
}
