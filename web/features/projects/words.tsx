import { type DisplayStyle, PHASE_LABELS, type ProjectPhase } from '../../../shared/enumerations.ts'
import { formatEnergy } from '../../../shared/format/energy.ts'
import { formatNumber, MISSING } from '../../../shared/format/number.ts'
import { StatusDot } from '../../ui/index.ts'

/** City and state, as far as they are known. */
export const placeOf = ({ city, state }: { city: string | null; state: string | null }): string =>
  [city, state].filter((part) => part !== null && part !== '').join(', ') || MISSING

/** New build or operating, with its dot. */
export const Phase = ({ status }: { status: ProjectPhase }) => (
  <StatusDot color={status === 'OPERATING' ? 'success' : 'info'}>{PHASE_LABELS[status]}</StatusDot>
)

/** Energy of a storage given in kWh, by the organisation's style (PROJ-14). */
export const formatStorage = (kilowattHours: number | null, style: DisplayStyle): string =>
  style === 'MW' ? formatEnergy(kilowattHours) : withUnit(kilowattHours, 'kWh')

/** A figure with its unit, no decimal more than it has; a dash where it is not known (PROJ-13). */
export function withUnit(value: number | null, unit: string): string {
  if (value === null) return MISSING
  const decimals = Math.min(2, String(value).split('.')[1]?.length ?? 0)
  return `${formatNumber(value, decimals)} ${unit}`
}
