import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Alert } from '../feedback/Alert.tsx'
import { BusyButton } from '../feedback/BusyButton.tsx'
import { FieldInput } from '../form/TextField.tsx'
import { TitleRow } from '../page/layout.tsx'
import { styled } from '../theme/styled.tsx'
import { type ThreadEntry, ThreadItem } from './ThreadItem.tsx'

export interface CommentThreadProps {
  /** Oldest first. */
  entries: readonly ThreadEntry[]
  /** Beside the heading, such as whether it is live. */
  status?: ReactNode
  /** Whether there is a connection: what failed for want of one is not said beside it. */
  isLive?: boolean
  mayWrite: boolean
  /** Of the field; 'Write a comment' unless told. */
  label?: string | undefined
  /** What is typed; the owner keeps it, so that it outlives the thread. */
  text: string
  onText: (text: string) => void
  /** Resolves once it is stored, with null, or with the sentence why it is not; until then the text stays in the field. */
  onSend: (text: string) => Promise<string | null>
  /** Beside the button, such as for whom the comment will be. */
  beside?: ReactNode
  /** Gives an entry another text, and removes one; each as `onSend` says what came of it. */
  onChange?: (id: string, text: string) => Promise<string | null>
  onRemove?: (id: string) => Promise<string | null>
  /** What is wrong with a text before it is sent; null for nothing. */
  problemOf?: (text: string) => string | null
  /** Said in place of the entries where there are none. */
  empty?: string
}

const Thread = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  // Longer than what it stands in, which scrolls.
  flex: 'none',
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  '& h3': { margin: 0, ...theme.typography.h4 },
  '& h3 > small': { marginLeft: 8, ...theme.typography.body1, color: theme.vars.palette.ink3 },
}))

const Entries = styled('ol')({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

/** In sight however long the thread is. */
const Writer = styled('div')(({ theme }) => ({
  position: 'sticky',
  // Over the padding of the dialog's body, below which the thread would show again.
  bottom: -24,
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  margin: '0 0 -24px',
  padding: '8px 0 24px',
  [theme.breakpoints.down('md')]: { bottom: -16, marginBottom: -16, paddingBottom: 16 },
  // As of the dialog in which the thread stands.
  backgroundColor: theme.vars.palette.raised,
}))

const EditorFoot = styled(TitleRow)(({ theme }) => ({ ...theme.typography.note }))

/** Comments on one thing, and the field for the next one: Enter sends, Shift+Enter makes a new line. */
export function CommentThread({
  entries,
  status,
  isLive = true,
  mayWrite,
  label = 'Write a comment',
  text,
  onText,
  onSend,
  beside,
  onChange,
  onRemove,
  problemOf,
  empty,
}: CommentThreadProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ text: string; sentence: string; wasLive: boolean }>()
  const refusal = refused?.text === text.trim() && (refused.wasLive || !isLive) ? refused.sentence : null
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
    setRefused(undefined)
    const sentence = await onSend(text.trim())
    setBusy(false)
    if (sentence === null) onText('')
    else setRefused({ text: text.trim(), sentence, wasLive: isLive })
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
        {entries.map((entry) => (
          <ThreadItem
            key={entry.id}
            entry={entry}
            itemRef={entry.id === last ? end : undefined}
            onChange={onChange}
            onRemove={onRemove}
            problemOf={problemOf}
          />
        ))}
      </Entries>
      {mayWrite && (
        <Writer>
          {refusal !== null && <Alert tone="danger">{refusal}</Alert>}
          <FieldInput
            name={id}
            label={label}
            placeholder="Enter sends, Shift+Enter makes a new line"
            multiline
            minRows={2}
            maxRows={8}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={onKeyDown}
            error={problem ?? undefined}
          />
          <EditorFoot>
            {beside ?? <span />}
            <BusyButton
              variant="contained"
              busy={busy}
              disabled={isEmpty || problem !== null}
              onClick={() => void send()}
            >
              Comment
            </BusyButton>
          </EditorFoot>
        </Writer>
      )}
    </Thread>
  )
}
