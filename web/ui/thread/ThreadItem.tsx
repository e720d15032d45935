import Button from '@mui/material/Button'
import { IconDots } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import type { Moment } from '../../../shared/format/time.ts'
import { Alert } from '../feedback/Alert.tsx'
import { BusyButton } from '../feedback/BusyButton.tsx'
import { FieldInput } from '../form/TextField.tsx'
import { MenuButton } from '../navigation/Menu.tsx'
import { FormFoot } from '../page/layout.tsx'
import { Avatar } from '../pictures/Avatar.tsx'
import { RelativeTime } from '../text/RelativeTime.tsx'
import { styled } from '../theme/styled.tsx'
import { useUnsaved } from '../unsaved/useUnsaved.ts'

export interface ThreadEntry {
  readonly id: string
  readonly author: string
  readonly picture?: string | null
  /** Beside the author, such as their company. */
  readonly detail?: string | undefined
  readonly at: Moment
  /** Plain text. */
  readonly text: string
  /** What it is about, in a thread on several things. */
  readonly about?: string
  /** For whom it is, in words. */
  readonly addressed?: string
  /** It was removed: its place stays, and its text for who may still read it. */
  readonly removed?: boolean
  readonly mayRemove?: boolean
  /** Milliseconds since 1970 until which its text may be changed. */
  readonly changeableUntil?: number | undefined
}

export interface ThreadItemProps {
  entry: ThreadEntry
  itemRef?: Ref<HTMLLIElement> | undefined
  /** Resolves once it is done, with null, or with the sentence why it is not. */
  onChange?: ((id: string, text: string) => Promise<string | null>) | undefined
  onRemove?: ((id: string) => Promise<string | null>) | undefined
  problemOf?: ((text: string) => string | null) | undefined
}

const Item = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: 10,
  '& > div': { flex: 1, minWidth: 0 },
  '& strong': { fontWeight: 600 },
  '& small': { marginLeft: 6, ...theme.typography.note },
  '& p': { margin: 0, lineHeight: '20px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& p[data-removed]': { fontStyle: 'italic', color: theme.vars.palette.ink3 },
  // Its menu takes no room of its own.
  '& > aside': { flex: 'none', marginBlock: -6 },
}))

const Caption = styled('span')(({ theme }) => ({
  display: 'block',
  ...theme.typography.note,
}))

const Below = styled(FormFoot)({ marginTop: 8 })

/** One comment: who, when, for whom; and what its writer may still do with it. */
export function ThreadItem({ entry, itemRef, onChange, onRemove, problemOf }: ThreadItemProps) {
  const { author, detail, at, about, addressed, removed, text } = entry
  const [doing, setDoing] = useState<'changing' | 'removing'>()
  const mayChange = onChange !== undefined && (entry.changeableUntil ?? 0) > Date.now()
  const entries = [
    ...(mayChange ? [{ key: 'edit', label: 'Edit', onSelect: () => setDoing('changing') }] : []),
    ...(onRemove && entry.mayRemove
      ? [{ key: 'remove', label: 'Remove', onSelect: () => setDoing('removing') }]
      : []),
  ]
  const end = () => setDoing(undefined)
  return (
    <Item ref={itemRef}>
      <Avatar name={author} picture={entry.picture} />
      <div>
        <strong>{author}</strong>
        {detail && <small>{detail}</small>}
        <small>
          <RelativeTime at={at} />
          {addressed && ` · ${addressed}`}
        </small>
        {about && <Caption>{about}</Caption>}
        {removed ? (
          <p data-removed="">{text === '' ? 'Comment removed' : `Comment removed: ${text}`}</p>
        ) : doing === 'changing' && onChange ? (
          <Editor entry={entry} problemOf={problemOf} onSave={onChange} onEnd={end} />
        ) : (
          <p>{text}</p>
        )}
        {!removed && doing === 'removing' && onRemove && (
          <Question onConfirm={() => onRemove(entry.id)} onEnd={end} />
        )}
      </div>
      {!removed && doing === undefined && entries.length > 0 && (
        <aside>
          <MenuButton label={`Actions of the comment of ${author}`} icon={<IconDots />} entries={entries} />
        </aside>
      )}
    </Item>
  )
}

/** Does something once, and ends with it, or says why it was not done. */
function useOnce(act: () => Promise<string | null>, onEnd: () => void) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const run = async () => {
    if (busy) return
    setBusy(true)
    const sentence = await act()
    setBusy(false)
    setRefusal(sentence)
    if (sentence === null) onEnd()
  }
  return { busy, refusal, run: () => void run() }
}

function Editor({
  entry,
  problemOf,
  onSave,
  onEnd,
}: {
  entry: ThreadEntry
  problemOf?: ThreadItemProps['problemOf']
  onSave: (id: string, text: string) => Promise<string | null>
  onEnd: () => void
}) {
  const id = useId()
  const [text, setText] = useState(entry.text)
  const trimmed = text.trim()
  useUnsaved(trimmed !== entry.text)
  const problem = problemOf?.(trimmed) ?? null
  const { busy, refusal, run } = useOnce(() => onSave(entry.id, trimmed), onEnd)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || trimmed !== entry.text) return
    event.stopPropagation()
    onEnd()
  }
  return (
    <>
      <FieldInput
        name={id}
        label="Edit comment"
        multiline
        minRows={2}
        maxRows={8}
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        error={problem ?? undefined}
      />
      {refusal !== null && <Alert tone="danger">{refusal}</Alert>}
      <Below>
        <Button onClick={onEnd} disabled={busy}>
          Cancel
        </Button>
        <BusyButton variant="contained" busy={busy} disabled={problem !== null} onClick={run}>
          Save
        </BusyButton>
      </Below>
    </>
  )
}

function Question({ onConfirm, onEnd }: { onConfirm: () => Promise<string | null>; onEnd: () => void }) {
  const { busy, refusal, run } = useOnce(onConfirm, onEnd)
  return (
    <>
      <Caption>“Comment removed” stays in its place.</Caption>
      {refusal !== null && <Alert tone="danger">{refusal}</Alert>}
      <Below>
        <Button onClick={onEnd} disabled={busy}>
          Cancel
        </Button>
        <BusyButton variant="contained" color="error" busy={busy} onClick={run}>
          Remove
        </BusyButton>
      </Below>
    </>
  )
}
