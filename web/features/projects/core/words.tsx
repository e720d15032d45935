import {
  type DisplayStyle,
  PHASE_LABELS,
  type ProjectPhase,
  type Technology,
} from '../../../../shared/enumerations.ts'
import { formatEnergy } from '../../../../shared/format/energy.ts'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { StatusDot } from '../../../ui/index.ts'

/** City and state, as far as they are known. */
export const cityAndState = ({ city, state }: { city: string | null; state: string | null }): string =>
  [city, state].filter((part) => part !== null && part !== '').join(', ') || MISSING

/** New build or operating, with its dot. */
export const Phase = ({ status }: { status: ProjectPhase }) => (
  <StatusDot color={status === 'OPERATING' ? 'success' : 'info'}>{PHASE_LABELS[status]}</StatusDot>
)

const KWH_PER_MWH = 1000
/** From here on the usual steps give MWh, and GWh above. */
const MWH_FROM = 100 * KWH_PER_MWH

/** Energy of a storage given in kWh, by the organisation's style (PROJ-14): in MWh beside sizes in MW (ORG-40). */
export function formatStorage(kilowattHours: number | null, style: DisplayStyle): string {
  if (style !== 'MW') return withUnit(kilowattHours, 'kWh')
  if (kilowattHours === null || Math.abs(kilowattHours) >= MWH_FROM) return formatEnergy(kilowattHours)
  return withUnit(kilowattHours / KWH_PER_MWH, 'MWh')
}

/** A project's capacity; of a storage without solar its power, which is all the capacity that it has. */
export const capacityOf = ({
  type,
  capacity,
  system,
}: {
  type: Technology
  capacity: number | null
  system: { bessKw: number | null }
}): number | null => capacity ?? (type === 'STORAGE' ? system.bessKw : null)

/** A figure with its unit, no decimal more than it has and than `most`; a dash where it is not known (PROJ-13). */
export function withUnit(value: number | null, unit: string, most = 2): string {
  if (value === null) return MISSING
  const decimals = Math.min(most, String(value).split('.')[1]?.length ?? 0)
  return `${formatNumber(value, decimals)} ${unit}`
}
