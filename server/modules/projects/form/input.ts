import type {
  BuildStage,
  Mounting,
  ProjectPhase,
  Technology,
  Tracking,
} from '../../../../shared/enumerations.ts'
import type { Contract } from '../parts.ts'

/** What may be left out, and may be removed by null. */
type Given<Value> = Value | null | undefined

/** Values of the form; days as YYYY-MM-DD, capacities in kW, what is left out stays as it is. */
export interface ProjectInput {
  name: string
  status: ProjectPhase
  projectType: Technology
  developmentStage?: Given<BuildStage>
  isOwned?: Given<boolean>
  noticeToProceed?: Given<string>
  commercialOperatingDate?: Given<string>
  permissionToOperateDate?: Given<string>
  acquisitionDate?: Given<string>
  capacity?: Given<number>
  capacityAc?: Given<number>
  location?: Given<{
    address?: Given<string>
    city?: Given<string>
    state?: Given<string>
    zipCode?: Given<string>
    elevation?: Given<number>
    latitude?: Given<number>
    longitude?: Given<number>
  }>
  contact?: Given<{ phoneNumber?: Given<string>; balancingAuthorityAreaName?: Given<string> }>
  system?: Given<{
    system?: Given<string>
    solarCapacityDc?: Given<number>
    solarCapacityAc?: Given<number>
    bessKw?: Given<number>
    bessKwh?: Given<number>
    installation?: Given<Mounting>
    mounting?: Given<Tracking>
    panelWarranty?: Given<number>
    inverterWarranty?: Given<number>
    contractorWarranty?: Given<number>
  }>
  utility?: Given<{ name?: Given<string>; zone?: Given<string>; iso?: Given<string> }>
  /** Each list replaces the one before. */
  ppaContracts?: Given<readonly Contract[]>
  panels?: Given<readonly { modelId: string; count: number }[]>
  inverters?: Given<readonly { modelId: string; count: number }[]>
  offtakers?: Given<readonly { id: string }[]>
  portfolios?: Given<readonly { id: string }[]>
}
