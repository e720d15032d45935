/** A link of a mail; the address is absolute, and never one that works without signing in. */
export interface MailLink {
  label: string
  url: string
}

/** Colour families of the product's look, for the word that says what kind of thing an entry is. */
export type MailTone = 'accent' | 'success' | 'danger' | 'warning' | 'info' | 'violet' | 'neutral'

/** One of the things that a mail lists, such as a document. */
export interface MailEntry {
  name: string
  url?: string
  /** A short word before the name, such as PDF. */
  kind?: { word: string; tone: MailTone }
  /** Below the name, such as "Version 3". */
  note?: string
  /** At the right edge, such as a size. */
  value?: string
}

export interface MailSection {
  /** Where the entries lie, from the outside in; the last part stands out. */
  path: readonly string[]
  entries: readonly MailEntry[]
}

/**
 * What a mail says, in plain text throughout: the one layout of all mails (layout.ts) escapes it and gives it
 * the product's look, and a plain text part in the same order. All but the title and the foot may be absent.
 */
export interface Letter {
  /** One line. Names no secret of anybody else: it shows on locked screens. */
  subject: string
  title: string
  /** What a mail client shows beside the subject; the first paragraph unless given. */
  preheader?: string
  paragraphs?: readonly string[]
  /** The one thing to do, such as "Open documents". */
  button?: MailLink
  /** Label and value, such as who sent a ticket. */
  facts?: readonly { label: string; value: string }[]
  /** A person's own words, with their line breaks. */
  quote?: string
  sections?: readonly MailSection[]
  /** What is listed no more, such as "14 more in 3 folders". */
  more?: MailLink
  /** What else its reader should know of, below that. */
  besides?: MailSection
  /** After all else, such as how long a link works. */
  remarks?: readonly string[]
  /** Why the mail came, and where to change that (NOTIF-25). */
  foot: {
    why: string
    links?: readonly MailLink[]
    /** The organisation that the mail is about; none for the account's own. */
    organisation?: string
  }
}

/** Characters of a subject; a longer one is cut. */
const MAX_SUBJECT = 200
/** What turns the reading direction, by which a name can show as another. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

/** A text in one line: no name with a line break begins another header, another paragraph or another link. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(DIRECTIONS, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

export function subjectOf({ subject }: Letter): string {
  const characters = [...oneLine(subject)]
  return characters.length > MAX_SUBJECT
    ? `${characters.slice(0, MAX_SUBJECT - 1).join('')}…`
    : characters.join('')
}

/** The last line of each mail. */
export const closingOf = ({ foot: { organisation } }: Letter): string =>
  organisation === undefined
    ? 'Sent by Helioroom. Confidential.'
    : `${oneLine(organisation)}, by Helioroom. The links work for you alone, after signing in. Confidential.`
