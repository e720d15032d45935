import packaged from '@kenjiuno/msgreader'
import { type OpenedMail, Refused } from './collect.ts'
import { wordsOfHtml } from './html.ts'

// The package is CommonJS, whose default is one step further in.
const { default: MsgReader } = packaged

/** A mail as Outlook keeps it. */
export function openOutlook(bytes: Buffer): OpenedMail {
  const reader = new MsgReader(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
  )
  const {
    error,
    subject,
    senderName,
    senderEmail,
    recipients = [],
    body,
    bodyHtml,
    attachments = [],
  } = reader.getFileData()
  if (error) throw new Refused('DAMAGED')
  const people = [senderName, senderEmail, ...recipients.flatMap(({ name, email }) => [name, email])]
  const text = body?.trim() || wordsOfHtml(bodyHtml ?? '')
  return {
    text: [subject, ...people, text].filter((part) => part).join('\n'),
    attached: attachments.map((attachment) => {
      const { fileName, content } = reader.getAttachment(attachment)
      return { name: attachment.innerMsgContent ? `${fileName}.msg` : fileName, bytes: Buffer.from(content) }
    }),
  }
}
