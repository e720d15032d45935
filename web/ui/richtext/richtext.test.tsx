// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Node, DOMParser as ProseParser } from 'prosemirror-model'
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { type RichText, readRichText, richTextOf } from '../../../shared/richText.ts'
import { renderInApp } from '../testing/render.tsx'
import { editorCommands, isBlock, linkAt, setLink } from './editor/commands.ts'
import { addressOf } from './editor/LinkPopover.tsx'
import { cleanPasted } from './editor/pasted.ts'
import { richTextSchema } from './editor/schema.ts'
import { RichTextField, RichTextView } from './index.ts'

const paragraph = (content: unknown[]): unknown => ({
  type: 'doc',
  content: [{ type: 'paragraph', content }],
})

test('QA-38 a text is shown as elements of known kinds, and its links open apart from the page', () => {
  const text: RichText = {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: '<img src=x onerror=alert(1)> ' },
          { type: 'text', text: 'capped', marks: [{ type: 'bold' }, { type: 'underline' }] },
          { type: 'hardBreak' },
          {
            type: 'text',
            text: 'Exhibit F',
            marks: [{ type: 'link', attrs: { href: 'https://room.example/f' } }],
          },
        ],
      },
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [{ type: 'listItem', content: richTextOf('third').content }],
      },
      { type: 'blockquote', content: richTextOf('quoted').content },
    ],
  }
  const { container } = renderInApp(<RichTextView text={text} />)
  const link = screen.getByRole('link', { name: 'Exhibit F' })
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer nofollow',
  ])
  expect(container.querySelector('img')).toBeNull()
  expect(
    container.querySelector('u > strong')?.textContent ?? container.querySelector('strong')?.textContent,
  ).toBe('capped')
  expect(container.querySelector('ol')?.getAttribute('start')).toBe('3')
  expect(container.querySelector('blockquote')?.textContent).toBe('quoted')
})

test.each([
  ['a script', { type: 'doc', content: [{ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] }] }],
  [
    'a link to javascript:',
    paragraph([
      { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
    ]),
  ],
  ['no document', 'plain'],
  ['two megabytes', paragraph([{ type: 'text', text: 'x'.repeat(2_000_000) }])],
])('QA-38 of %s nothing is shown', (_case, text) => {
  const { container } = renderInApp(<RichTextView text={text} />)
  expect(container.textContent).not.toMatch(/alert|plain|x{10}/)
  expect(container.querySelector('a, script')).toBeNull()
})

/** What stays of pasted HTML, as it would be stored. */
function pasted(html: string): unknown {
  const element = document.createElement('div')
  element.innerHTML = cleanPasted(html)
  return ProseParser.fromSchema(richTextSchema).parse(element).toJSON()
}
const words = (value: unknown) => {
  const { text, problem } = readRichText(value)
  return problem ?? text
}

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
<!--[if gte mso 9]><xml><o:Revision>7</o:Revision></xml><![endif]-->
<p class="MsoNormal" style="color:red"><b>Caps</b> <span style="font-style:italic">apply</span><o:p></o:p></p>
<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>   </span></span>per site</p>
<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>per year</p>
<p class="MsoListParagraph" style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">1.</span>first</p>
<script>alert(1)</script></body></html>`

test('QA-16 what is pasted from Word keeps its words, marks and lists, and nothing else', () => {
  const text = pasted(WORD)
  expect(JSON.stringify(text)).not.toMatch(/style|class|mso|alert|Revision|·/)
  expect(words(text)).toEqual({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Caps', marks: [{ type: 'bold' }] },
          { type: 'text', text: ' ' },
          { type: 'text', text: 'apply', marks: [{ type: 'italic' }] },
        ],
      },
      {
        type: 'bulletList',
        content: ['per site', 'per year'].map((each) => ({
          type: 'listItem',
          content: richTextOf(each).content,
        })),
      },
      {
        type: 'orderedList',
        attrs: { start: 1 },
        content: [{ type: 'listItem', content: richTextOf('first').content }],
      },
    ],
  })
})

test('QA-16 rows of Excel become lines; a picture, a frame and an unsafe link leave their words alone', () => {
  expect(
    words(
      pasted(
        '<table><tr><td>Site</td><td>MW</td></tr><tr><td></td><td></td></tr><tr><td>Cedar Bluff</td><td>20</td></tr></table>',
      ),
    ),
  ).toEqual(richTextOf('Site | MW', 'Cedar Bluff | 20'))
  expect(
    words(
      pasted(
        '<h2>Head</h2><img src=x onerror=alert(1)><iframe src="//x"></iframe><a href="javascript:alert(1)">press</a>',
      ),
    ),
  ).toEqual(richTextOf('Head', 'press'))
})

const stateOf = (doc: Node, from: number, to = from) => {
  const state = EditorState.create({ doc })
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)))
}
const run = (state: EditorState, command: (typeof editorCommands)[keyof typeof editorCommands]) => {
  let next = state
  command(state, (transaction) => {
    next = state.apply(transaction)
  })
  return next
}

test('QA-16 buttons make lists, quotes, marks and links that the format keeps, and take them back', () => {
  const doc = richTextSchema.nodeFromJSON(richTextOf('Exhibit F is blank'))
  const bulleted = run(stateOf(doc, 3), editorCommands.bulletList)
  expect(isBlock(bulleted, 'bulletList')).toBe(true)
  const numbered = run(bulleted, editorCommands.orderedList)
  expect([isBlock(numbered, 'orderedList'), isBlock(numbered, 'bulletList')]).toEqual([true, false])
  expect(run(numbered, editorCommands.orderedList).doc.toJSON()).toEqual(doc.toJSON())
  const quoted = run(stateOf(doc, 3), editorCommands.blockquote)
  expect(run(quoted, editorCommands.blockquote).doc.toJSON()).toEqual(doc.toJSON())
  const linked = run(stateOf(doc, 1, 10), setLink('https://room.example/f'))
  expect(linkAt(linked)).toBe('https://room.example/f')
  expect(readRichText(linked.doc.toJSON()).problem).toBeNull()
  // From anywhere within it the whole link is taken away.
  expect(run(stateOf(linked.doc, 4), setLink('')).doc.toJSON()).toEqual(doc.toJSON())
})

test('an address without a scheme leads to a site, or to a person', () => {
  expect(
    ['room.example/a', 'ann@room.example', 'http://x.example', 'javascript:alert(1)'].map(addressOf),
  ).toEqual(['https://room.example/a', 'mailto:ann@room.example', 'http://x.example', 'javascript:alert(1)'])
})

test('the editor is there with its text and its tools, and takes another text over', async () => {
  const field = (text: RichText) => (
    <RichTextField label="Answer" value={text} onChange={() => {}} foot="No edits yet" />
  )
  const { rerender } = renderInApp(field(richTextOf('Before')))
  const box = await screen.findByRole('textbox', { name: 'Answer' })
  expect(box.textContent).toBe('Before')
  expect(screen.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('false')
  rerender(field(richTextOf('After')))
  await waitFor(() => expect(box.textContent).toBe('After'))
  await userEvent.setup().click(screen.getByRole('button', { name: 'Link' }))
  const dialog = await screen.findByRole('dialog', { name: 'Link' })
  await userEvent.setup().type(screen.getByRole('textbox', { name: 'Address' }), 'javascript:alert(1)')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Set link' }))
  expect(dialog.textContent).toContain('A link must begin with http://, https:// or mailto:')
})
