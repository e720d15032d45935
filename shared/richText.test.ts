import { describe, expect, test } from 'vitest'
import { isSafeAddress, plainText, RICH_TEXT_LIMITS, readRichText, richTextOf } from './richText.ts'

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const p = (text: string, marks?: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks }],
})
const problem = (value: unknown) => readRichText(value).problem

describe('QA-16 what is kept of a rich text', () => {
  test('blocks, marks and links of the format come back as they are', () => {
    const text = doc(
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'Bold', marks: [{ type: 'bold' }, { type: 'underline' }] }],
      },
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'hardBreak' }] }] }],
      },
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
      },
      { type: 'blockquote', content: [{ type: 'paragraph' }] },
    )
    expect(readRichText(text)).toEqual({ text, problem: null })
  })

  test('attributes that nobody knows are left out, and a mark stands once', () => {
    const link = { type: 'link', attrs: { href: 'https://a.example/', target: '_self', onclick: 'alert(1)' } }
    const given = doc({
      type: 'paragraph',
      attrs: { style: 'color: red' },
      content: [{ type: 'text', text: 'a\0b', marks: [link, { type: 'bold' }, { type: 'bold' }] }],
    })
    expect(readRichText(given).text).toEqual(
      doc(p('ab', [{ type: 'link', attrs: { href: 'https://a.example/' } }, { type: 'bold' }])),
    )
  })

  test('what the database can’t keep leaves neither an empty part nor a broken one', () => {
    const given = doc({
      type: 'paragraph',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: '\0' },
        { type: 'text', text: 'b\ud83d' },
      ],
    })
    expect(readRichText(given).text).toEqual(
      doc({
        type: 'paragraph',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b\ufffd' },
        ],
      }),
    )
    expect(isSafeAddress('https://a.example/\ud83d')).toBe(false)
  })

  test.each([
    ['nothing', null],
    ['a document of nothing', doc()],
    ['empty paragraphs', doc({ type: 'paragraph' }, p('  '))],
    ['signs of no width', doc(p('\u200b\u2060'))],
  ])('%s is no text', (_what, value) => {
    expect(readRichText(value)).toEqual({ text: null, problem: null })
  })
})

describe('QA-38 what is refused, each with a sentence', () => {
  test.each([
    ['a string', '<p>Hello</p>'],
    ['a list', []],
    ['another root', { type: 'paragraph' }],
    ['an image', doc({ type: 'image', attrs: { src: 'https://a.example/x.png' } })],
    ['a script', doc({ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] })],
    ['text outside of a paragraph', doc({ type: 'text', text: 'bare' })],
    ['a mark nobody knows', doc(p('a', [{ type: 'textStyle' }]))],
    ['content that is no list', { type: 'doc', content: 'text' }],
    ['a text that is a number', doc({ type: 'paragraph', content: [{ type: 'text', text: 1 }] })],
    ['a list without items', doc({ type: 'bulletList', content: [] })],
  ])('%s', (_what, value) => {
    expect(problem(value)).toBe(
      "This text contains something that can't be kept here. Please paste it as plain text.",
    )
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '//a.example',
    '/x',
    'https://',
    ' https://a.example',
    'https://a.example/ x',
    'ftp://a.example',
    7,
  ])('a link to %s', (href) => {
    expect(problem(doc(p('a', [{ type: 'link', attrs: { href } }])))).toBe(
      'A link must begin with http://, https:// or mailto:. Please correct or remove it.',
    )
  })

  test('links to the web and to people are good ones', () => {
    for (const href of ['https://a.example/x?y=1#z', 'http://a.example', 'mailto:kim@a.example']) {
      expect(isSafeAddress(href)).toBe(true)
    }
    expect(isSafeAddress(`https://a.example/${'x'.repeat(RICH_TEXT_LIMITS.address)}`)).toBe(false)
  })

  test('a text of 2 MB, of too many nodes, and one nested without end', () => {
    expect(problem(doc(p('x'.repeat(2_000_000))))).toBe(
      'This text is too long. Please shorten it to 20,000 characters.',
    )
    expect(problem(doc(...Array.from({ length: RICH_TEXT_LIMITS.nodes }, () => p('x'))))).toMatch(
      /Please split it/,
    )
    let deep: unknown = { type: 'paragraph' }
    for (let level = 0; level < 1000; level += 1) {
      deep = { type: 'bulletList', content: [{ type: 'listItem', content: [deep] }] }
    }
    expect(problem(doc(deep))).toMatch(/too deep to keep/)
  })
})

test('QA-06 the plain words keep line breaks, list marks and where a link leads', () => {
  const list = (type: string, attrs: object | undefined, ...items: unknown[]) => ({
    type,
    attrs,
    content: items.map((item) => ({ type: 'listItem', content: [item].flat() })),
  })
  const { text } = readRichText(
    doc(
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'See ' },
          {
            type: 'text',
            text: 'the study',
            marks: [{ type: 'link', attrs: { href: 'https://a.example/s' } }],
          },
          { type: 'hardBreak' },
          { type: 'text', text: 'below' },
        ],
      },
      list('bulletList', undefined, p('one'), [p('two'), list('orderedList', { start: 4 }, p('inner'))]),
    ),
  )
  expect(plainText(text)).toBe('See the study (https://a.example/s)\nbelow\n- one\n- two\n  4. inner')
  expect(plainText(richTextOf('A', 'B'))).toBe('A\nB')
  expect(plainText(null)).toBe('')
})
