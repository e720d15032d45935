import { MAIL_COLOURS } from './colours.generated.ts'
import { closingOf, type Letter, type MailEntry, type MailLink, type MailSection, oneLine } from './letter.ts'

/** The content id of the mark, which goes along with each mail: nothing is fetched from anywhere. */
export const MARK_ID = 'mark@helioroom'

const { light, dark } = MAIL_COLOURS
const FONT = "'IBM Plex Sans','Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (value: string): string =>
  value.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
/** A text of one line, made harmless. */
const text = (value: string): string => escapeHtml(oneLine(value))

/** Only addresses of the web become links; ours begin so, and what is none stays text. */
function anchor({ label, url }: MailLink, style: string, className: string): string {
  if (!/^https?:\/\//.test(url)) return text(label)
  return `<a href="${escapeHtml(url)}" class="${className}" style="${style}">${text(label)}</a>`
}

const size = (px: number, line: number): string => `font-size:${px}px;line-height:${line}px;`
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"'
const WRAP = 'overflow-wrap:anywhere;word-break:break-word;'

const paragraph = (value: string): string =>
  `<p class="ink2" style="margin:0 0 12px;${size(14, 22)}color:${light.ink2};${WRAP}">${text(value)}</p>`

/** A table of one cell: the only thing that all mail clients colour whole. */
const buttonOf = ({ label, url }: MailLink): string => `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr>
<td class="button" bgcolor="${light.accent}" style="background:${light.accent};border-radius:6px">${anchor(
  { label, url },
  `display:inline-block;padding:10px 20px;${size(14, 20)}font-weight:600;color:${light.onAccent};text-decoration:none`,
  'on-accent',
)}</td></tr></table>`

const factsOf = (facts: NonNullable<Letter['facts']>): string => `
<table ${TABLE} style="margin:0 0 20px">${facts
  .map(
    ({ label, value }) => `<tr>
<td width="120" valign="top" class="ink3" style="padding:4px 16px 4px 0;${size(13, 20)}color:${light.ink3}">${text(label)}</td>
<td valign="top" class="ink" style="padding:4px 0;${size(14, 20)}color:${light.ink};${WRAP}">${text(value)}</td></tr>`,
  )
  .join('')}</table>`

const quoteOf = (quote: string): string => `
<table ${TABLE} style="margin:0 0 20px"><tr>
<td class="quote ink" style="padding:2px 0 2px 16px;border-left:3px solid ${light.lineStrong};${size(14, 22)}color:${light.ink};${WRAP}">${quote
  .split(/\r\n|\r|\n/)
  .map(escapeHtml)
  .join('<br>')}</td></tr></table>`

function entryOf({ name, url, kind, note, value }: MailEntry): string {
  const label =
    url === undefined
      ? text(name)
      : anchor({ label: name, url }, `color:${light.ink};text-decoration:none`, 'ink')
  const word = kind
    ? `<td width="46" valign="top" class="row" style="padding:10px 0;border-bottom:1px solid ${light.line}">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="46"><tr>
<td align="center" class="tone-${kind.tone}" bgcolor="${light.tones[kind.tone].tint}" style="background:${light.tones[kind.tone].tint};color:${light.tones[kind.tone].text};border-radius:4px;${size(11, 20)}font-weight:600">${text(kind.word)}</td></tr></table></td>`
    : ''
  const under = note
    ? `<br><span class="ink3" style="${size(12, 18)}color:${light.ink3}">${text(note)}</span>`
    : ''
  const right =
    value === undefined
      ? ''
      : `<td align="right" valign="top" class="ink3 row" style="padding:10px 0;border-bottom:1px solid ${light.line};${size(13, 20)}color:${light.ink3};white-space:nowrap">${text(value)}</td>`
  return `<tr>${word}
<td valign="top" class="ink row" style="padding:10px ${value === undefined ? 0 : 14}px 10px ${kind ? 14 : 0}px;border-bottom:1px solid ${light.line};${size(14, 20)}color:${light.ink};${WRAP}">${label}${under}</td>
${right}</tr>`
}

function sectionOf({ path, entries }: MailSection): string {
  const last = path.at(-1)
  const above = path.slice(0, -1).map((part) => `${text(part)} / `)
  const head =
    last === undefined
      ? ''
      : `<p class="ink2" style="margin:20px 0 8px;${size(13, 20)}color:${light.ink2};${WRAP}">${above.join('')}<b class="ink" style="font-weight:600;color:${light.ink}">${text(last)}</b></p>`
  return `${head}
<table ${TABLE} class="list" style="border-top:1px solid ${light.line}">${entries.map(entryOf).join('\n')}</table>`
}

const moreOf = (link: MailLink): string =>
  `<p style="margin:16px 0 0;${size(14, 20)}">${anchor(link, `color:${light.accentText}`, 'link')}</p>`

const remarkOf = (value: string): string =>
  `<p class="ink3" style="margin:16px 0 0;${size(13, 20)}color:${light.ink3};${WRAP}">${text(value)}</p>`

function footOf(letter: Letter): string {
  const { why, links = [] } = letter.foot
  const line = `margin:0;${size(12, 18)}color:${light.ink3};${WRAP}`
  const shown = links.map((link) => anchor(link, `color:${light.accentText}`, 'link'))
  return `<p class="ink3" style="${line}">${text(why)}${
    shown.length > 0 ? `<br>${shown.join(' &nbsp;|&nbsp; ')}` : ''
  }</p>
<p class="ink3" style="${line}margin-top:12px">${text(closingOf(letter))}</p>`
}

/** The dark scheme, for clients that follow it; others keep the light one, which stands at each element. */
const DARK = `
body,.canvas{background:${dark.canvas}!important}
.card{background:${dark.surface}!important;border-color:${dark.line}!important}
.ink,.ink b{color:${dark.ink}!important}
.ink2{color:${dark.ink2}!important}
.ink3{color:${dark.ink3}!important}
.link{color:${dark.accentText}!important}
.row,.list{border-color:${dark.line}!important}
.quote{border-color:${dark.lineStrong}!important}
.button{background:${dark.accent}!important}
.on-accent{color:${dark.onAccent}!important}
${Object.entries(dark.tones)
  .map(([name, tone]) => `.tone-${name}{background:${tone.tint}!important;color:${tone.text}!important}`)
  .join('\n')}`

/** Space that keeps what follows the preheader out of a client's list. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(40)

/**
 * The HTML part of each mail: nested tables with their styles at each element, as mail clients want it; no script, no
 * form, and nothing that is fetched. Everything in it is escaped.
 */
export function htmlOf(letter: Letter): string {
  const {
    title,
    preheader,
    paragraphs = [],
    button,
    facts = [],
    quote,
    sections = [],
    more,
    besides,
    remarks = [],
  } = letter
  const content = [
    `<h1 class="ink" style="margin:0 0 8px;${size(20, 28)}font-weight:600;color:${light.ink};${WRAP}">${text(title)}</h1>`,
    ...paragraphs.map(paragraph),
    facts.length > 0 ? factsOf(facts) : '',
    quote === undefined ? '' : quoteOf(quote),
    button ? buttonOf(button) : '',
    ...sections.map(sectionOf),
    more ? moreOf(more) : '',
    besides ? sectionOf(besides) : '',
    ...remarks.map(remarkOf),
  ].join('\n')
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${text(title)}</title>
<style>
:root{color-scheme:light dark}
@media (max-width:480px){.card-cell{padding:20px!important}.canvas-cell{padding:16px 12px!important}}
@media (prefers-color-scheme:dark){${DARK}
}
</style>
</head>
<body style="margin:0;padding:0;background:${light.canvas};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${text(preheader ?? paragraphs[0] ?? '')}${FILLER}</div>
<table ${TABLE} class="canvas" bgcolor="${light.canvas}" style="background:${light.canvas};font-family:${FONT}"><tr>
<td align="center" class="canvas-cell" style="padding:24px 20px">
<table ${TABLE} style="max-width:600px;text-align:left">
<tr><td style="padding:0 0 16px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="34" valign="middle"><img src="cid:${MARK_ID}" width="24" height="24" alt="" style="display:block;border:0"></td>
<td valign="middle" class="ink" style="${size(16, 24)}font-weight:600;color:${light.ink}">Helioroom</td></tr></table></td></tr>
<tr><td class="card card-cell" bgcolor="${light.surface}" style="background:${light.surface};border:1px solid ${light.line};border-radius:8px;padding:32px">
${content}
</td></tr>
<tr><td style="padding:20px 0 0">${footOf(letter)}</td></tr>
</table></td></tr></table>
</body>
</html>
`
}
