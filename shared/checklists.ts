import { showsNothing } from './texts.ts'

/** Status of a checklist item (ORG-34), in the order in which it is offered. */
export const CHECKLIST_STATUSES = [
  'STATE_REQUESTED',
  'SUBMITTED_FOR_REVIEW',
  'UNDER_REVIEW',
  'THIRD_PARTY_REVIEW',
  'FOLLOW_UP_NEEDED',
  'SIGNATURE_REQUIRED',
  'DONE',
] as const
export type ChecklistItemStatus = (typeof CHECKLIST_STATUSES)[number]

/** What an empty status falls back to (CHK-36, CHK-37). */
export const DEFAULT_CHECKLIST_STATUS: ChecklistItemStatus = 'STATE_REQUESTED'

/** The words on screen and in spreadsheets (CHK-32). */
export const CHECKLIST_STATUS_LABELS: Readonly<Record<ChecklistItemStatus, string>> = {
  STATE_REQUESTED: 'Requested',
  SUBMITTED_FOR_REVIEW: 'Submitted for review',
  UNDER_REVIEW: 'Under review',
  THIRD_PARTY_REVIEW: 'Third party review',
  FOLLOW_UP_NEEDED: 'Follow up needed',
  SIGNATURE_REQUIRED: 'Signature required',
  DONE: 'Done',
}

export type ChecklistProgress = 'inProgress' | 'attention' | 'done'

/** What a status counts as (CHK-33, CHK-34). */
export function progressOf(status: ChecklistItemStatus): ChecklistProgress {
  if (status === 'DONE') return 'done'
  return status === 'FOLLOW_UP_NEEDED' || status === 'SIGNATURE_REQUIRED' ? 'attention' : 'inProgress'
}

/** The number of a row: "2.0" for a parent, "2.1" for a child (CHK-07). */
export const rowLabel = (parent: number, child: number | null): string => `${parent}.${child ?? 0}`

/** Characters of a comment. */
const MAX_COMMENT = 4000
/** Items that one comment, or one change, may be for. */
export const MAX_ITEMS = 200
/** Characters of a link to documents. */
const MAX_LINK = 2000

/** What is wrong with the trimmed text of a comment; null for nothing. */
export function commentProblem(text: string): string | null {
  if (showsNothing(text)) return 'Please write a comment.'
  return [...text].length > MAX_COMMENT
    ? `Please use at most 4,000 characters; these are ${[...text].length.toLocaleString('en-US')}.`
    : null
}

/**
 * A path of the product; nothing that leads to another site unseen. Browsers read past control characters: a tab after
 * the slash makes `//` of it.
 */
const isPath = (link: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(link)

/** Whether a link is one that the page opens (CHK-21). */
export function opensLink(link: string): boolean {
  if (isPath(link)) return true
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return false
  return ['http:', 'https:'].includes(new URL(link).protocol)
}

/** What is wrong with the trimmed link to documents; null for nothing, and for none. */
export function linkProblem(link: string): string | null {
  if (link === '') return null
  if ([...link].length > MAX_LINK) return `Please use at most ${MAX_LINK.toLocaleString('en-US')} characters.`
  return opensLink(link)
    ? null
    : 'Please give an address that begins with https:// or http://, or a path of this product such as /portfolios.'
}
