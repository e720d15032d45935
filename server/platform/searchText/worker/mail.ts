import PostalMime from 'postal-mime'
import type { OpenedMail } from './collect.ts'
import { wordsOfHtml } from './html.ts'

interface Address {
  name?: string
  address?: string
  group?: readonly Address[]
}

const addressText = ({ name = '', address = '', group = [] }: Address): string =>
  [name, address, ...group.map(addressText)].filter((part) => part !== '').join(' ')

/** A mail as it was sent: who to whom about what, and its text. */
export async function openMail(bytes: Buffer): Promise<OpenedMail> {
  const { subject = '', from, to = [], cc = [], text, html, attachments } = await PostalMime.parse(bytes)
  const people = [...(from ? [from] : []), ...to, ...cc].map(addressText)
  const body = text?.trim() || wordsOfHtml(html ?? '')
  return {
    text: [subject, ...people, body].filter((part) => part !== '').join('\n'),
    attached: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : ''),
      bytes:
        typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(new Uint8Array(content)),
    })),
  }
}
