import { closingOf, type Letter, type MailEntry, type MailLink, type MailSection, oneLine } from './letter.ts'

const linkText = ({ label, url }: MailLink): string => `${oneLine(label)}:\n${url}`

function entryText({ kind, name, note, value }: MailEntry): string {
  const about = [note, value].filter((part) => part !== undefined).map(oneLine)
  const said = about.length > 0 ? `${oneLine(name)} (${about.join(', ')})` : oneLine(name)
  return kind === undefined ? `- ${said}` : `- [${oneLine(kind.word)}] ${said}`
}

/** Below a label of several values the others stand alone. */
const factText = ({ label, value }: NonNullable<Letter['facts']>[number]): string =>
  label === '' ? oneLine(value) : `${oneLine(label)}: ${oneLine(value)}`

/** Others' words, each line marked so that none can pass for the product's. */
const quoteText = (quote: string): string =>
  quote
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

const sectionText = ({ path, entries }: MailSection): string =>
  [path.map(oneLine).join(' / '), ...entries.map(entryText)].filter((line) => line !== '').join('\n')

/** The plain text part: the same in the same order as the HTML part. */
export function plainTextOf(letter: Letter): string {
  const {
    title,
    paragraphs = [],
    button,
    facts = [],
    quote,
    sections = [],
    more,
    besides,
    remarks = [],
    foot,
  } = letter
  const parts: (string | undefined)[] = [
    oneLine(title),
    ...paragraphs.map(oneLine),
    facts.length > 0 ? facts.map(factText).join('\n') : undefined,
    quote === undefined ? undefined : quoteText(quote),
    button && linkText(button),
    ...sections.map(sectionText),
    more && linkText(more),
    besides && sectionText(besides),
    ...remarks.map(oneLine),
    '-- ',
    [oneLine(foot.why), ...(foot.links ?? []).map(({ label, url }) => `${oneLine(label)}: ${url}`)].join(
      '\n',
    ),
    closingOf(letter),
  ]
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`
}
