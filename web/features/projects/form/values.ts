import type {
  BuildStage,
  Mounting,
  ProjectPhase,
  Technology,
  Tracking,
} from '../../../../shared/enumerations.ts'
import { numberIn } from '../../../ui/index.ts'
import type { CreateProjectMutationVariables, ProjectFormQuery } from './operations.generated.ts'

export type SavedForm = NonNullable<ProjectFormQuery['projectForm']>
export type ProjectInput = CreateProjectMutationVariables['input']

/** The values of the form: texts as they are typed, days as YYYY-MM-DD, '' for nothing. */
export type ProjectValues = {
  name: string
  status: ProjectPhase
  projectType: Technology
  developmentStage: BuildStage | ''
  isOwned: boolean
  noticeToProceed: string
  commercialOperatingDate: string
  permissionToOperateDate: string
  acquisitionDate: string
  capacity: string
  capacityAc: string
  location: {
    address: string
    city: string
    state: string
    zipCode: string
    elevation: string
    latitude: string
    longitude: string
  }
  contact: { phoneNumber: string; balancingAuthorityAreaName: string }
  system: {
    system: string
    solarCapacityDc: string
    solarCapacityAc: string
    bessKw: string
    bessKwh: string
    installation: Mounting | ''
    mounting: Tracking | ''
    panelWarranty: string
    inverterWarranty: string
    contractorWarranty: string
  }
  utility: { name: string; zone: string; iso: string }
  ppaContracts: { startDate: string; term: string; rate: string; escalator: string }[]
  panels: { modelId: string; count: string }[]
  inverters: { modelId: string; count: string }[]
  offtakers: { id: string }[]
  portfolios: { id: string }[]
}

/** What a new project begins with (PFORM-10). */
export const NEW_PROJECT: ProjectValues = {
  name: '',
  status: 'OPERATING',
  projectType: 'SOLAR',
  developmentStage: 'COMPLETE',
  isOwned: false,
  noticeToProceed: '',
  commercialOperatingDate: '',
  permissionToOperateDate: '',
  acquisitionDate: '',
  capacity: '',
  capacityAc: '',
  location: { address: '', city: '', state: '', zipCode: '', elevation: '', latitude: '', longitude: '' },
  contact: { phoneNumber: '', balancingAuthorityAreaName: '' },
  system: {
    system: '',
    solarCapacityDc: '',
    solarCapacityAc: '',
    bessKw: '',
    bessKwh: '',
    installation: 'GROUND',
    mounting: 'FIXED_TILT',
    panelWarranty: '',
    inverterWarranty: '',
    contractorWarranty: '',
  },
  utility: { name: '', zone: '', iso: '' },
  ppaContracts: [],
  panels: [],
  inverters: [],
  offtakers: [],
  portfolios: [],
}

/** A figure as it is typed, never in powers of ten. */
const figure = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}

/** A group of values as texts, by the fields of the form's own. */
const textsOf = <Group extends object>(blank: Group, saved: object): Group =>
  Object.fromEntries(
    Object.keys(blank).map((key) => {
      const value = (saved as Readonly<Record<string, unknown>>)[key]
      return [key, typeof value === 'number' ? figure(value) : (value ?? '')]
    }),
  ) as Group

/** A saved project as the form shows it (PFORM-39). */
export function valuesOf(saved: SavedForm): ProjectValues {
  const {
    location,
    contact,
    system,
    utility,
    ppaContracts,
    panels,
    inverters,
    offtakers,
    portfolios,
    ...own
  } = NEW_PROJECT
  return {
    ...textsOf(own, saved),
    location: textsOf(location, saved.location),
    contact: textsOf(contact, saved.contact),
    system: textsOf(system, saved.system),
    utility: textsOf(utility, saved.utility),
    ppaContracts: saved.ppaContracts.map(({ startDate, term, rate, escalator }) => ({
      startDate,
      term: figure(term),
      rate: figure(rate),
      escalator: figure(escalator),
    })),
    panels: saved.panels.map(({ modelId, count }) => ({ modelId, count: String(count) })),
    inverters: saved.inverters.map(({ modelId, count }) => ({ modelId, count: String(count) })),
    offtakers: saved.offtakers.map(({ id }) => ({ id })),
    portfolios: saved.portfolios.map(({ id }) => ({ id })),
  }
}

const textOrNull = (text: string): string | null => text.trim() || null
const count = ({ modelId, count: typed }: { modelId: string; count: string }) => ({
  modelId,
  count: numberIn(typed) ?? 0,
})

/** Without what is empty. */
const filled = <Group extends object>(
  group: Group,
): Partial<{ [Key in keyof Group]: NonNullable<Group[Key]> }> =>
  Object.fromEntries(Object.entries(group).filter(([, value]) => value !== null && value !== '')) as Partial<{
    [Key in keyof Group]: NonNullable<Group[Key]>
  }>

/** What is sent of the form's values. @param withPortfolios whether they may be changed (PFORM-08) */
export function inputOf(values: ProjectValues, withPortfolios: boolean): ProjectInput {
  const { location, contact, system, utility } = values
  return {
    name: values.name.trim(),
    status: values.status,
    projectType: values.projectType,
    developmentStage: values.developmentStage || null,
    isOwned: values.isOwned,
    noticeToProceed: textOrNull(values.noticeToProceed),
    commercialOperatingDate: textOrNull(values.commercialOperatingDate),
    permissionToOperateDate: textOrNull(values.permissionToOperateDate),
    acquisitionDate: textOrNull(values.acquisitionDate),
    capacity: numberIn(values.capacity),
    capacityAc: numberIn(values.capacityAc),
    location: {
      address: textOrNull(location.address),
      city: textOrNull(location.city),
      state: textOrNull(location.state),
      zipCode: textOrNull(location.zipCode),
      elevation: numberIn(location.elevation),
      latitude: numberIn(location.latitude),
      longitude: numberIn(location.longitude),
    },
    contact: {
      phoneNumber: textOrNull(contact.phoneNumber),
      balancingAuthorityAreaName: textOrNull(contact.balancingAuthorityAreaName),
    },
    // PFORM-32
    system: filled({
      system: textOrNull(system.system),
      solarCapacityDc: numberIn(system.solarCapacityDc),
      solarCapacityAc: numberIn(system.solarCapacityAc),
      bessKw: numberIn(system.bessKw),
      bessKwh: numberIn(system.bessKwh),
      installation: system.installation || null,
      mounting: system.mounting || null,
      panelWarranty: numberIn(system.panelWarranty),
      inverterWarranty: numberIn(system.inverterWarranty),
      contractorWarranty: numberIn(system.contractorWarranty),
    }),
    utility: filled({
      name: textOrNull(utility.name),
      zone: textOrNull(utility.zone),
      iso: textOrNull(utility.iso),
    }),
    ppaContracts: values.ppaContracts.map(({ startDate, term, rate, escalator }) => ({
      startDate,
      term: numberIn(term) ?? 0,
      rate: numberIn(rate) ?? 0,
      escalator: numberIn(escalator) ?? 0,
    })),
    panels: values.panels.map(count),
    inverters: values.inverters.map(count),
    offtakers: values.offtakers,
    ...(withPortfolios && { portfolios: values.portfolios }),
  }
}
