import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Moment } from '../../../shared/format/time.ts'
import { Alert } from '../feedback/Alert.tsx'
import { BusyButton } from '../feedback/BusyButton.tsx'
import { FieldInput } from '../form/TextField.tsx'
import { Avatar } from '../pictures/Avatar.tsx'
import { RelativeTime } from '../text/RelativeTime.tsx'

export interface ThreadEntry {
  readonly id: string
  readonly author: string
  readonly picture?: string | null
  readonly at: Moment
  /** Plain text. */
  readonly text: string
}

export interface CommentThreadProps {
  /** Oldest first. */
  entries: readonly ThreadEntry[]
  /** Beside the heading, such as whether it is live. */
  status?: ReactNode
  mayWrite: boolean
  /** What is typed; the owner keeps it, so that it outlives the thread. */
  text: string
  onText: (text: string) => void
  /** Resolves once it is stored, with null, or with the sentence why it is not; until then the text stays in the field. */
  onSend: (text: string) => Promise<string | null>
  /** What is wrong with a text before it is sent; null for nothing. */
  problemOf?: (text: string) => string | null
  /** Said in place of the entries where there are none. */
  empty?: string
}

const Thread = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  minHeight: 0,
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  '& h3': { margin: 0, fontSize: 13, fontWeight: 600 },
  '& h3 > small': { marginLeft: 8, fontSize: 13, fontWeight: 400, color: theme.vars.palette.ink3 },
}))

const Entries = styled('ol')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { display: 'flex', gap: 10 },
  '& > li > div': { minWidth: 0 },
  '& strong': { fontWeight: 600 },
  '& small': { marginLeft: 6, fontSize: 12, color: theme.vars.palette.ink3 },
  '& p': { margin: 0, lineHeight: '20px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
}))

const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  fontSize: 12,
  color: theme.vars.palette.ink3,
}))

/** Comments on one thing, and the field for the next one: Enter sends, Shift+Enter makes a new line. */
export function CommentThread({
  entries,
  status,
  mayWrite,
  text,
  onText,
  onSend,
  problemOf,
  empty,
}: CommentThreadProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const end = useRef<HTMLLIElement>(null)
  const last = entries.at(-1)?.id
  const shown = useRef(last)
  useEffect(() => {
    // What comes while one reads is brought into view.
    if (last !== shown.current) end.current?.scrollIntoView?.({ block: 'nearest' })
    shown.current = last
  }, [last])
  const isEmpty = text.trim() === ''
  const problem = isEmpty ? null : (problemOf?.(text.trim()) ?? null)
  const send = async () => {
    if (busy || isEmpty || problem !== null) return
    setBusy(true)
    setRefusal(null)
    const sentence = await onSend(text.trim())
    setBusy(false)
    if (sentence === null) onText('')
    else setRefusal(sentence)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <Thread aria-label="Comments">
      <header>
        <h3>
          Comments<small>{entries.length}</small>
        </h3>
        {status}
      </header>
      {entries.length === 0 && empty}
      <Entries aria-live="polite" aria-relevant="additions">
        {entries.map(({ id: entryId, author, picture, at, text: said }) => (
          <li key={entryId} ref={entryId === last ? end : undefined}>
            <Avatar name={author} picture={picture} />
            <div>
              <strong>{author}</strong>
              <small>
                <RelativeTime at={at} />
              </small>
              <p>{said}</p>
            </div>
          </li>
        ))}
      </Entries>
      {mayWrite && (
        <>
          {refusal !== null && <Alert tone="danger">{refusal}</Alert>}
          <FieldInput
            name={id}
            label="Write a comment"
            multiline
            minRows={2}
            maxRows={8}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={onKeyDown}
            error={problem ?? undefined}
          />
          <Foot>
            <span>Enter sends, Shift+Enter makes a new line</span>
            <BusyButton
              variant="contained"
              busy={busy}
              disabled={isEmpty || problem !== null}
              onClick={() => void send()}
            >
              Comment
            </BusyButton>
          </Foot>
        </>
      )}
    </Thread>
  )
}
