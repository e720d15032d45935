import { expect, test } from 'vitest'
import { htmlOf } from './layout.ts'
import { type Letter, subjectOf } from './letter.ts'
import { plainTextOf } from './plainText.ts'

const letter: Letter = {
  subject: 'Republican Valley Portfolio: 9 new documents',
  title: '9 new documents in Republican Valley Portfolio',
  paragraphs: ['Tomás Brandt of Meridian Solar Fund added them on Friday.'],
  button: { label: 'Open documents', url: 'https://rooms.fund.example/portfolios/rv/storage/documents' },
  sections: [
    {
      path: ['02 Project documents', '03 Offtake'],
      entries: [
        {
          name: 'PPA.pdf',
          url: 'https://rooms.fund.example/portfolios/rv/storage/documents/1',
          kind: { word: 'PDF', tone: 'danger' },
          note: 'Version 3',
          value: '5.1 MB',
        },
      ],
    },
  ],
  more: { label: '8 more in 2 folders', url: 'https://rooms.fund.example/portfolios/rv/storage/documents' },
  remarks: ['Kept for seven days.'],
  foot: {
    why: 'You get this e-mail because notifications for Republican Valley Portfolio are on.',
    links: [{ label: 'Change preferences', url: 'https://rooms.fund.example/profile/segue/notifications' }],
    organisation: 'Segue Infrastructure',
  },
}

test('NOTIF-25 the plain text has all that the HTML has, in the same order', () => {
  expect(plainTextOf(letter)).toBe(`9 new documents in Republican Valley Portfolio

Tomás Brandt of Meridian Solar Fund added them on Friday.

Open documents:
https://rooms.fund.example/portfolios/rv/storage/documents

02 Project documents / 03 Offtake
- [PDF] PPA.pdf (Version 3, 5.1 MB)

8 more in 2 folders:
https://rooms.fund.example/portfolios/rv/storage/documents

Kept for seven days.

-- 

You get this e-mail because notifications for Republican Valley Portfolio are on.
Change preferences: https://rooms.fund.example/profile/segue/notifications

Segue Infrastructure, by Helioroom. The links work for you alone, after signing in. Confidential.
`)
  const words = htmlOf(letter)
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
  const order = [
    '9 new',
    'Tomás',
    'Open doc',
    '02 Pro',
    '03 Off',
    'PPA.pdf',
    'Version 3',
    '5.1 MB',
    '8 more',
    'Kept',
  ]
  const after = words.slice(words.indexOf('Helioroom') + 1)
  const places = order.map((word) => after.indexOf(word))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

test('several values below each other stand under one label, in the plain text as well', () => {
  const facts = [
    { label: 'Checklist', value: 'Closing' },
    { label: 'Items', value: '1.1 Title, Alma' },
    { label: '', value: '1.2 Survey, Alma' },
  ]
  expect(plainTextOf({ ...letter, facts })).toContain(
    '\n\nChecklist: Closing\nItems: 1.1 Title, Alma\n1.2 Survey, Alma\n\n',
  )
})

test('a letter shows what it has, and nothing in place of what it lacks', () => {
  const { subject, title } = letter
  const bare: Letter = { subject, title, foot: { why: 'You have an account.' } }
  expect(plainTextOf(bare)).toBe(
    `${title}\n\n-- \n\nYou have an account.\n\nSent by Helioroom. Confidential.\n`,
  )
  const shown = (html: string) =>
    html
      .replace(/^[\s\S]*<\/h1>/, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/(?:&nbsp;|\s)+/g, ' ')
      .trim()
  expect(shown(htmlOf(bare))).toBe('You have an account. Sent by Helioroom. Confidential.')
  expect(htmlOf(bare)).not.toMatch(
    /class="(?:button|list|quote|link|tone)|undefined|<h1[^>]*>[\s\S]*<table[^>]*margin/,
  )
  const listed: Letter = {
    ...bare,
    sections: [
      { path: [], entries: [{ name: 'Survey' }, { name: 'PPA', kind: { word: 'PDF', tone: 'danger' } }] },
    ],
    besides: {
      path: ['Waiting for you'],
      entries: [
        { name: 'Sign', note: 'Prairie' },
        { name: 'Pay', value: '2' },
      ],
    },
  }
  expect(plainTextOf(listed)).toContain(
    '\n\n- Survey\n- [PDF] PPA\n\nWaiting for you\n- Sign (Prairie)\n- Pay (2)\n\n',
  )
  expect(shown(htmlOf(listed))).toBe(
    'Survey PDF PPA Waiting for you Sign Prairie Pay 2 You have an account. Sent by Helioroom. Confidential.',
  )
  expect(htmlOf(listed)).not.toContain('undefined')
  const two = {
    ...bare,
    foot: {
      ...bare.foot,
      links: [1, 2].map((at) => ({ label: `Link ${at}`, url: `https://a.example/${at}` })),
    },
  }
  expect(shown(htmlOf(two))).toBe('You have an account. Link 1 | Link 2 Sent by Helioroom. Confidential.')
})

test('no name becomes markup, a link, another line or a text that reads the other way', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&\nBcc: eve@bad.example\u202Efdp.exe'
  const html = htmlOf({
    subject: evil,
    title: evil,
    preheader: evil,
    paragraphs: [evil],
    button: { label: evil, url: 'javascript:alert(1)' },
    facts: [{ label: evil, value: evil }],
    quote: '</td><script>alert(1)</script>\nsecond line',
    sections: [
      { path: [evil], entries: [{ name: evil, url: 'https://x.example/"><b>', note: evil, value: evil }] },
    ],
    remarks: [evil],
    foot: { why: evil, organisation: evil },
  })
  expect(html).not.toMatch(/<script|<img src=x|javascript:|\u202e/i)
  expect(html).toContain('second line')
  expect(html).toContain('href="https://x.example/&quot;&gt;&lt;b&gt;"')
  expect(subjectOf({ ...letter, subject: evil })).toBe(
    '<img src=x onerror=alert(1)>"\'& Bcc: eve@bad.examplefdp.exe',
  )
  const lines = plainTextOf({ ...letter, title: evil, quote: 'Yours\n-- \nHelioroom' }).split('\n')
  expect(lines).not.toContain('Bcc: eve@bad.examplefdp.exe')
  expect(lines).toContain('> Helioroom')
})

test('nothing in it is fetched from anywhere, and it needs no style sheet', () => {
  const html = htmlOf(letter)
  expect([...html.matchAll(/(?:src|background)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    'cid:mark@helioroom',
  ])
  expect(html).not.toMatch(/<link|@import|url\(|<form|<svg/)
  const cells = [...html.matchAll(/<(?:td|h1|p|a)\b[^>]*>/g)].map(([tag]) => tag)
  expect(cells.filter((tag) => !/style="|width="34"/.test(tag))).toEqual([])
})

test('a subject is cut at a length that mail clients show', () => {
  const full = 'x'.repeat(200)
  expect(subjectOf({ ...letter, subject: full })).toBe(full)
  expect(subjectOf({ ...letter, subject: `${full}y` })).toBe(`${'x'.repeat(199)}…`)
  expect([...subjectOf({ ...letter, subject: '\u{1f31e}'.repeat(300) })]).toHaveLength(200)
})
