import { expect, test } from 'vitest'
import { passphraseProblem } from '../shared/archives.ts'
import { compareLevels, DOCUMENT_LEVELS, GIVEN_LEVELS, reaches } from '../shared/documentLevels.ts'
import { withThousands } from '../shared/format/thousands.ts'
import { withinSentence } from '../shared/format/withinSentence.ts'
import { labelProblem, MAX_LABELS, MAX_LABELS_OF_DOCUMENT } from '../shared/labels.ts'
import { markedPdfName, pdfPasswordProblem, redactedName } from '../shared/markedPdfs.ts'
import { numberedName } from '../shared/numberedNames.ts'
import { MAX_PASSKEYS, passkeyNameProblem } from '../shared/passkeyRules.ts'
import { groupNameProblem, inviteeProblem } from '../shared/peopleRules.ts'
import { MAX_FAVOURITES, noteProblem } from '../shared/personalDocuments.ts'
import { maySendPicture, PICTURE_ACCEPT, PICTURE_BYTES } from '../shared/pictureRules.ts'
import { showsNothing, tidyText, tooLong } from '../shared/texts.ts'
import { MAX_TOKENS, tokenDaysProblem, tokenNameProblem } from '../shared/tokenRules.ts'
import { MAX_WEBHOOKS, webhookEventsProblem, webhookUrlProblem } from '../shared/webhookRules.ts'

// What people enter, at its limit and one beyond it, with the sentence that they read.

/** One character that is two of JavaScript's. */
const SUN = '\u{1f31e}'

const REQUIRED = 'This field is required'

test.each([
  ['a token', tokenNameProblem, 60, REQUIRED],
  ['a passkey', passkeyNameProblem, 60, REQUIRED],
  ['a group', groupNameProblem, 128, 'Name is a required field'],
])('the name of %s is there, and no longer than it may be', (_what, problem, most, required) => {
  for (const nothing of ['', '  ', '\u200b']) expect(problem(nothing)).toBe(required)
  expect(problem(` ${SUN.repeat(most)} `)).toBeNull()
  expect(problem(SUN.repeat(most + 1))).toBe(`Max ${most} characters`)
})

test('who is invited has names and an address; the title may be left out', () => {
  expect(inviteeProblem('firstName', ' ')).toBe('First Name is a required field')
  expect(inviteeProblem('lastName', '\u200b')).toBe('Last Name is a required field')
  expect(inviteeProblem('title', '')).toBeNull()
  expect(inviteeProblem('email', ' ')).toBe('Email is a required field')
  expect(inviteeProblem('email', 'ann@')).toBe('Not a valid email address')
  expect(inviteeProblem('email', ' Ann@Fund.example ')).toBeNull()
  for (const field of ['firstName', 'lastName', 'title'] as const) {
    const most = field === 'title' ? 128 : 64
    expect([field, inviteeProblem(field, 'x'.repeat(most))]).toEqual([field, null])
    expect(inviteeProblem(field, 'x'.repeat(most + 1))).toBe(`Max ${most} characters`)
  }
})

test('a token ends after 1 to 365 whole days', () => {
  expect([1, 365].map(tokenDaysProblem)).toEqual([null, null])
  for (const days of [0, 366, 1.5, Number.NaN]) {
    expect(tokenDaysProblem(days)).toBe('Please enter 1 to 365 days.')
  }
  expect([MAX_TOKENS, MAX_PASSKEYS, MAX_WEBHOOKS]).toEqual([50, 10, 20])
})

test('a webhook has an address of https without a name or password, and something to tell', () => {
  const hook = 'https://hooks.example/'
  expect(webhookUrlProblem(` ${hook} `)).toBeNull()
  for (const other of ['', 'hooks.example', 'http://hooks.example/', 'ftp://hooks.example/']) {
    expect(webhookUrlProblem(other)).toBe('Please enter an address that begins with https://.')
  }
  for (const who of ['ann:secret@', 'ann@', ':secret@']) {
    expect(webhookUrlProblem(`https://${who}hooks.example/`)).toBe('Please leave out the name and password.')
  }
  expect(webhookUrlProblem(hook.padEnd(2000, 'x'))).toBeNull()
  expect(webhookUrlProblem(hook.padEnd(2001, 'x'))).toBe('Max 2000 characters')
  expect(webhookEventsProblem(['document.published', 'member.left'])).toBeNull()
  for (const events of [[], ['document.published', 'weather.changed'], ['constructor']]) {
    expect(webhookEventsProblem(events)).toBe('Please choose what it is told of.')
  }
})

test('a passphrase of an archive has 12 to 100 characters that every program writes alike', () => {
  expect(['x'.repeat(12), 'x'.repeat(100), ' ~'.repeat(6)].map(passphraseProblem)).toEqual([null, null, null])
  for (const bad of ['x'.repeat(11), 'x'.repeat(101), `${'x'.repeat(12)}é`, `${'x'.repeat(12)}\t`]) {
    expect(passphraseProblem(bad)).toBe(
      'Please enter 12 to 100 characters: letters without accents, figures and signs.',
    )
  }
})

test('a password of a PDF has 8 to 64 characters', () => {
  expect([SUN.repeat(8), SUN.repeat(64)].map(pdfPasswordProblem)).toEqual([null, null])
  for (const bad of [SUN.repeat(7), SUN.repeat(65)]) {
    expect(pdfPasswordProblem(bad)).toBe('Please enter 8 to 64 characters.')
  }
})

test('a marked PDF is called as its file, and says whether it is redacted', () => {
  expect(markedPdfName('Lease.v2.docx')).toBe('Lease.v2.pdf')
  expect(markedPdfName('Lease.docx', true)).toBe('Lease (redacted).pdf')
  expect([redactedName('Lease'), redactedName('.lease')]).toEqual([
    'Lease (redacted).pdf',
    '.lease (redacted).pdf',
  ])
})

test('a label shows something in one line of at most 40 characters', () => {
  expect(labelProblem(SUN.repeat(40))).toBeUndefined()
  expect(labelProblem(SUN.repeat(41))).toBe('Please use at most 40 characters.')
  for (const nothing of ['', '\u200b']) expect(labelProblem(nothing)).toBe(REQUIRED)
  for (const sign of ['\n', '\t', '\u007f']) {
    expect(labelProblem(`a${sign}b`)).toBe('Please leave out line breaks and control characters.')
  }
  expect([MAX_LABELS, MAX_LABELS_OF_DOCUMENT]).toEqual([200, 20])
})

test('a private note has at most 2,000 characters', () => {
  expect(noteProblem(SUN.repeat(2000))).toBeUndefined()
  expect(noteProblem(SUN.repeat(2001))).toBe('Please use at most 2,000 characters; these are 2,001.')
  expect(MAX_FAVOURITES).toBe(500)
})

test('a picture is a png, jpg, jpeg or gif that holds something and at most 5 MB', () => {
  const picture = (name: string, size: number) => maySendPicture({ name, size })
  expect(PICTURE_ACCEPT).toBe('.png,.jpg,.jpeg,.gif')
  expect(['a.png', 'a.JPG', 'a.jpeg', 'a.gif'].map((name) => picture(name, 1))).toEqual(Array(4).fill(true))
  expect(['a.svg', 'png', 'a.png.txt'].map((name) => picture(name, 1))).toEqual(Array(3).fill(false))
  expect([0, PICTURE_BYTES, PICTURE_BYTES + 1].map((size) => picture('a.png', size))).toEqual([
    false,
    true,
    false,
  ])
  expect(PICTURE_BYTES).toBe(5 * 1024 * 1024)
})

test('a text is kept in one line, and one that shows nothing is none', () => {
  expect(tidyText(' Jose\u0301 \t\u0000 Ruiz\n\u202eII ')).toBe('José Ruiz II')
  expect([tidyText('\u200b \u2060'), tidyText('\u202e')]).toEqual(['', ''])
  expect(['a', '\u200b', ' '].map(showsNothing)).toEqual([false, true, true])
  expect([tooLong(SUN.repeat(3), 3), tooLong(SUN.repeat(4), 3)]).toEqual([null, 'Max 3 characters'])
})

test('a level of a document includes those before it', () => {
  expect(DOCUMENT_LEVELS.map((level) => reaches('PRINT', level))).toEqual([true, true, true, false, false])
  expect(DOCUMENT_LEVELS.toReversed().toSorted(compareLevels)).toEqual(DOCUMENT_LEVELS)
  expect(GIVEN_LEVELS).toEqual(['VIEW', 'PRINT', 'PDF', 'ORIGINAL'])
})

test('digits have commas every three, names their number, and records no capital within a sentence', () => {
  expect(['1234567', '-1000.5', '999', '1000.', '1000.12345', '1e5', 'x'].map(withThousands)).toEqual([
    '1,234,567',
    '-1,000.5',
    '999',
    '1,000.',
    '1,000.12345',
    '1e5',
    'x',
  ])
  expect([numberedName({ name: 'Leases', number: '2.1' }), numberedName({ name: 'Leases' })]).toEqual([
    '2.1 Leases',
    'Leases',
  ])
  expect([
    withinSentence({ one: 'user group', many: 'User groups' }),
    withinSentence({ one: 'O&M partner', many: 'O&M partners' }),
  ]).toEqual(['user groups', 'O&M partners'])
})
