import Button from '@mui/material/Button'
import { IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Chip, MiddleEllipsis, PanelBar } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import type { Redaction } from './useRedactions.ts'

const RedactionBar = styled(PanelBar)(({ theme }) => ({
  height: 57,
  '& > h2': { minWidth: 0, margin: 0, ...theme.typography.h4 },
  '& > p': { flex: 1, minWidth: 0, margin: 0, ...theme.typography.note },
}))

const CHIPS = {
  DRAFT: { tone: 'info', text: 'Redaction draft' },
  APPLYING: { tone: 'info', text: 'Applying' },
  APPLIED: { tone: 'success', text: 'Applied' },
  FAILED: { tone: 'danger', text: 'Failed' },
  UNDONE: { tone: 'neutral', text: 'Taken back' },
} as const

const SENTENCES: Readonly<Record<Redaction['state'], string>> = {
  DRAFT: 'A draft changes nothing for anybody.',
  APPLYING: 'The areas are being removed. You get an e-mail when it is done.',
  APPLIED: 'Applying shows nothing new to anybody.',
  FAILED: 'Nothing was made.',
  UNDONE: 'Nobody is given it.',
}

interface RedactionHeadProps {
  name: string
  version: number
  state: Redaction['state']
  /** What became of the last change. */
  status: ReactNode
  isLooking: boolean
  /** Each none where it can't be done now. */
  onLook: (() => void) | undefined
  onDiscard: (() => void) | undefined
  onTakeBack: (() => void) | undefined
  onApply: (() => void) | undefined
  onClose: () => void
}

/** Which file and version it is, how far its redaction has come, and what one may do with it. */
export function RedactionHead(props: RedactionHeadProps) {
  const { name, version, state, status, isLooking, onLook, onDiscard, onTakeBack, onApply, onClose } = props
  const { tone, text } = CHIPS[state]
  return (
    <RedactionBar>
      <h2>
        <MiddleEllipsis text={name} />
      </h2>
      <Chip tone={tone} dot={tone === 'neutral' ? 'ink2' : tone}>
        {text}
      </Chip>
      <p>
        Version {version}. {SENTENCES[state]}
      </p>
      {status}
      {onLook && (
        <Button
          variant="outlined"
          startIcon={<IconEye size={17} />}
          onClick={onLook}
          aria-pressed={isLooking}
        >
          {isLooking ? 'Back to the areas' : 'Look at the result'}
        </Button>
      )}
      {onTakeBack && (
        <Button variant="outlined" onClick={onTakeBack}>
          Take back
        </Button>
      )}
      {onDiscard && (
        <Button variant="outlined" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button variant="outlined" onClick={onClose}>
        Close
      </Button>
      {onApply && (
        <Button variant="contained" onClick={onApply}>
          Apply redaction
        </Button>
      )}
    </RedactionBar>
  )
}
