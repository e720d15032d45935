import { chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { richTextSchema } from './schema.ts'

const { nodes, marks } = richTextSchema
type MarkName = 'bold' | 'italic' | 'underline' | 'strike'
type BlockName = 'bulletList' | 'orderedList' | 'blockquote'

const isWithin = ({ selection: { $from } }: EditorState, type: NodeType): boolean =>
  Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1)).some((node) => node.type === type)

const hasMark = ({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean => {
  const { from, to, $from, empty } = selection
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type)
}

/** Takes a list to the other kind, out of it, or into it. */
const toggleList =
  (name: 'bulletList' | 'orderedList'): Command =>
  (state, dispatch, view) => {
    if (isWithin(state, nodes[name])) return liftListItem(nodes.listItem)(state, dispatch, view)
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      const node = $from.node(depth)
      if (node.type !== nodes.bulletList && node.type !== nodes.orderedList) continue
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), nodes[name]))
      return true
    }
    return wrapInList(nodes[name])(state, dispatch, view)
  }

const toggleQuote: Command = (state, dispatch, view) =>
  isWithin(state, nodes.blockquote) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch, view)

/** What the buttons and keys of the editor do. */
export const editorCommands = {
  bold: toggleMark(marks.bold),
  italic: toggleMark(marks.italic),
  underline: toggleMark(marks.underline),
  strike: toggleMark(marks.strike),
  bulletList: toggleList('bulletList'),
  orderedList: toggleList('orderedList'),
  blockquote: toggleQuote,
  undo,
  redo,
} as const satisfies Record<string, Command>

export const isMarked = (state: EditorState, name: MarkName | 'link'): boolean => hasMark(state, marks[name])
export const isBlock = (state: EditorState, name: BlockName): boolean => isWithin(state, nodes[name])

const hardBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hardBreak.create()).scrollIntoView())
  return true
})

/** Keys beside the usual ones; Tab leaves the editor. */
export const EDITOR_KEYS: Readonly<Record<string, Command>> = {
  'Mod-b': editorCommands.bold,
  'Mod-i': editorCommands.italic,
  'Mod-u': editorCommands.underline,
  'Mod-Shift-x': editorCommands.strike,
  'Mod-Shift-8': editorCommands.bulletList,
  'Mod-Shift-7': editorCommands.orderedList,
  'Mod-Shift-9': editorCommands.blockquote,
  'Mod-]': sinkListItem(nodes.listItem),
  'Mod-[': liftListItem(nodes.listItem),
  'Mod-z': undo,
  'Mod-y': redo,
  'Mod-Shift-z': redo,
  'Mod-Alt-0': setBlockType(nodes.paragraph),
  Enter: splitListItem(nodes.listItem),
  'Shift-Enter': hardBreak,
}

/** The link at the selection, as far as it is one. */
export function linkAt(state: EditorState): string {
  const { $from, from, to, empty } = state.selection
  const found: string[] = []
  if (empty)
    found.push(...$from.marks().flatMap((mark) => (mark.type === marks.link ? [mark.attrs.href] : [])))
  else {
    state.doc.nodesBetween(from, to, (node) => {
      const mark = marks.link.isInSet(node.marks)
      if (mark) found.push(mark.attrs.href)
    })
  }
  return found[0] ?? ''
}

/** Around an empty selection the link that it stands in. */
function linkedRange(state: EditorState): { from: number; to: number } {
  const { $from, from, to, empty } = state.selection
  if (!empty) return { from, to }
  const href = linkAt(state)
  const isPart = (at: number) =>
    $from.parent.child(at).marks.some((mark) => mark.type === marks.link && mark.attrs.href === href)
  let [first, last] = [$from.index(), $from.index()]
  if (href === '' || first >= $from.parent.childCount || !isPart(first)) return { from, to }
  while (first > 0 && isPart(first - 1)) first -= 1
  while (last < $from.parent.childCount - 1 && isPart(last + 1)) last += 1
  const start = $from.start()
  const edge = (until: number) =>
    Array.from({ length: until }, (_, at) => $from.parent.child(at).nodeSize).reduce(
      (sum, size) => sum + size,
      start,
    )
  return { from: edge(first), to: edge(last + 1) }
}

/** Leads the selection to an address, '' to none; without a selection the address itself is written there. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to } = linkedRange(state)
    const { tr } = state
    if (href === '') tr.removeMark(from, to, marks.link)
    else if (from === to) {
      tr.insert(from, richTextSchema.text(href.replace(/^mailto:/i, ''), [marks.link.create({ href })]))
    } else tr.addMark(from, to, marks.link.create({ href }))
    dispatch?.(tr.scrollIntoView())
    return true
  }
