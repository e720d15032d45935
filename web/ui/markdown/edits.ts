/** A text with what is selected in it. */
export interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What the toolbar does to a text (SUBP-08). */
export type Edit = 'heading1' | 'heading2' | 'rule' | 'bold' | 'italic' | 'underline' | 'strike' | 'link'

const MARKS: Readonly<Partial<Record<Edit, readonly [string, string]>>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  // Markdown has no underline of its own.
  underline: ['<ins>', '</ins>'],
  strike: ['~~', '~~'],
}
const HEADS: Readonly<Partial<Record<Edit, string>>> = { heading1: '# ', heading2: '## ' }

const replaced = ({ text, start, end }: Selected, by: string): string =>
  text.slice(0, start) + by + text.slice(end)

/** Puts the marks around what is selected, or takes them away where they stand there already. */
function wrapped(selected: Selected, [before, after]: readonly [string, string]): Selected {
  const { text, start, end } = selected
  const isMarked =
    text.slice(start - before.length, start) === before && text.slice(end, end + after.length) === after
  if (isMarked) {
    const at = start - before.length
    const inside = text.slice(start, end)
    return {
      text: text.slice(0, at) + inside + text.slice(end + after.length),
      start: at,
      end: at + inside.length,
    }
  }
  return {
    text: replaced(selected, `${before}${text.slice(start, end)}${after}`),
    start: start + before.length,
    end: end + before.length,
  }
}

/** Makes the line a heading, another one, or a plain line again. */
function headed({ text, start, end }: Selected, head: string): Selected {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const old = /^#{1,6} /.exec(text.slice(from))?.[0] ?? ''
  const next = old === head ? '' : head
  const by = next.length - old.length
  return {
    text: text.slice(0, from) + next + text.slice(from + old.length),
    start: Math.max(from, start + by),
    end: Math.max(from, end + by),
  }
}

/** Puts a block of its own after the line of the selection. */
export function withBlock({ text, end }: Selected, block: string): Selected {
  const line = text.indexOf('\n', end)
  const at = line < 0 ? text.length : line
  const before = text.slice(0, at).replace(/\n+$/, '')
  const after = text.slice(at).replace(/^\n+/, '')
  const head = before === '' ? '' : `${before}\n\n`
  const caret = head.length + block.length
  return { text: `${head}${block}\n${after === '' ? '' : `\n${after}`}`, start: caret, end: caret }
}

/** The text after an edit, with the same words selected. */
export function edited(selected: Selected, edit: Edit): Selected {
  const marks = MARKS[edit]
  if (marks) return wrapped(selected, marks)
  const head = HEADS[edit]
  if (head !== undefined) return headed(selected, head)
  if (edit === 'rule') return withBlock(selected, '---')
  const { text, start, end } = selected
  const words = text.slice(start, end) || 'text'
  const address = 'https://'
  const from = start + words.length + 3
  return { text: replaced(selected, `[${words}](${address})`), start: from, end: from + address.length }
}
