import { organisation } from '../../../testing/fixtures.ts'

const model = (kind: 'PanelModel' | 'InverterModel', modelNumber: string, maker: string) => ({
  __typename: kind,
  id: modelNumber,
  modelNumber,
  manufacturer: { __typename: 'Manufacturer', name: maker },
})

const location = {
  __typename: 'ProjectLocation',
  id: 'project-1',
  address: '12 Road 70',
  city: 'Alma',
  state: 'NE',
  zipCode: '68920',
  elevation: 592.5,
  latitude: 40.1,
  longitude: -99.36,
}
const contact = {
  __typename: 'ProjectContact',
  phoneNumber: '+1 308 555 0100',
  balancingAuthorityAreaName: 'Southwest Power Pool',
}
const system = {
  __typename: 'ProjectSystem',
  system: '3 blocks',
  solarCapacityDc: 62_375,
  solarCapacityAc: 49_900,
  bessKw: 20_000,
  bessKwh: 80_000,
  installation: 'GROUND',
  mounting: 'SINGLE',
  panelWarranty: 25,
  inverterWarranty: 10,
  contractorWarranty: 5,
}
const utility = { __typename: 'ProjectUtility', name: 'Nebraska Public Power', zone: 'SPP-NE', iso: 'SPP' }

/** A project as the page asks for it. */
export const projectWith = (given: object) => ({
  __typename: 'Project',
  id: 'project-1',
  name: 'Harlan County Solar',
  type: 'SOLAR_PLUS_STORAGE',
  status: 'OPERATING',
  developmentStage: 'COMPLETE',
  isOwned: true,
  cod: '2024-02-29',
  ntp: '2022-01-11',
  permissionToOperateDate: null,
  acquisitionDate: null,
  capacity: 62_375,
  capacityAc: 49_900,
  ppaLength: 20,
  ppaRemainingAvg: 17.6,
  panelCount: 142_500,
  inverterCount: 14,
  mayEdit: false,
  mayMove: false,
  spatial: null,
  org: organisation('Meridian', []),
  acquiredPortfolio: { __typename: 'Portfolio', id: 'room-9', name: 'Plains Portfolio', slug: 'plains' },
  location,
  contact,
  system,
  utility,
  panels: [
    {
      __typename: 'ProjectPanel',
      modelId: 'AP-610',
      count: 142_500,
      model: model('PanelModel', 'AP-610', 'Altiplane'),
    },
  ],
  inverters: [
    {
      __typename: 'ProjectInverter',
      modelId: 'VC-4200',
      count: 14,
      model: model('InverterModel', 'VC-4200', 'Voltari'),
    },
  ],
  ppaContracts: [
    { __typename: 'PpaContract', startDate: '2024-07-01', term: 20, rate: 0.0385, escalator: 1.5 },
  ],
  offtakers: [{ __typename: 'Offtaker', id: 'offtaker-1', name: 'Plains Co-op', quality: 8, note: null }],
  withinOneCount: 2,
  withinTenCount: 6,
  withinOneSumCapacityAc: 29_900,
  withinTenSumCapacityAc: 107_400,
  ...given,
})

const emptied = (group: object, kept: readonly string[]) =>
  Object.fromEntries(Object.entries(group).map(([key, value]) => [key, kept.includes(key) ? value : null]))

/** The values of a project of which hardly anything is known. */
export const nothingKnown = {
  developmentStage: null,
  acquisitionDate: null,
  capacityAc: null,
  location: emptied(location, ['__typename', 'id']),
  contact: emptied(contact, ['__typename']),
  system: emptied(system, ['__typename']),
  utility: emptied(utility, ['__typename']),
  panels: [],
  panelCount: 0,
}
