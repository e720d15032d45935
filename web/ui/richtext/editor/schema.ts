import { Schema } from 'prosemirror-model'
import { isSafeAddress } from '../../../../shared/richText.ts'

const HEADS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag }))

const startOf = (list: HTMLElement): number => {
  const start = Number(list.getAttribute('start') ?? 1)
  return Number.isInteger(start) && start >= 0 && start <= 9_999 ? start : 1
}

/**
 * The rich text of `shared/richText.ts` as ProseMirror knows it: what is pasted keeps these kinds, and loses all others
 * with every attribute but a safe address.
 */
export const richTextSchema = new Schema({
  nodes: {
    doc: { content: '(paragraph | blockquote | bulletList | orderedList)+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      parseDOM: [{ tag: 'p' }, ...HEADS, { tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: () => ['p', 0],
    },
    blockquote: {
      content: '(paragraph | bulletList | orderedList)+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bulletList: {
      content: 'listItem+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    orderedList: {
      content: 'listItem+',
      group: 'block',
      attrs: { start: { default: 1, validate: 'number' } },
      parseDOM: [{ tag: 'ol', getAttrs: (list) => ({ start: startOf(list) }) }],
      toDOM: (node) => ['ol', { start: node.attrs.start }, 0],
    },
    listItem: {
      content: '(paragraph | bulletList | orderedList)+',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    text: { group: 'inline' },
    hardBreak: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      inclusive: false,
      attrs: { href: { validate: 'string' } },
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (anchor) => {
            const href = anchor.getAttribute('href') ?? ''
            return isSafeAddress(href) ? { href } : false
          },
        },
      ],
      toDOM: (mark) => [
        'a',
        { href: mark.attrs.href, rel: 'noopener noreferrer nofollow', target: '_blank' },
        0,
      ],
    },
    bold: {
      parseDOM: [
        { tag: 'strong' },
        // Some clipboards wrap everything in a <b> of normal weight.
        { tag: 'b', getAttrs: (element) => (element.style.fontWeight === 'normal' ? false : null) },
        {
          style: 'font-weight',
          getAttrs: (value) => (/^(?:bold(?:er)?|[6-9]00)$/.test(value) ? null : false),
        },
      ],
      toDOM: () => ['strong', 0],
    },
    italic: {
      parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
      toDOM: () => ['em', 0],
    },
    underline: {
      parseDOM: [{ tag: 'u' }, { style: 'text-decoration=underline' }],
      toDOM: () => ['u', 0],
    },
    strike: {
      parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }],
      toDOM: () => ['s', 0],
    },
  },
})
