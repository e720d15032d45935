import IconButton from '@mui/material/IconButton'
import {
  IconArrowBackUp,
  IconBold,
  IconH1,
  IconH2,
  IconItalic,
  IconLink,
  IconSeparatorHorizontal,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { Tooltip } from '../text/Tooltip.tsx'
import { styled } from '../theme/styled.tsx'
import { type Edit, edited, type Selected, withBlock } from './edits.ts'

const MarkdownTools = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 44,
  padding: '0 20px',
  overflowX: 'auto',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > hr': {
    flex: 'none',
    width: 1,
    height: 20,
    margin: '0 6px',
    border: 0,
    backgroundColor: theme.vars.palette.line,
  },
  '& button': { flex: 'none' },
  [theme.breakpoints.down('md')]: { padding: '0 8px' },
}))

const Area = styled('textarea')(({ theme }) => ({
  display: 'block',
  flex: 1,
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 200,
  padding: '20px 24px',
  border: 0,
  resize: 'none',
  outline: 'none',
  font: 'inherit',
  ...theme.typography.body1,
  lineHeight: '22px',
  color: theme.vars.palette.ink,
  backgroundColor: theme.vars.palette.surface,
  '&:focus': { boxShadow: `inset 0 0 0 2px ${theme.vars.palette.primary.main}` },
  [theme.breakpoints.down('md')]: { ...theme.typography.touchField, padding: 16 },
}))

/** In groups; a rule parts them. */
const TOOLS: readonly (readonly { edit: Edit; label: string; key?: string; icon: typeof IconBold }[])[] = [
  [
    { edit: 'heading1', label: 'Heading 1', icon: IconH1 },
    { edit: 'heading2', label: 'Heading 2', icon: IconH2 },
    { edit: 'rule', label: 'Rule', icon: IconSeparatorHorizontal },
  ],
  [
    { edit: 'bold', label: 'Bold', key: 'b', icon: IconBold },
    { edit: 'italic', label: 'Italic', key: 'i', icon: IconItalic },
    { edit: 'underline', label: 'Underline', key: 'u', icon: IconUnderline },
    { edit: 'strike', label: 'Strikethrough', icon: IconStrikethrough },
    { edit: 'link', label: 'Link', key: 'k', icon: IconLink },
  ],
]
const KEYS: ReadonlyMap<string, Edit> = new Map(
  TOOLS.flat().flatMap(({ key, edit }) => (key ? [[key, edit] as const] : [])),
)
/** Steps that can be undone. */
const MAX_STEPS = 200

/** What a page does to the text from outside. */
export interface MarkdownHandle {
  /** Puts a block of its own after the line of the caret. */
  insert(block: string): void
}

interface MarkdownFieldProps {
  /** 'Markdown of Operating performance'. */
  label: string
  value: string
  onChange: (value: string) => void
  /** At the end of the toolbar. */
  tools?: ReactNode
  handle?: Ref<MarkdownHandle>
  disabled?: boolean
}

/** A text in markdown with its toolbar (SUBP-08). Each tool acts on what is selected, keeps it, and gives the focus back. */
export function MarkdownField({ label, value, onChange, tools, handle, disabled }: MarkdownFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const steps = useRef<Selected[]>([])
  const selected = (): Selected => ({
    text: value,
    start: area.current?.selectionStart ?? value.length,
    end: area.current?.selectionEnd ?? value.length,
  })
  const show = ({ text, start, end }: Selected) => {
    onChange(text)
    // Once the text is there.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(start, end)
    })
  }
  const remember = () => {
    steps.current = [...steps.current, selected()].slice(-MAX_STEPS)
  }
  const apply = (change: (before: Selected) => Selected) => {
    if (disabled) return
    const next = change(selected())
    remember()
    show(next)
  }
  const undo = () => {
    const last = steps.current.pop()
    if (last) show(last)
  }
  useImperativeHandle(handle, () => ({ insert: (block) => apply((before) => withBlock(before, block)) }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const edit = KEYS.get(key)
    if (edit) apply((before) => edited(before, edit))
    else if (key === 'z' && !event.shiftKey) undo()
    else return
    event.preventDefault()
  }
  /** One tab stop; arrows walk. */
  const walk = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(at + by + buttons.length) % buttons.length]?.focus()
    event.preventDefault()
  }
  return (
    <>
      <MarkdownTools ref={bar} role="toolbar" aria-label="Formatting" onKeyDown={walk}>
        <Tool label="Undo" shortcut="Ctrl+Z" onPress={undo} disabled={disabled} first>
          <IconArrowBackUp size={17} aria-hidden="true" />
        </Tool>
        {TOOLS.map((group) => (
          <Group key={group[0]?.edit}>
            {group.map(({ edit, label: name, key, icon: Icon }) => (
              <Tool
                key={edit}
                label={name}
                shortcut={key && `Ctrl+${key.toUpperCase()}`}
                disabled={disabled}
                onPress={() => apply((before) => edited(before, edit))}
              >
                <Icon size={17} aria-hidden="true" />
              </Tool>
            ))}
          </Group>
        ))}
        {tools && <hr />}
        {tools}
      </MarkdownTools>
      <Area
        ref={area}
        aria-label={label}
        value={value}
        disabled={disabled}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          remember()
          onChange(event.target.value)
        }}
      />
    </>
  )
}

const Group = ({ children }: { children: ReactNode }) => (
  <>
    <hr />
    {children}
  </>
)

interface ToolProps {
  label: string
  shortcut?: string | undefined
  onPress: () => void
  disabled: boolean | undefined
  first?: boolean
  children: ReactNode
}

function Tool({ label, shortcut, onPress, disabled, first, children }: ToolProps) {
  return (
    <Tooltip title={shortcut ? `${label} (${shortcut})` : label}>
      <IconButton
        size="small"
        aria-label={label}
        aria-keyshortcuts={shortcut?.replace('Ctrl', 'Control')}
        tabIndex={first ? 0 : -1}
        disabled={disabled}
        onClick={onPress}
      >
        {children}
      </IconButton>
    </Tooltip>
  )
}
