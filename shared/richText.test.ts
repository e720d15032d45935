import { describe, expect, test } from 'vitest'
import {
  isSafeAddress,
  plainText,
  RICH_TEXT_LIMITS,
  type RichText,
  readRichText,
  richTextOf,
} from './richText.ts'

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
    ['another kind around a paragraph', doc({ type: 'script', content: [p('alert(1)')] })],
    [
      'a quote within a quote',
      doc({ type: 'blockquote', content: [{ type: 'blockquote', content: [p('a')] }] }),
    ],
    ['an item outside of a list', doc({ type: 'listItem', content: [p('a')] })],
    ['a link of another name', doc(p('a', [{ type: 'anchor', attrs: { href: 'https://a.example/' } }]))],
    ['a paragraph that is none', doc(null)],
    ['a number', 7],
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
    expect(isSafeAddress('https://a.example/'.padEnd(2000, 'x'))).toBe(true)
    expect(isSafeAddress('https://a.example/'.padEnd(2001, 'x'))).toBe(false)
  })

  test('a text has at most 20,000 characters, however it is divided', () => {
    expect(problem(doc(p('x'.repeat(12_000)), p('x'.repeat(8_000))))).toBeNull()
    expect(problem(doc(p('x'.repeat(12_000)), p('x'.repeat(8_001))))).toBe(
      'This text is too long. Please shorten it to 20,000 characters.',
    )
  })

  test('a text has at most 4,000 paragraphs, items and parts of one style', () => {
    const full = Array.from({ length: 2000 }, () => p('x'))
    expect(problem(doc(...full))).toBeNull()
    expect(problem(doc(...full, { type: 'paragraph' }))).toMatch(/Please split it/)
  })

  test('lists stand within each other seven deep, but not within a quote', () => {
    let deep: unknown = p('x')
    for (let level = 0; level < 7; level += 1) {
      deep = { type: 'bulletList', content: [{ type: 'listItem', content: [deep] }] }
    }
    expect(problem(doc(deep))).toBeNull()
    expect(problem(doc({ type: 'blockquote', content: [deep] }))).toMatch(/too deep to keep/)
  })

  test.each([
    [0, 0],
    [9_999, 9_999],
    [10_000, 1],
    [-1, 1],
    [2.5, 1],
    ['4', 1],
    [undefined, 1],
  ])('a list that begins with %s begins with %d', (given, start) => {
    const list = {
      type: 'orderedList',
      attrs: { start: given },
      content: [{ type: 'listItem', content: [p('a')] }],
    }
    expect(readRichText(doc(list)).text?.content).toMatchObject([{ attrs: { start } }])
    for (const attrs of [null, undefined]) {
      expect(readRichText(doc({ ...list, attrs })).text?.content).toMatchObject([{ attrs: { start: 1 } }])
    }
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
  const linked = (text: string, href: string) =>
    plainText(doc(p(text, [{ type: 'link', attrs: { href } }])) as RichText)
  expect([
    linked('https://a.example/', 'https://a.example/'),
    linked('kim@a.example', 'mailto:kim@a.example'),
    linked('mailto:kim@a.example', 'mailto:kim@a.example'),
    linked('Kim', 'mailto:kim@a.example'),
  ]).toEqual(['https://a.example/', 'kim@a.example', 'mailto:kim@a.example', 'Kim (kim@a.example)'])
  const counted = list('orderedList', { start: 9 }, p('nine'), p('ten'))
  expect(plainText(readRichText(doc(counted)).text)).toBe('9. nine\n10. ten')
})
