// @vitest-environment node
import { expect, test } from 'vitest'
import {
  CHECKLIST_STATUS_LABELS,
  CHECKLIST_STATUSES,
  commentProblem,
  DEFAULT_CHECKLIST_STATUS,
  linkProblem,
  opensLink,
  progressOf,
  rowLabel,
} from './checklists.ts'

test('CHK-32 CHK-37 each status has its label, and Requested is the default', () => {
  expect(CHECKLIST_STATUSES.map((status) => CHECKLIST_STATUS_LABELS[status])).toEqual([
    'Requested',
    'Submitted for review',
    'Under review',
    'Third party review',
    'Follow up needed',
    'Signature required',
    'Done',
  ])
  expect(DEFAULT_CHECKLIST_STATUS).toBe('STATE_REQUESTED')
})

test('CHK-33 CHK-34 four count as in progress, two as attention needed, one as done', () => {
  expect(CHECKLIST_STATUSES.map(progressOf)).toEqual([
    'inProgress',
    'inProgress',
    'inProgress',
    'inProgress',
    'attention',
    'attention',
    'done',
  ])
})

test('CHK-07 rows are numbered by their places', () => {
  expect([rowLabel(2, null), rowLabel(2, 10)]).toEqual(['2.0', '2.10'])
})

test.each([
  ['https://files.example/a?b=c#d', true],
  ['HTTP://files.example', true],
  ['/portfolios/one/storage/documents', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['/\t/evil.example', false],
  ['/\n\\evil.example', false],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,a', false],
  ['https://', false],
  ['lease.pdf', false],
])('CHK-21 whether %j is opened: %s', (link, opens) => {
  expect(opensLink(link)).toBe(opens)
  expect(linkProblem(link) === null).toBe(opens)
})

test('a link has at most 2,000 characters, or is left out', () => {
  expect(linkProblem('')).toBeNull()
  expect(linkProblem(`/${'x'.repeat(1999)}`)).toBeNull()
  expect(linkProblem(`/${'x'.repeat(2000)}`)).toBe('Please use at most 2,000 characters.')
})

test('CHK-18 CHK-24 a comment has 1 to 4,000 characters', () => {
  for (const nothing of ['', '\u200b', '\u2060 \u200d']) {
    expect(commentProblem(nothing)).toBe('Please write a comment.')
  }
  expect(commentProblem('\u{1f600}'.repeat(4000))).toBeNull()
  expect(commentProblem('a'.repeat(4001))).toBe('Please use at most 4,000 characters; these are 4,001.')
})
