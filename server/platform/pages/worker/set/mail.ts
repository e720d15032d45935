import packaged from '@kenjiuno/msgreader'
import PostalMime from 'postal-mime'
import { formatBytes } from '../../../../../shared/format/bytes.ts'
import { wordsOfHtml } from '../../../searchText/worker/html.ts'
import { utcText } from './moment.ts'
import { BOLD, Paper, REGULAR, SHEET, settable } from './paper.ts'
import { putText } from './text.ts'

// The package is CommonJS, whose default is one step further in.
const { default: MsgReader } = packaged

const PT = 10
const LINE_PT = 14
/** Points from the left to what stands behind the name of a field. */
const VALUES_AT = SHEET.margin + 60

/** What an e-mail's pages show (PAGE-08). */
interface Mail {
  from: string
  to: string
  cc: string
  /** As the mail says it; empty where it says nothing. */
  date: string
  subject: string
  body: string
  attachments: readonly { name: string; bytes: number }[]
}

/** An e-mail as it was sent, as pages. @throws for what is none, TooManyPages */
export async function setMail(bytes: Buffer): Promise<Buffer> {
  const {
    subject = '',
    from,
    to = [],
    cc = [],
    date = '',
    text,
    html,
    attachments,
  } = await PostalMime.parse(bytes)
  // Anything is an e-mail to it that has a line.
  if (!from && to.length === 0 && subject === '' && date === '') throw new Error('This is no e-mail.')
  return setAsPages({
    from: from ? addressText(from) : '',
    to: to.map(addressText).join(', '),
    cc: cc.map(addressText).join(', '),
    date,
    subject,
    body: text?.trim() || wordsOfHtml(html ?? ''),
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : 'without a name'),
      bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
  })
}

/** An e-mail as Outlook keeps it, as pages. @throws for what is none, TooManyPages */
export async function setOutlook(bytes: Buffer): Promise<Buffer> {
  const reader = new MsgReader(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
  )
  const mail = reader.getFileData()
  if (mail.error) throw new Error('This is no e-mail.')
  const recipients = mail.recipients ?? []
  const people = (isWanted: (type: string | undefined) => boolean) =>
    recipients
      .filter(({ recipType }) => isWanted(recipType))
      .map(({ name, smtpAddress, email }) => addressText({ name, address: smtpAddress ?? email }))
      .join(', ')
  return setAsPages({
    from: addressText({ name: mail.senderName, address: mail.senderSmtpAddress ?? mail.senderEmail }),
    to: people((type) => type !== 'cc' && type !== 'bcc'),
    cc: people((type) => type === 'cc'),
    date: mail.clientSubmitTime ?? mail.messageDeliveryTime ?? '',
    subject: mail.subject ?? '',
    body: mail.body?.trim() || wordsOfHtml(mail.bodyHtml ?? ''),
    attachments: (mail.attachments ?? []).map((attachment) => ({
      name: attachment.fileName ?? attachment.name ?? 'without a name',
      bytes: attachment.contentLength ?? 0,
    })),
  })
}

interface Address {
  name?: string | undefined
  address?: string | undefined
  group?: readonly Address[] | undefined
}

const addressText = ({ name = '', address = '', group = [] }: Address): string =>
  group.length > 0
    ? `${name}: ${group.map(addressText).join(', ')}`
    : name !== '' && address !== '' && name !== address
      ? `${name} <${address}>`
      : name || address

function setAsPages({ from, to, cc, date, subject, body, attachments }: Mail): Promise<Buffer> {
  const paper = new Paper()
  const fields = { From: from, To: to, Cc: cc, Date: dateText(date), Subject: subject }
  for (const [name, value] of Object.entries(fields)) if (value !== '') putField(paper, name, value)
  paper.y += LINE_PT / 2
  paper.rule()
  paper.y += LINE_PT
  putText(paper, body, { pt: PT, linePt: LINE_PT, isPlain: false })
  if (attachments.length > 0) {
    paper.y += LINE_PT
    paper.need(3 * LINE_PT)
    paper.rule()
    paper.y += LINE_PT / 2
    paper.put('Attachments', SHEET.margin, { font: BOLD, pt: PT })
    paper.y += LINE_PT
    for (const { name, bytes } of attachments) {
      putText(paper, `${name} (${formatBytes(bytes)})`, { pt: PT, linePt: LINE_PT, isPlain: false })
    }
  }
  return paper.end()
}

function putField(paper: Paper, name: string, value: string): void {
  const style = { font: REGULAR, pt: PT }
  const lines = paper.broken(
    settable(value.replace(/\s+/g, ' ')),
    paper.size.width - VALUES_AT - SHEET.margin,
    style,
  )
  let label = name
  for (const line of lines) {
    paper.need(LINE_PT)
    if (label !== '') paper.put(label, SHEET.margin, { font: BOLD, pt: PT })
    label = ''
    paper.put(line, VALUES_AT, style)
    paper.y += LINE_PT
  }
}

/** What is no moment stays as it is. */
function dateText(date: string): string {
  const at = new Date(date)
  if (Number.isNaN(at.getTime())) return date
  const text = utcText(at)
  return `${text.date} ${text.time} UTC`
}
