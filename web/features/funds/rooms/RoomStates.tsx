import Button from '@mui/material/Button'
import { PHASE_OF_ROOM_LABELS } from '../../../../shared/enumerations.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { grants } from '../../../graphql/access.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { AccessEnds } from './AccessEnds.tsx'
import { Freezing } from './Freezing.tsx'
import { LegalHold } from './LegalHold.tsx'
import { Phase } from './Phase.tsx'
import type { OpenRoom, RoomStepProps } from './settings.ts'

/** What the dialog asks about before it is done. */
export type Step = 'REMOVE' | 'PHASE' | 'ACCESS' | 'FREEZE' | 'HOLD'

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  REMOVE: 'Remove deal room',
  PHASE: 'Change phase',
  ACCESS: 'End of access',
  FREEZE: 'Freeze deal room',
  HOLD: 'Legal hold',
}

const States = styled('dl')(({ theme }) => ({
  margin: '20px 0 0',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  '& > div': {
    display: 'grid',
    gridTemplateColumns: '96px minmax(0, 1fr) auto',
    gap: '4px 16px',
    alignItems: 'center',
    minHeight: 44,
    borderBottom: `1px solid ${theme.vars.palette.line}`,
  },
  '& dt': { color: theme.vars.palette.ink3 },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  [theme.breakpoints.down('md')]: {
    '& > div': { gridTemplateColumns: 'minmax(0, 1fr) auto', padding: '6px 0' },
    '& dt': { gridColumn: '1 / -1' },
  },
}))

interface RoomStatesProps {
  room: OpenRoom
  onStep: (step: Step) => void
}

/** What holds for a deal room as a whole, each with the way to change it. */
export function RoomStates({ room, onStep }: RoomStatesProps) {
  return (
    <States>
      <div>
        <dt>Phase</dt>
        <dd>{PHASE_OF_ROOM_LABELS[room.phase]}</dd>
        <dd>
          <Button variant="text" onClick={() => onStep('PHASE')}>
            Change phase
          </Button>
        </dd>
      </div>
      <div>
        <dt>Access</dt>
        <dd>Of its groups, each until its end</dd>
        <dd>
          <Button variant="text" onClick={() => onStep('ACCESS')}>
            End of access
          </Button>
        </dd>
      </div>
      <div>
        <dt>Frozen</dt>
        <dd>{room.frozenSince === null ? 'No' : `Since ${formatDate(room.frozenSince)}`}</dd>
        <dd>
          <Button variant="text" onClick={() => onStep('FREEZE')}>
            {room.frozenSince === null ? 'Freeze deal room' : 'Unfreeze deal room'}
          </Button>
        </dd>
      </div>
      <div>
        <dt>Legal hold</dt>
        <dd>{room.legalHold ?? 'None'}</dd>
        <dd>
          {grants(room, 'ORG_ADMIN') && (
            <Button variant="text" onClick={() => onStep('HOLD')}>
              {room.legalHold === null ? 'Set legal hold' : 'Lift legal hold'}
            </Button>
          )}
        </dd>
      </div>
    </States>
  )
}

/** The question before one of them is changed, in place of the settings. */
export function RoomStep({ step, ...props }: RoomStepProps & { step: Exclude<Step, 'REMOVE'> }) {
  switch (step) {
    case 'PHASE':
      return <Phase {...props} />
    case 'ACCESS':
      return <AccessEnds {...props} />
    case 'FREEZE':
      return <Freezing {...props} />
    case 'HOLD':
      return <LegalHold {...props} />
  }
}
