import { WebSocket } from 'ws'
import type { Client } from './client.ts'

export interface SentComment {
  id: string
  user: { fullname: string; avatar: string | null; company: string | null }
  comment: string
  timestamp: string
  checklistitem_id: string
  audience: string
  isRemoved: boolean
  canChange: boolean
  canRemove: boolean
  ref?: string
}
export interface SocketText {
  comments?: Record<string, SentComment[]>
  items?: { id: string; status: string; userId: string | null; link: string | null; commentCount: number }[]
  error?: { code: string; message: string }
  /** Of the message that was refused. */
  ref?: string
  /** What came before is not the person's any more. */
  reset?: boolean
}

/** A socket of a browser, with all that came over it. */
export class TestSocket {
  readonly messages: SocketText[] = []
  /** The code with which it was closed. */
  readonly closed: Promise<number>
  readonly socket: WebSocket
  /** Status of the HTTP answer, where there was no upgrade. */
  status: number | undefined

  constructor(
    client: Client,
    path: string,
    { origin, host }: { origin?: string | null; host?: string } = {},
  ) {
    const address = client.address(path)
    const own = new URL(address).origin
    const session = client.cookie('sessionid')
    this.socket = new WebSocket(address.replace(/^http/, 'ws'), {
      headers: {
        ...(session === undefined ? {} : { cookie: `sessionid=${session}` }),
        ...(origin === null ? {} : { origin: origin ?? own }),
        ...(host === undefined ? {} : { host }),
      },
    })
    this.socket.on('message', (data) => this.messages.push(JSON.parse(String(data))))
    this.socket.on('unexpected-response', (_request, response) => {
      this.status = response.statusCode
      response.destroy()
      this.socket.terminate()
    })
    this.socket.on('error', () => {})
    this.closed = new Promise((resolve) => this.socket.on('close', resolve))
  }

  /** All comments that came, those that came twice as often. */
  get comments(): SentComment[] {
    return this.messages.flatMap(({ comments = {} }) => Object.values(comments).flat())
  }

  send(comment: string, ...checklistItemIds: string[]): void {
    this.socket.send(JSON.stringify({ comment, checklistItemIds }))
  }

  /** A comment with more than its text and items. */
  post(message: { comment: string; checklistItemIds: string[]; ref?: string; audience?: string }): void {
    this.socket.send(JSON.stringify(message))
  }

  /** The first message, which comes once it is open and may read. */
  async opened(): Promise<this> {
    await this.until(() => this.messages.length > 0)
    return this
  }

  /** @throws where it is not so after a minute: a busy machine holds a process up for some */
  async until(isSo: () => boolean, ms = 60_000): Promise<void> {
    const until = Date.now() + ms
    while (!isSo()) {
      if (Date.now() > until) throw new Error(`It did not come: ${JSON.stringify(this.messages.slice(-3))}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  close(): void {
    this.socket.close()
  }
}
