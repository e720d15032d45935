import type { Sms } from './outbox.ts'

/** Who sends text messages (SMS_URL). */
export type SmsGateway =
  /** A gateway of the operator's: `{"to", "body"}` as JSON by POST, with the token as bearer. */
  | { readonly kind: 'http'; readonly url: string; readonly token: string | undefined }
  /** Twilio, at its own address unless another one is given. */
  | {
      readonly kind: 'twilio'
      readonly origin: string
      readonly account: string
      readonly token: string
      readonly from: string
    }

/** The gateway will never send this message: tried again it would be refused again. */
export class SmsRefused extends Error {
  override name = 'SmsRefused'
}

/** Statuses with which the message itself is refused; others are the deployment's mistake, or pass. */
const REFUSED: ReadonlySet<number> = new Set([400, 404, 410, 413, 415, 422])
/** Characters of an answer that are read: Twilio's errors have some 300. */
const MAX_ANSWER = 4096

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

function requestOf(gateway: SmsGateway, { recipient, body }: Sms): { url: string; init: RequestInit } {
  if (gateway.kind === 'http') {
    const { url, token } = gateway
    return {
      url,
      init: {
        headers: {
          'Content-Type': 'application/json',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to: recipient, body }),
      },
    }
  }
  const { origin, account, token, from } = gateway
  return {
    url: `${origin}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
    init: {
      headers: { Authorization: basic(account, token) },
      body: new URLSearchParams({ To: recipient, From: from, Body: body }),
    },
  }
}

/** The beginning of an answer as one line, without what the message says. */
async function beginningOf(answer: Response, { body }: Sms): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    parts.push(part)
    bytes += part.byteLength
    if (bytes >= MAX_ANSWER) break
  }
  const text = Buffer.concat(parts).toString('utf8')
  return text.replaceAll(body, '…').replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}

/**
 * Hands one text message to the gateway.
 * @throws SmsRefused where it refuses the message, such as a number that takes none; Error where another try may do
 */
export async function handOver(gateway: SmsGateway, sms: Sms, signal: AbortSignal): Promise<void> {
  const { url, init } = requestOf(gateway, sms)
  const answer = await fetch(url, { ...init, method: 'POST', redirect: 'error', signal })
  if (answer.ok) {
    await answer.body?.cancel()
    return
  }
  const said = await beginningOf(answer, sms)
  const message = `The gateway answered ${answer.status}${said === '' ? '.' : `: ${said}`}`
  throw REFUSED.has(answer.status) ? new SmsRefused(message) : new Error(message)
}
