import type {
  BuildStage,
  Mounting,
  ProjectPhase,
  Technology,
  Tracking,
} from '../../../shared/enumerations.ts'

/** What is kept of a project itself; days as YYYY-MM-DD, capacities in kW, null where not known. */
export interface ProjectValues {
  name: string
  type: Technology
  status: ProjectPhase
  developmentStage: BuildStage | null
  isOwned: boolean
  ntp: string | null
  cod: string | null
  permissionToOperateDate: string | null
  acquisitionDate: string | null
  /** kW DC */
  capacity: number | null
  /** kW AC */
  capacityAc: number | null
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  /** Metres */
  elevation: number | null
  latitude: number | null
  longitude: number | null
  phoneNumber: string | null
  balancingAuthorityArea: string | null
  utilityName: string | null
  utilityZone: string | null
  utilityIso: string | null
  system: string | null
  solarCapacityDc: number | null
  solarCapacityAc: number | null
  /** kW, kWh */
  bessKw: number | null
  bessKwh: number | null
  installation: Mounting | null
  mounting: Tracking | null
  /** Years */
  panelWarranty: number | null
  inverterWarranty: number | null
  contractorWarranty: number | null
}

/** The values of a project of which nothing but the name is known, as the form starts (PFORM). */
export const NOTHING_KNOWN: Omit<ProjectValues, 'name'> = {
  type: 'SOLAR',
  status: 'OPERATING',
  developmentStage: null,
  isOwned: false,
  ntp: null,
  cod: null,
  permissionToOperateDate: null,
  acquisitionDate: null,
  capacity: null,
  capacityAc: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  elevation: null,
  latitude: null,
  longitude: null,
  phoneNumber: null,
  balancingAuthorityArea: null,
  utilityName: null,
  utilityZone: null,
  utilityIso: null,
  system: null,
  solarCapacityDc: null,
  solarCapacityAc: null,
  bessKw: null,
  bessKwh: null,
  installation: null,
  mounting: null,
  panelWarranty: null,
  inverterWarranty: null,
  contractorWarranty: null,
}

/** A project as the database has it. */
export interface ProjectRow extends ProjectValues {
  id: string
  organisationId: string
  /** Goes up with each change. */
  revision: number
  /** Who saved it last and when; null where nobody has. */
  savedBy: string | null
  savedAt: Date | null
  /** Portfolios that a question limits the nearby projects to; the actor may open them. */
  among?: readonly string[] | null
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of the values, by their fields. */
export const COLUMNS: readonly (readonly [field: keyof ProjectValues, column: string])[] = [
  ['name', 'name'] as const,
  ...(Object.keys(NOTHING_KNOWN) as (keyof typeof NOTHING_KNOWN)[]).map(
    (field) => [field, snake(field)] as const,
  ),
]
