import type { ReactNode } from 'react'
import { type PhoneRow, RelativeTime } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { CrmWorkState } from '../core/operations.generated.ts'

const Lines = styled('div')(({ theme }) => ({
  minWidth: 0,
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
  '& > div': { lineHeight: '18px' },
  '& > div + div': theme.typography.note,
  '&[data-failed] > div:first-of-type': { color: theme.vars.palette.danger.text },
}))

const Beside = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  minWidth: 0,
  // A reason keeps room: where there is too little beside the button, the button stands below.
  '& > div': { flex: '1 1 60px' },
  '& > div[data-failed]': { flexBasis: 200 },
  '& > span': { flex: '0 1 auto' },
})

const Reason = styled('span')(({ theme }) => ({ color: theme.vars.palette.danger.text }))

/** What the server says of an import or a report. */
export interface Work {
  readonly state: CrmWorkState
  /** The state in a sentence (CRM-19). */
  readonly status: string
  /** Why it failed; null unless it did. */
  readonly failure: string | null
  readonly createdAt: string
}

interface StatusCellProps {
  work: Work
  note: string | null
  /** A button beside it. */
  children?: ReactNode
}

/** How far an import or a report has come, and what became of its rows; why it failed stands there whole. */
export function StatusCell({ work: { state, status }, note, children }: StatusCellProps) {
  return (
    <Beside>
      <Lines data-failed={state === 'FAILED' ? '' : undefined}>
        <div>{status}</div>
        {note !== null && <div>{note}</div>}
      </Lines>
      {children}
    </Beside>
  )
}

const Below = styled('div')({ margin: '6px 0 2px' })

const STATES = {
  SUBMITTED: 'Submitted',
  PROCESSING: 'Processing',
  DONE: 'Done',
  FAILED: 'Failed',
} as const satisfies Record<CrmWorkState, string>

/** The same on a phone, where what is long, and a button, stand below the facts. */
export function phoneFacts(
  { state, failure, createdAt }: Work,
  by: { fullName: string },
  note: string | null,
  button?: ReactNode,
): Pick<PhoneRow, 'facts' | 'note'> {
  const words = state === 'FAILED' ? <Reason>{failure}</Reason> : note
  return {
    facts: [STATES[state], by.fullName, <RelativeTime key="at" at={createdAt} />],
    note: button ? (
      <>
        {words}
        <Below>{button}</Below>
      </>
    ) : (
      words
    ),
  }
}
