/** A line of a CSV file: quoted only where it has to be (RFC 4180). */
const csvLine = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell) => (/[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell)))
    .join(',')

/** A table as CSV in UTF-8, lines ended as RFC 4180 has it. */
export const csv = async (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Promise<Buffer> => Buffer.from([head, ...rows].map((row) => `${csvLine(row)}\r\n`).join(''))

/** Plain text in UTF-8. */
export const plainText = async (...lines: readonly string[]): Promise<Buffer> =>
  Buffer.from(`${lines.join('\n')}\n`)

export interface Message {
  /** "Name <address>" */
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** Moment, ISO 8601 in UTC. */
  readonly at: string
  readonly body: string
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const two = (value: number): string => String(value).padStart(2, '0')

const headerDate = (at: string): string => {
  const date = new Date(at)
  const day = `${DAYS[date.getUTCDay()]}, ${two(date.getUTCDate())} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`
}

/** Names with accents are encoded words in a header (RFC 2047). */
const encoded = (words: string): string =>
  [...words].every((letter) => letter <= '~') ? words : `=?UTF-8?B?${Buffer.from(words).toString('base64')}?=`

const encodedAddress = (address: string): string => {
  const [name = '', rest = ''] = address.split(' <')
  return `${encoded(name)} <${rest}`
}

/** A message as EML, as a mail program saves it. */
export const eml = async (message: Message): Promise<Buffer> => {
  const id = `${Date.parse(message.at).toString(36)}.${message.subject.length}`
  const head = [
    `From: ${encodedAddress(message.from)}`,
    `To: ${message.to.map(encodedAddress).join(', ')}`,
    `Subject: ${encoded(message.subject)}`,
    `Date: ${headerDate(message.at)}`,
    `Message-ID: <${id}@mail.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${message.body.replaceAll('\n', '\r\n')}\r\n`)
}
