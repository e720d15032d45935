import { baseKeymap } from 'prosemirror-commands'
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type ReactNode, useEffect, useReducer, useRef } from 'react'
import { RICH_TEXT_LIMITS, type RichText } from '../../../../shared/richText.ts'
import { useLatest } from '../../text/useLatest.ts'
import { styled } from '../../theme/styled.tsx'
import { useToast } from '../../toast/ToastProvider.tsx'
import { richTextStyles } from '../styles.ts'
import { EDITOR_KEYS } from './commands.ts'
import { EditorToolbar } from './EditorToolbar.tsx'
import { cleanPasted } from './pasted.ts'
import { richTextSchema } from './schema.ts'

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 228,
  containerType: 'inline-size',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.control}`,
  backgroundColor: theme.vars.palette.surface,
  // Drawn outside, so that nothing shifts.
  '&:focus-within': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.vars.palette.primary.main}, 0 0 0 4px color-mix(in srgb, ${theme.vars.palette.primary.main} 18%, transparent)`,
  },
  '&[data-failed]': { borderColor: theme.vars.palette.danger.main },
  [theme.breakpoints.down('md')]: { minHeight: 0 },
}))

const Writing = styled('div')(({ theme }) => ({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  maxHeight: 400,
  overflowY: 'auto',
  '& > .ProseMirror': {
    flex: 1,
    minHeight: 100,
    padding: '9px 11px',
    outline: 'none',
    whiteSpace: 'break-spaces',
    ...theme.typography.body1,
    color: theme.vars.palette.ink,
    ...richTextStyles(theme),
    // A telephone would zoom into smaller letters.
    [theme.breakpoints.down('md')]: { minHeight: 112, maxHeight: 320, ...theme.typography.touchField },
  },
}))

const EditorFoot = styled('div')({ padding: '0 11px' })

const docOf = (text: RichText | null): Node =>
  text
    ? Node.fromJSON(richTextSchema, text)
    : richTextSchema.node('doc', null, [richTextSchema.node('paragraph')])

const stateOf = (text: RichText | null): EditorState =>
  EditorState.create({
    doc: docOf(text),
    plugins: [history(), keymap(EDITOR_KEYS), keymap(baseKeymap)],
  })

interface RichTextEditorProps {
  /** Accessible name. */
  label: string
  value: RichText | null
  onChange: (value: RichText) => void
  onBlur?: () => void
  /** The edge says that it could not be saved. */
  failed?: boolean
  autoFocus?: boolean
  /** Below the text, such as when it was saved. */
  foot?: ReactNode
}

const attributesOf = (label: string) => ({ 'aria-label': label, 'aria-multiline': 'true', role: 'textbox' })

const TOO_LONG = 'This text is too long. Please shorten it to 20,000 characters.'

/** Writes a rich text: a toolbar, the text and a foot. Loaded with the first of them (`RichTextField`). */
export function RichTextEditor(props: RichTextEditorProps) {
  const { label, value, failed, foot } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const written = useRef(value)
  const latest = useLatest(props)
  const toolbar = useRef<HTMLDivElement>(null)
  const toast = useRef(useToast())
  const [, changed] = useReducer((count: number) => count + 1, 0)

  useEffect(() => {
    const { label: name, value: first, autoFocus } = latest.current
    const editor = new EditorView(place.current, {
      state: stateOf(first),
      attributes: attributesOf(name),
      transformPastedHTML: cleanPasted,
      handlePaste: (_view, event) => {
        const text = event.clipboardData?.getData('text/plain') ?? ''
        if (text.length <= RICH_TEXT_LIMITS.characters) return false
        toast.current.error(TOO_LONG)
        return true
      },
      handleKeyDown: (_view, event) => {
        if (!event.altKey || event.key !== 'F10') return false
        toolbar.current?.querySelector('button')?.focus()
        return true
      },
      handleDOMEvents: {
        // Whoever the editor stands in may close it by that key.
        keydown: (_view, event) => event.key === 'Escape' && !event.isComposing,
        blur: () => {
          latest.current.onBlur?.()
          return false
        },
      },
      dispatchTransaction: (transaction) => {
        editor.updateState(editor.state.apply(transaction))
        if (transaction.docChanged) {
          const text: RichText = editor.state.doc.toJSON()
          written.current = text
          latest.current.onChange(text)
        }
        changed()
      },
    })
    view.current = editor
    if (autoFocus) editor.focus()
    changed()
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])
  // A draft that is asked becomes a question while it is open.
  useEffect(() => view.current?.setProps({ attributes: attributesOf(label) }), [label])
  // What comes from elsewhere takes the place of the text: somebody else's, or what was chosen of two.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    view.current?.updateState(stateOf(value))
    changed()
  }, [value])

  return (
    <Frame data-failed={failed ? '' : undefined}>
      <EditorToolbar ref={toolbar} view={view.current} label={`Formatting of ${label}`} />
      <Writing ref={place} />
      {foot && <EditorFoot>{foot}</EditorFoot>}
    </Frame>
  )
}
