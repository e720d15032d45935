import type { DealStatus } from '../../../../shared/enumerations.ts'
import type { DotColor, Tone } from '../../../ui/index.ts'

/** How a deal status looks; its words come from the organisation (PORT-28, LAND-07). */
interface StatusLook {
  readonly tone: Tone
  readonly dot: DotColor
  /** A ring: not, or no longer, a deal. */
  readonly hollow: boolean
}

const look = (tone: Tone, dot: DotColor = tone, hollow = false): StatusLook => ({ tone, dot, hollow })

export const STATUS_LOOKS: Readonly<Record<DealStatus, StatusLook>> = {
  DRAFT: look('neutral', 'neutral', true),
  MARKET: look('violet'),
  DILIGENCE: look('info'),
  ACQUIRED: look('success'),
  SOLD: look('neutral', 'ink2'),
  DELETED: look('danger', 'danger', true),
}

/** The labels of an organisation, as the API gives them: one for each status. */
export type StatusLabelRows = readonly { readonly status: DealStatus; readonly label: string }[]

/** An organisation's word for a status. */
export const statusLabel = (labels: StatusLabelRows, status: DealStatus): string =>
  labels.find((row) => row.status === status)?.label ?? status
