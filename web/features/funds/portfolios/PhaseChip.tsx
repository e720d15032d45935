import { PHASE_OF_ROOM_LABELS, type RoomPhase } from '../../../../shared/enumerations.ts'
import { Chip } from '../../../ui/index.ts'
import type { Tone } from '../../../ui/theme/tokens.ts'

const TONES: Readonly<Record<RoomPhase, Tone>> = {
  PREPARATION: 'warning',
  OPEN: 'success',
  CLOSING: 'violet',
  ARCHIVED: 'neutral',
}

/** The phase of a room, for its admins (STAGE-01). */
export const PhaseChip = ({ phase }: { phase: RoomPhase }) => (
  <Chip tone={TONES[phase]} dot={TONES[phase]}>
    {PHASE_OF_ROOM_LABELS[phase]}
  </Chip>
)
