import ButtonBase from '@mui/material/ButtonBase'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { Fragment, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { Tooltip } from '../../text/Tooltip.tsx'
import { styled } from '../../theme/styled.tsx'
import { useBreakpoint } from '../../theme/useBreakpoint.ts'
import { editorCommands, isBlock, isMarked, linkAt, setLink } from './commands.ts'
import { LinkPopover } from './LinkPopover.tsx'

const Tools = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  flex: 'none',
  // In a narrow column it takes two lines.
  flexWrap: 'wrap',
  minHeight: 36,
  padding: '3px 4px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > hr': {
    width: 1,
    height: 16,
    margin: '0 4px',
    border: 0,
    flex: 'none',
    backgroundColor: theme.vars.palette.line,
  },
  // What parts tools in one line would end the first of two.
  '@container (max-width: 340px)': { '& > hr': { display: 'none' } },
  [theme.breakpoints.down('md')]: {
    minHeight: 44,
    gap: 0,
    padding: 0,
    '& > hr': { display: 'none' },
  },
}))

const Tool = styled(ButtonBase)(({ theme }) => ({
  width: 28,
  height: 28,
  flex: 'none',
  borderRadius: 4,
  color: theme.vars.palette.ink2,
  '& > svg': { width: 16, height: 16 },
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&[aria-pressed="true"]': {
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  '&.Mui-disabled': { opacity: 0.45 },
  '&.Mui-focusVisible': { outlineOffset: -2 },
  [theme.breakpoints.down('md')]: { width: 44, height: 44 },
}))

type ToolName = keyof typeof editorCommands | 'link'

const TOOLS: readonly (readonly { name: ToolName; label: string; icon: ReactNode; wideOnly?: boolean }[])[] =
  [
    [
      { name: 'bold', label: 'Bold', icon: <IconBold /> },
      { name: 'italic', label: 'Italic', icon: <IconItalic /> },
      { name: 'underline', label: 'Underline', icon: <IconUnderline /> },
      { name: 'strike', label: 'Strikethrough', icon: <IconStrikethrough />, wideOnly: true },
    ],
    [
      { name: 'bulletList', label: 'Bullets', icon: <IconList /> },
      { name: 'orderedList', label: 'Numbers', icon: <IconListNumbers /> },
      { name: 'blockquote', label: 'Quote', icon: <IconBlockquote />, wideOnly: true },
      { name: 'link', label: 'Link', icon: <IconLink /> },
    ],
    [
      { name: 'undo', label: 'Undo', icon: <IconArrowBackUp /> },
      { name: 'redo', label: 'Redo', icon: <IconArrowForwardUp /> },
    ],
  ]

function pressedOf(view: EditorView | null, name: ToolName): boolean | undefined {
  if (name === 'undo' || name === 'redo') return undefined
  if (!view) return false
  if (name === 'bulletList' || name === 'orderedList' || name === 'blockquote')
    return isBlock(view.state, name)
  return isMarked(view.state, name)
}

/** The arrows lead from button to button; Esc leads back to the text. */
function walk(event: KeyboardEvent<HTMLElement>, view: EditorView | null) {
  if (event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    view?.focus()
    return
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = buttons.findIndex((button) => button.contains(event.target as Element))
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
  event.preventDefault()
}

interface EditorToolbarProps {
  ref: Ref<HTMLDivElement>
  view: EditorView | null
  label: string
}

/** What may be done with the selection of an editor; not in the order of the Tab key (Alt+F10 leads here). */
export function EditorToolbar({ ref, view, label }: EditorToolbarProps) {
  const isWide = useBreakpoint('md')
  const [linking, setLinking] = useState<Element | null>(null)
  const run = (command: Command) => {
    if (!view) return
    command(view.state, view.dispatch, view)
    view.focus()
  }
  return (
    <>
      <Tools ref={ref} role="toolbar" aria-label={label} onKeyDown={(event) => walk(event, view)}>
        {TOOLS.map((group, at) => (
          <Fragment key={group[0]?.name}>
            {at > 0 && <hr />}
            {group
              .filter(({ wideOnly }) => isWide || !wideOnly)
              .map(({ name, label: words, icon }) => (
                <Tooltip key={name} title={words}>
                  <Tool
                    tabIndex={-1}
                    aria-label={words}
                    aria-pressed={pressedOf(view, name)}
                    // The focus, and the selection with it, stays in the text.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={(event) =>
                      name === 'link' ? setLinking(event.currentTarget) : run(editorCommands[name])
                    }
                    disabled={
                      (name === 'undo' || name === 'redo') && !(view && editorCommands[name](view.state))
                    }
                  >
                    {icon}
                  </Tool>
                </Tooltip>
              ))}
          </Fragment>
        ))}
      </Tools>
      {linking && (
        <LinkPopover
          anchor={linking}
          href={view ? linkAt(view.state) : ''}
          onClose={() => {
            setLinking(null)
            view?.focus()
          }}
          onSet={(href) => {
            setLinking(null)
            run(setLink(href))
          }}
        />
      )}
    </>
  )
}
